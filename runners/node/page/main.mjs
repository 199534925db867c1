// Lines in, lines out, as ../main.mjs: a page in a browser answers, which a server on loopback brings and asks. The arguments are the
// browser's program and the folders of the page and of the rendered types.
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { openBrowser } from "./browser.mjs";
import { servePage } from "./server.mjs";

const LONGEST_START_MS = 50_000;
const [program, page, types] = process.argv.slice(2);
let asking;

/** The server that asks the page, once the browser has opened it. */
async function opened() {
  const server = await servePage(page, types);
  const browser = openBrowser(program, server.address);
  const fails = Promise.race([browser.ended, server.failed]);
  fails.catch(() => {}); // whoever asks hears of it
  const late = setTimeout(() => browser.fail(`its page was not ready within ${LONGEST_START_MS / 1000} s`), LONGEST_START_MS);
  await Promise.race([server.ready, fails]).finally(() => clearTimeout(late));
  return { ask: (line) => Promise.race([server.ask(line), fails]), close: browser.close };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (JSON.parse(line).type === "bye") break;
  let answer;
  try {
    asking ??= opened();
    answer = await (await asking).ask(line);
  } catch (error) {
    answer = JSON.stringify({ type: "error", whose: "host", message: error.message.replaceAll(/\s*\n\s*/g, " ") });
  }
  writeFileSync(1, `${answer}\n`);
}
await asking?.then(({ close }) => close()).catch(() => {});
process.exit(0);
