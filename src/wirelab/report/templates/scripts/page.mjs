// Makes a report's page interactive. Without it, the page shows all measurements, and lets nobody choose.
import { showAges } from "./ages.mjs";
import { explore } from "./choosing.mjs";
import { hasCells } from "./rows.mjs";
import { filterable, sortable } from "./tables.mjs";

// Light or dark, as the reader's system has it until the reader chooses.
const button = document.getElementById("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
const root = document.documentElement;
const isDark = () => (root.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
const name = () => {
  button.textContent = isDark() ? "Light" : "Dark";
};
const stored = (value) => {
  try {
    if (value) localStorage.setItem("wirelab-theme", value);
    return localStorage.getItem("wirelab-theme");
  } catch {
    return null; // the reader's browser stores nothing
  }
};
if (["light", "dark"].includes(stored())) root.dataset.theme = stored();
button.addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  stored(root.dataset.theme);
  name();
});
dark.addEventListener("change", name);
name();
button.hidden = false;

// A point's accessible name beside the pointer, or beside the point that has the focus.
const tip = document.getElementById("tip");
const hide = () => {
  tip.hidden = true;
};
const say = (target) => {
  const mark = target.closest?.("figure svg [aria-roledescription='point']");
  if (!mark) return hide();
  tip.textContent = mark.getAttribute("aria-label");
  tip.hidden = false;
  const box = mark.getBoundingClientRect();
  const room = root.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${Math.max(8, Math.min(box.right + 10, room))}px`;
  tip.style.top = `${Math.max(8, box.top - tip.offsetHeight - 6)}px`;
};
document.addEventListener("pointerover", (event) => say(event.target));
document.addEventListener("focusin", (event) => say(event.target));
document.addEventListener("scroll", hide, { passive: true });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hide();
});

showAges(Date.now());

const place = document.getElementById("explorer");
let explorer = null;
sortable((table, asked) => {
  if (hasCells(table)) explorer?.sorted(asked);
});
filterable((tables, words) => {
  if (tables.some(hasCells)) explorer?.searched(words);
});
if (place) explorer = explore(JSON.parse(document.getElementById("measured").textContent), place);
