// mitata's side of a cross-check, in the program of the Node runner: it measures a value when it is asked.
// `node harness.mjs TYPES RUNNER QUESTION`: `benchmarks/crosscheck/turns.py` describes it, and the lines on stdin and stdout.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { measure } from "mitata";

const WARM_UP_VALUES = 60;
Object.defineProperty(process, "stdout", { value: process.stderr }); // whatever a library prints

const [runner, question] = [process.argv[3], JSON.parse(process.argv[4])];
const { answer, workOf } = await import(`${runner}/runner.mjs`);
for (const request of question.requests) {
  const { type, message } = await answer(JSON.parse(request));
  if (type === "error") throw new Error(message);
}
const [call, copies] = await workOf(question.operation);
let [next, sum] = [0, 0];
/** The work that the runner would time, one copy per call. */
function work() {
  sum = call(sum, copies[next]);
  next = next + 1 === copies.length ? 0 : next + 1;
}

// As long as the lab's batches, and without a collection before each: the lab has none in its turns.
const options = { min_cpu_time: 1e6 * question.value_ms, min_samples: 1, batch_samples: 16, gc: false };
/** The mean time of a call by mitata, in nanoseconds, of the last of so many values. */
async function valueNs(values) {
  let mean;
  for (let value = 0; value < values; value += 1) ({ avg: mean } = await measure(work, { ...options }));
  writeFileSync(1, `${mean}\n`);
}

await valueNs(WARM_UP_VALUES);
for await (const _ of createInterface({ input: process.stdin })) await valueNs(question.lead_in + 1);
