// Lines in, lines out. The rest is in a worker thread, whose engine is its own: the protocol's JSON does not warm it.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";

Object.defineProperty(process, "stdout", { value: process.stderr }); // whatever a library prints
const runner = new Worker(new URL("runner.mjs", import.meta.url), { argv: process.argv.slice(2) });
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  if (request.type === "bye") break;
  runner.postMessage(request);
  const [answer] = await once(runner, "message");
  writeFileSync(1, `${JSON.stringify(answer)}\n`);
}
process.exit(0);
