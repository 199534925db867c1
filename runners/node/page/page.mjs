// Lines from the server that brought the page, and back to it. The rest is in a worker, as in Node, where requests for files may wait.
const post = (path, body) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
void post("here", ""); // goes on until the page is gone
const fail = (what) => void post("failed", what);

const runner = new Worker("runner.js", { type: "module" });
runner.addEventListener("error", (event) => fail(event.message ?? "the runner cannot be loaded"));
const answerTo = (request) =>
  new Promise((answered) => {
    runner.addEventListener("message", ({ data }) => answered(data), { once: true });
    runner.postMessage(request);
  });
try {
  for (let answer = ""; ; ) {
    const next = await post("next", answer);
    answer = JSON.stringify(await answerTo(await next.json())); // after the last the browser ends
  }
} catch (error) {
  fail(`${error.stack ?? error}`);
}
