// The runner in Node: lines in, lines out. The arguments are the folders of the runner and of the rendered types.
import { existsSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { start } from "./start.mjs";

console.log = console.info = console.debug = console.error; // stdout is the protocol's
const [runner, types] = process.argv.slice(2);
const answer = await start({
  engine: () => `Node ${process.versions.node}, V8 ${process.versions.v8}`,
  found: (folder, file) => {
    const path = `${{ types, bin: `${runner}/bin` }[folder] ?? `${runner}/parts/${folder}`}/${file}`;
    return existsSync(path) ? readFileSync(path) : null;
  },
  read: (path) => readFileSync(path),
  write: (path, data) => writeFileSync(path, data),
});

function writeAll(text) {
  for (let data = Buffer.from(text); data.length > 0; ) {
    try {
      data = data.subarray(writeSync(1, data));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error; // a pipe that is full
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const answered = answer(line);
  if (answered === null) break;
  writeAll(`${answered}\n`);
}
process.exit(0);
