// Requests in, answers out, one JSON object a line. Everything else happens in a worker thread, an engine of its own:
// so the protocol's JSON does not warm up the JSON that is measured.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null; // which is no request, and is answered as such
  }
}

async function talk(session) {
  let rest = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const request = parsed(line);
      if (request?.type === "bye") return;
      session.postMessage(request);
      const [answers] = await once(session, "message");
      for (const answer of answers) writeFileSync(1, `${JSON.stringify(answer)}\n`);
    }
  }
}

Object.defineProperty(process, "stdout", { value: process.stderr }); // whatever a library prints
await talk(new Worker(new URL("runner.mjs", import.meta.url), { argv: process.argv.slice(2) }));
process.exit(0);
