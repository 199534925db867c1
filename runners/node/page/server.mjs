// Brings the page and what it loads, and its lines: the page asks for the next with its answer to the last.
import { randomBytes, timingSafeEqual } from "node:crypto";
import { closeSync, constants, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, isAbsolute, join, resolve } from "node:path";
import { buffer, text } from "node:stream/consumers";

const { O_CREAT, O_NOFOLLOW, O_RDONLY, O_TRUNC, O_WRONLY } = constants;
const LOOPBACK = "127.0.0.1";
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };
const PLAIN_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/; // no part begins with a dot, so that none leads up
// A page that is isolated has the fine clock.
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
};
const MS_TO_HEAR_THAT_THE_BROWSER_ENDED = 1000;

/** A value that others wait for. */
function promised() {
  const made = {};
  made.promise = new Promise((keep, fail) => Object.assign(made, { keep, fail }));
  made.promise.catch(() => {}); // whoever asks hears of it
  return made;
}

/**
 * Serve on a free port. Every user of the machine can reach it: whoever does not show the secret, which is the beginning of each path,
 * gets 403 before anything else happens, and so does what another page sends. The page reads and writes no files but those that lines
 * named, and those in folders that they named; no symbolic links, which lead elsewhere.
 */
export async function servePage(page, types) {
  const secret = randomBytes(32).toString("hex");
  const named = new Set();
  const [ready, failed, lines, answers] = [promised(), promised(), [], []];
  let own;

  const shows = (part) => part.length === secret.length && timingSafeEqual(Buffer.from(part), Buffer.from(secret));
  const isOwn = ({ headers, method }) =>
    headers.host === own && // its own name, not one that somebody's name server gave
    [undefined, `http://${own}`].includes(headers.origin) &&
    (method !== "POST" || headers["content-type"] === "application/json"); // a form may come from elsewhere unasked

  /** The page may read and write the files that a line names. */
  function allow(value) {
    if (typeof value === "string" && isAbsolute(value)) named.add(value);
    else if (value && typeof value === "object") Object.values(value).forEach(allow);
  }
  const isNamed = (path) => path === resolve(path) && (named.has(path) || named.has(dirname(path)));
  function open(path, flags, work) {
    const file = openSync(path, flags | O_NOFOLLOW, 0o666);
    try {
      return work(file);
    } finally {
      closeSync(file);
    }
  }

  const routes = {
    "GET file": (_, path) => (isNamed(path) ? open(path, O_RDONLY, readFileSync) : undefined),
    "PUT file": async (request, path) => {
      const data = await buffer(request);
      if (!isNamed(path)) return undefined;
      open(path, O_WRONLY | O_CREAT | O_TRUNC, (file) => writeFileSync(file, data));
      return "";
    },
    "POST next": async (request) => {
      const answer = await text(request);
      if (answer) answers.shift()?.keep(answer);
      ready.keep();
      const next = promised();
      lines.push(next);
      return next.promise;
    },
    "POST failed": async (request) => {
      failed.fail(new Error(`the page failed: ${await text(request)}`));
      return "";
    },
    "POST here": async (request) => {
      request.resume();
      await new Promise((gone) => request.socket.once("close", gone));
      // That the browser ended is the better answer.
      const what = "the page is gone and its browser still runs: most often there was too little memory";
      setTimeout(() => failed.fail(new Error(what)), MS_TO_HEAR_THAT_THE_BROWSER_ENDED);
      return "";
    },
  };
  function found(path) {
    const [folder, name] = path.startsWith("types/") ? [types, path.slice(6)] : [page, path];
    return PLAIN_PATH.test(name) ? open(join(folder, name), O_RDONLY, readFileSync) : undefined;
  }

  const server = createServer(async (request, response) => {
    const answer = (status, content = "", kind = "text/plain") =>
      response.writeHead(status, { ...HEADERS, "Content-Type": kind }).end(content);
    try {
      const url = new URL(request.url, "http://any");
      const [, shown, ...rest] = url.pathname.split("/");
      if (!isOwn(request) || !shows(shown ?? "")) return answer(403);
      const [path, route] = [rest.join("/"), routes[`${request.method} ${rest.join("/")}`]];
      const content = await (route ? route(request, url.searchParams.get("path") ?? "") : found(path));
      return content === undefined ? answer(403) : answer(200, content, route ? undefined : (KINDS[extname(path)] ?? "text/plain"));
    } catch (error) {
      return answer(error.code === "ENOENT" ? 404 : 500, JSON.stringify({ message: error.message, syscall: error.syscall }));
    }
  });
  server.requestTimeout = 0; // the page waits for its next line as long as that takes
  await new Promise((listening, taken) => server.once("error", taken).listen(0, LOOPBACK, listening)).catch((error) => {
    const why = `no port of ${LOOPBACK} is free to listen on; end what holds them, or look at \`ip address show lo\``;
    throw new Error(`${why}: ${error.message}`);
  });
  own = `${LOOPBACK}:${server.address().port}`;

  /** The page's answer to a line. */
  async function ask(line) {
    allow(JSON.parse(line));
    const answer = promised();
    answers.push(answer);
    lines.shift().keep(line);
    return answer.promise;
  }
  return { address: `http://${own}/${secret}/index.html`, ready: ready.promise, failed: failed.promise, ask };
}
