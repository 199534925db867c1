// A browser without a window, with a folder of its own, that ends when this process does.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SAID_LINES = 3;
const LONGEST_LINE = 200;
const MS_TO_END = 2000;

// A process of its own session, which a kill of this one's group leaves alive: when nobody can write to it any more, it waits until the
// browser has ended, kills it after two seconds, and removes its folder.
const WATCH = `
  read -r gone
  for tenth in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$1" || break; sleep 0.1; done
  kill -KILL "$1"; rm -rf "$2" || { sleep 1; rm -rf "$2"; }`;

/**
 * Open a page. Its address goes to the browser as a command through a pipe, on which it ends when nobody can write there any more: a
 * command line can be read by every user of the machine, and the address has the secret in it.
 */
export function openBrowser(program, address) {
  const folder = mkdtempSync(join(tmpdir(), "wirelab-page-"));
  const options = [
    "--headless=new",
    `--user-data-dir=${folder}/profile`,
    "--no-first-run",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A page that nobody sees is not slowed down.
    "--disable-background-timer-throttling",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--js-flags=--expose-gc",
    "--log-level=3", // where there is no desktop it complains of that
    "--remote-debugging-pipe",
    ...(process.getuid() === 0 ? ["--no-sandbox"] : []), // it refuses to run as root with it
  ];
  const stdio = ["ignore", "pipe", "pipe", "pipe", "pipe"]; // it reads commands from the fourth, and answers into the fifth
  const browser = spawn(program, options, { stdio, env: { ...process.env, TMPDIR: folder } });
  const said = [];
  for (const stream of [browser.stdout, browser.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      said.push(
        ...text
          .split("\n")
          .filter((line) => line.trim())
          .map((line) => line.slice(0, LONGEST_LINE)),
      );
      said.splice(0, said.length - SAID_LINES);
    });
  }
  const [commands, answers] = browser.stdio.slice(3);
  answers.resume();
  commands.on("error", () => {}); // it has ended, which `ended` says
  commands.write(`${JSON.stringify({ id: 1, method: "Target.createTarget", params: { url: address } })}\0`);
  const watcher =
    browser.pid && spawn("/bin/sh", ["-c", WATCH, "watch", browser.pid, folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });

  let fail;
  const ended = new Promise((_, reject) => {
    fail = (what) => {
      const last = said.length > 0 ? `; it said last: ${said.join(" ")}` : "";
      reject(new Error(`${program}: ${what}${last}. Try \`${program} --headless=new --dump-dom about:blank\``));
    };
  });
  browser.on("error", (error) => fail(`it cannot be started: ${error.message}`));
  browser.on("close", (code, signal) => fail(`it ended with ${signal ? `signal ${signal}` : `status ${code}`}`)); // all it said was heard
  ended.catch(() => {});

  /** End it; its folder is removed. */
  async function close() {
    commands.end();
    const late = setTimeout(() => browser.kill("SIGKILL"), MS_TO_END);
    await ended.catch(() => clearTimeout(late));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    watcher?.stdin.end();
  }
  return { ended, fail, close };
}
