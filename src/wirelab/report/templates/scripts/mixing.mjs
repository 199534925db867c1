// Ranks ways by the reader's mix, and says where another would win.
import { overRates, stacked } from "./drawing.mjs";
import { PARTS, partsOf, ranked, turning, winners } from "./mix.mjs";
import { duration, money, rateWords, ratio } from "./quantities.mjs";

const SHOWN = 12;
const LOWEST = 1e4;
const HIGHEST = 1e11;
const STEPS = 20; // of the slider, to a factor of ten
const INPUTS = {
  rate: ["the rate of the link", rateWords],
  delay: ["the delay of the link", (seconds) => duration(seconds * 1e9)],
  reads: ["reads per write", (reads) => `${Number(reads.toPrecision(3))}`],
  cpu: ["the price of a CPU hour", money],
  traffic: ["the price of a GB", money],
};
const OF = { time: ["rate", "delay", "reads"], price: ["cpu", "traffic", "reads"] };

const cell = (name, words, look) => {
  const node = document.createElement(name);
  node.textContent = words;
  if (look) node.className = look;
  return node;
};
const limitsWords = (limits, write) => {
  if (limits === null) return " (this run gives no limits for it)";
  const [low, high] = limits.map((each) => (each <= 0 ? "0" : Number.isFinite(each) ? write(each) : "∞"));
  return low === high ? "" : ` [${low}, ${high}]`;
};

// Sentences on where another way takes over.
export const turningWords = (ways, mix) =>
  OF[mix.by].flatMap((input) => {
    const [name, write] = INPUTS[input];
    return Object.entries(turning(ways, mix, input)).flatMap(([side, found]) =>
      found === null
        ? []
        : [`${found.way.name} would take less if ${name} were ${side} ${write(found.at)}${limitsWords(found.limits, write)}.`],
    );
  });

// Shows the ranking of `ways`; `place` is the form's output.
export const showMix = (place, data, ways, chosen) => {
  const objects = data.places[chosen.place]?.objects || 1;
  const mix = { ...chosen, messages: chosen.batch > 0 ? Math.max(1, Math.ceil(objects / chosen.batch)) : 1 };
  const found = ranked(ways, mix, data.band);
  const [answer, body, list, picture] = ["p", "tbody", "ul", "figure"].map((name) => place.querySelector(name));
  if (!found.length) {
    answer.textContent = "Nothing that is shown was both written and read.";
    for (const part of [body, list, picture]) part.replaceChildren();
    return;
  }
  const write = mix.by === "price" ? (value) => `${money((value / objects) * 1e6)} ${data.currency}`.trim() : duration;
  const [first, second] = found;
  const tied = found.filter((each) => each.tied).length;
  const unit = mix.by === "price" ? ` for a million ${objects > 1 ? "objects" : "times"}` : "";
  const next = second ? `. The next, ${second.way.name}, takes ${ratio(second.total / first.total)} as much` : "";
  const sure = tied ? `, but ${tied === 1 ? "one other" : `${tied} others`} may take as little` : "";
  const guessed = found.filter((each) => !each.tied && !each.known).length;
  const by = guessed
    ? ` ${guessed === 1 ? "One other is" : `${guessed} others are`} compared only by estimates: too few rounds in common, or processes that were not steady.`
    : "";
  answer.textContent =
    first.total > 0
      ? `${first.way.name} takes the least: ${write(first.total)}${unit}${next}${sure}.${by}`
      : "All take nothing: give a price above 0.";
  const most = found[Math.min(found.length, SHOWN) - 1].total || 1;
  place
    .querySelector("[data-parts]")
    .replaceChildren(...PARTS[mix.by].flatMap((name, at) => [cell("span", "", `swatch part-${at}`), name]));
  body.replaceChildren(
    ...found.slice(0, SHOWN).map(({ way, total, tied, known }, at) => {
      const row = document.createElement("tr");
      row.dataset.who = way.who;
      const name = cell("th", "");
      name.scope = "row";
      const button = cell("button", way.name, "who");
      button.type = "button";
      name.append(button);
      const parts = partsOf(way, mix);
      const composed = PARTS[mix.by].map((part, index) => `${part} ${write(parts[index])}`).join(", ");
      const scale = cell("td", "");
      scale.append(stacked(parts, most, `${way.name}: ${composed}`));
      const says = at === 0 ? "the least" : tied ? "undecided" : known ? "more" : "more (estimates)";
      row.append(
        name,
        cell("td", write(total), "number"),
        cell("td", ratio(first.total > 0 ? total / first.total : null), "number"),
        scale,
        cell("td", says, tied ? "unresolved" : "soft"),
      );
      return row;
    }),
  );
  list.replaceChildren(...turningWords(ways, mix).map((words) => cell("li", words)));
  if (!list.children.length) list.append(cell("li", "No change of a single input would make another take less."));
  if (mix.by === "time") {
    const width = Math.max(280, Math.min(760, picture.parentElement.clientWidth));
    const caption = cell("figcaption", "The way that takes the least, by the rate of the link");
    picture.replaceChildren(
      caption,
      overRates(winners(ways, mix, LOWEST, HIGHEST), data.whos, Math.min(Math.max(mix.rate, LOWEST), HIGHEST), width),
    );
    picture.querySelector(".mark").setAttribute("tabindex", 0);
  } else {
    picture.replaceChildren();
  }
};

// The values of a form's inputs, and the faults in them.
export const MIX = { rate: 1e9, delay: 0, reads: 1, cpu: 0, traffic: 0, batch: 0, by: "time", place: 0 };
export const NUMBERS = ["delay", "reads", "cpu", "traffic", "batch"]; // the inputs in which a reader types a number
const MOST = 1e9;
export const numberIn = (words) => {
  const text = words.trim();
  const value = Number(text);
  return text !== "" && Number.isFinite(value) && value >= 0 && value <= MOST ? value : null;
};

// The form shows a mix; `changed` is called with another.
export const showForm = (form, mix) => {
  const { rate, by, place } = form.elements;
  rate.value = Math.round(Math.log10(mix.rate) * STEPS);
  rate.setAttribute("aria-valuetext", rateWords(mix.rate, 3));
  form.querySelector("output").textContent = rateWords(mix.rate, 3);
  const shown = { ...mix, delay: Number((mix.delay * 1e3).toPrecision(12)) };
  for (const name of NUMBERS) if (document.activeElement !== form.elements[name]) form.elements[name].value = shown[name];
  by.value = mix.by;
  place.value = mix.place;
  for (const each of form.querySelectorAll("[data-by]")) each.hidden = each.dataset.by !== mix.by;
};
export const taken = (name, words) => {
  if (name === "rate") return Number((10 ** (Number(words) / STEPS)).toPrecision(3)); // as it is shown, and as a link has it
  if (name === "by") return words;
  const value = numberIn(words);
  return name === "delay" && value !== null ? value / 1e3 : value;
};
export const mixing = (form, wrong, places, changed) => {
  form.elements.place.append(...places.map((place, at) => new Option(place.title, at)));
  form.querySelector("[data-places]").hidden = places.length < 2;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", ({ target }) => {
    const value = taken(target.name, target.value);
    target.setAttribute("aria-invalid", value === null);
    wrong.textContent =
      value === null ? `“${target.value}” is no number from 0 to ${MOST.toLocaleString("en")}; the last valid one is still used.` : "";
    if (value !== null) changed({ [target.name]: value });
  });
};
