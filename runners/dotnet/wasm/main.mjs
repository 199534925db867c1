// The runner in Node: lines in, lines out. The arguments are the folders of the runner and of the rendered types.
import { existsSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { start } from "./start.mjs";

console.log = console.info = console.debug = console.error; // stdout is the protocol's
const [runner, types] = process.argv.slice(2);
const found = (file) => (existsSync(file) ? readFileSync(file) : null);
const answer = await start({
  engine: () => `Node ${process.versions.node}, V8 ${process.versions.v8}`,
  read: (path) => readFileSync(path),
  write: (path, data) => writeFileSync(path, data),
  types: (file) => found(`${types}/${file}`),
  missing: (name) => found(`${runner}/bin/${name}.missing`)?.toString() ?? null,
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

async function converse() {
  let rest = Buffer.alloc(0);
  for await (const chunk of process.stdin) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const answers = answer(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      if (answers === null) return;
      writeAll(answers);
    }
  }
}

await converse();
process.exit(0);
