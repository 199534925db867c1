// The runner in a page: asks the server that brought it for the next line, answers, and asks again.
import { start } from "./start.mjs";

// .NET calls these, and cannot wait: so the requests are synchronous, and bytes come as text of as many letters.
function ask(method, path, data) {
  const request = new XMLHttpRequest();
  request.open(method, path, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send(data);
  if (request.status === 404) return null;
  if (request.status !== 200) throw new Error(request.responseText);
  return Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0));
}

const post = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
const file = (path) => `file?path=${encodeURIComponent(path)}`;
const version = navigator.userAgent.match(/\w*Chrome\/[\d.]+/)?.[0] ?? navigator.userAgent;
void post("here", ""); // goes on until the page is gone
try {
  const answer = await start({
    engine: () => `${version}, ${crossOriginIsolated ? "" : "not "}cross-origin isolated`,
    found: (folder, name) => ask("GET", `found/${folder}/${name}`),
    read: (path) => ask("GET", file(path)),
    write: (path, data) => void ask("PUT", file(path), data.slice()),
  });
  for (let answered = ""; ; ) {
    const next = await post("next", answered);
    answered = answer(await next.text()) ?? ""; // after the last the browser ends
  }
} catch (error) {
  await post("failed", JSON.stringify(`${error.stack ?? error}`));
}
