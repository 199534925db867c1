// What the runner needs of where it runs, in Node; page/host.mjs has the same for a page.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { GCProfiler, getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { announced } from "./packages.mjs";

export { readFileSync as readFile, writeFileSync as writeFile } from "node:fs";
export { crc32 } from "node:zlib";

export const runtime = `Node ${process.versions.node}`;
export const details = { V8: process.versions.v8 };
export const packages = announced(process.versions.v8);
export const clock = process.hrtime.bigint; // nanoseconds

/** Begin to count; gives what ends it, with the columns of what was counted. */
export function counting() {
  const profiler = new GCProfiler();
  profiler.start();
  const processor = process.cpuUsage();
  const before = getHeapStatistics().used_heap_size;
  return () => {
    const after = getHeapStatistics().used_heap_size;
    const { user, system } = process.cpuUsage(processor); // microseconds
    const { statistics: collections } = profiler.stop();
    const collected = sum(collections, ({ beforeGC, afterGC }) => usedHeap(beforeGC) - usedHeap(afterGC));
    return {
      process_cpu_ns: 1000 * (user + system),
      allocated_bytes: Math.max(0, after - before + collected),
      gc_count: collections.length,
      gc_ns: Math.round(1000 * sum(collections, ({ cost }) => cost)), // of microseconds
    };
  };
}
const sum = (list, of) => list.reduce((sum, each) => sum + of(each), 0);
const usedHeap = ({ heapStatistics }) => heapStatistics.usedHeapSize;

const types = pathToFileURL(`${process.argv[2]}/`);
export const codec = (name) => import(`./codecs/${name}.mjs`);
export const rendered = (name) => import(new URL(name, types));
export const file = (name) => readFileSync(new URL(name, types));

const viewed = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);
/** Between text and bytes as Node's users do it. */
export const bytes = {
  utf8: (text) => Buffer.from(text),
  fromUtf8: (data) => (Buffer.isBuffer(data) ? data : viewed(data)).toString(),
  base64: (data) => viewed(data).toString("base64"),
  fromBase64: (text) => new Uint8Array(Buffer.from(text, "base64")),
  hex: (data) => viewed(data).toString("hex"),
  fromHex: (text) => Buffer.from(text, "hex"),
};

/** Answer each request; the answer may take its time. Without a thread that asks, whoever imported the runner does. */
export function answerBy(answer) {
  parentPort?.on("message", async (request) => parentPort.postMessage(await answer(request)));
}
