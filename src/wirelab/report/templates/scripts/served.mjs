// The page of a server's labs: puts studies into its queue, and shows how far they are.
const serving = document.getElementById("serving");

const words = (text) => {
  try {
    const { part, what, why, remedy } = JSON.parse(text);
    return [`${part}: ${what}`, why, remedy].filter(Boolean).join("\n");
  } catch {
    return text;
  }
};
const ask = async (method, path, body = "{}", kind = "application/json") => {
  const headers = { "Content-Type": kind, "Wirelab-Token": serving.dataset.token };
  const answer = await fetch(path, method === "GET" ? {} : { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(words(text));
  return JSON.parse(text);
};

// A fault is shown until the next action.
const fault = document.getElementById("fault");
const wrong = (text) => {
  fault.textContent = text;
  fault.hidden = !text;
};
const tried = async (act) => {
  wrong("");
  try {
    await act();
  } catch (error) {
    wrong(error.message);
  }
};

const rows = new Map();
const queue = document.getElementById("queue");
const rowOf = (id) => {
  const row = document.getElementById("queued").content.cloneNode(true).firstElementChild;
  for (const button of row.querySelectorAll("[data-act]")) {
    button.addEventListener("click", () => tried(async () => show(await ask("POST", `queue/${id}/${button.dataset.act}`))));
  }
  return row;
};
const OVER = ["stopped", "failed", "done", "done in part"];
const fill = (row, study) => {
  const of = (name) => row.querySelector(`[data-of=${name}]`);
  const set = (node, text) => {
    if (node.textContent !== text) node.textContent = text;
  };
  set(of("state"), study.state);
  set(of("command"), study.command);
  set(of("fault"), study.fault);
  of("fault").hidden = !study.fault;
  const { progress } = study;
  of("far").hidden = !progress;
  if (progress) {
    const bar = of("far").querySelector("progress");
    if (progress.of) bar.value = Math.min(1, progress.done / progress.of);
    else bar.removeAttribute("value");
    set(of("far").querySelector("span"), `${progress.of ? `${progress.done} of ${progress.of} processes, ` : ""}${progress.doing}`);
    const says = of("says");
    if (says.children.length !== progress.says.length || says.lastChild?.textContent !== progress.says.at(-1)) {
      says.replaceChildren(...progress.says.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
      says.scrollTop = says.scrollHeight;
    }
  }
  const may = {
    stop: ["waiting", "running"].includes(study.state),
    resume: ["stopped", "failed"].includes(study.state),
    remove: study.state === "waiting" || OVER.includes(study.state),
  };
  for (const button of row.querySelectorAll("[data-act]")) button.hidden = !may[button.dataset.act];
  const link = row.querySelector("a");
  link.hidden = study.run === null || !OVER.includes(study.state);
  link.href = `labs/${encodeURIComponent(study.lab)}/runs/${study.run}`;
  set(link, `Open run ${study.run} of ${study.lab}`);
};
const show = ({ studies, fault: unkept }) => {
  for (const [id, row] of rows) {
    if (studies.some((study) => study.id === id)) continue;
    row.remove();
    rows.delete(id);
  }
  for (const study of studies) {
    if (!rows.has(study.id)) rows.set(study.id, rowOf(study.id));
    fill(rows.get(study.id), study);
  }
  const ordered = studies.map((study) => rows.get(study.id));
  if (ordered.some((row, at) => queue.children[at] !== row)) queue.append(...ordered);
  document.getElementById("idle").hidden = studies.length > 0;
  if (unkept) wrong(unkept);
};
const LOST = "The server does not answer. If it was started again, open the address that its terminal shows.";
const watch = async () => {
  try {
    show(await ask("GET", "queue"));
    if (fault.textContent === LOST) wrong("");
  } catch {
    wrong(LOST);
  }
  setTimeout(watch, document.hidden ? 5000 : 1000);
};

const form = document.getElementById("study");
const sent = document.getElementById("sent");
const send = async (file) => {
  sent.textContent = `copying ${file.name} …`;
  try {
    const { data } = await ask("PUT", `data/${encodeURIComponent(file.name)}`, file, "application/octet-stream");
    const { data: choice } = form.elements;
    if (![...choice.options].some((option) => option.value === data)) choice.append(new Option(data, data));
    choice.value = data;
    sent.textContent = `${data} is in the folder.`;
  } catch (error) {
    sent.textContent = "";
    throw error;
  }
};
const wanted = () => {
  const given = new FormData(form);
  const number = (name) => (given.get(name) === "" ? null : Number(given.get(name)));
  return {
    ...Object.fromEntries(["data", "workload", "study", "lab", "sender", "link"].map((name) => [name, given.get(name)])),
    ...Object.fromEntries(["budget_minutes", "precision_percent", "rounds"].map((name) => [name, number(name)])),
    ...Object.fromEntries(["codec", "size", "variant"].map((name) => [name, given.get(name).split(/\s+/).filter(Boolean)])),
    profile: given.get("profile") || null,
    receiver: given.getAll("receiver"),
    platform: given.getAll("platform"),
    operation: given.getAll("operation"),
  };
};
const put = async (study) => {
  show(await ask("POST", "queue", JSON.stringify(study)));
  sent.textContent = "It is in the queue.";
};

if (serving) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    sent.textContent = "";
    tried(() => put(wanted()));
  });
  form.querySelector("button:disabled").disabled = false; // sooner, the browser would send the form by itself
  for (const button of document.querySelectorAll("[data-resume]")) {
    button.addEventListener("click", () => tried(() => put({ lab: button.dataset.resume, resume: true })));
  }
  const drop = document.getElementById("drop");
  document.getElementById("file").addEventListener("change", ({ target }) => {
    if (target.files.length) tried(() => send(target.files[0]));
  });
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (file) tried(() => send(file));
  });
  watch();
}
