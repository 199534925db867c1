// Lets a reader choose, keeps the choice in the link, and has everything on the page show it.
import { choiceOf, nothingChosen, pairsOf } from "./choice.mjs";
import { copy, save } from "./copying.mjs";
import { FASTEST, LIVE } from "./figures.mjs";
import { decoded, isState, write } from "./fragment.mjs";
import { MIX, mixing, showForm, showMix } from "./mixing.mjs";
import { parquet } from "./parquet.mjs";
import { rateWords } from "./quantities.mjs";
import { rowsOf, tablesOfCells, valuesOf } from "./rows.mjs";
import { selecting, showSelection } from "./selection.mjs";
import { csv, lookFor, markdown, seen, sortBy } from "./tables.mjs";

const NARROW_PX = 640; // on narrower pages, the part to choose by begins folded

// The anchors of figures, by kind and title: they are those that the report gave them.
const anchorsOf = (data) => {
  const captions = [...document.querySelectorAll("figure[id]")].map((figure) => [
    figure.id,
    figure.querySelector("figcaption").textContent,
  ]);
  const known = new Map(captions.map(([id, title]) => [`${id.split("/")[0]}/${title}`, id]));
  return (kind, title) => known.get(`${kind}/${title}`) ?? `${kind}/${data.rankings.indexOf(title) + 1}`;
};

// The functions that show a choice, by part of the page.
const showing = (data, root) => {
  const find = (selector) => root.querySelector(selector);
  const live = new Map([...document.querySelectorAll("[data-live]")].map((place) => [place.dataset.live, place]));
  const anchors = anchorsOf(data);
  const references = data.rankings.map((_, ranking) => {
    const own = data.cells.filter((cell) => cell.ranking === ranking);
    return new Map(own.map((cell) => [cell.who, cell]));
  });
  const showRows = rowsOf(data, references);
  const isOn = (state, levels, free) => levels.every((level, at) => data.facets[at].name === free || !state.off[at].has(level));
  const cellsOn = (state) => data.cells.filter((cell) => isOn(state, cell.levels));
  const parts = {
    facets: (state) => {
      for (const each of root.querySelectorAll(".facet")) {
        const off = state.off[each.dataset.facet];
        const boxes = [...each.querySelectorAll("input")];
        for (const box of boxes) box.checked = !off.has(Number(box.value));
        each.querySelector(".chosen").textContent = off.size ? `${boxes.length - off.size} of ${boxes.length}` : "all";
        each.classList.toggle("narrowed", off.size > 0);
      }
      find("#reference").value = state.reference ?? "";
      for (const each of root.querySelectorAll("#across input")) each.checked = each.value === `${state.reference ?? ""}`;
      find("#recomputed").hidden = state.reference === null;
    },
    rows: (state) => {
      showRows((cell) => isOn(state, cell.levels), state.reference);
      lookFor(tablesOfCells(), state.find);
    },
    figures: (state) => {
      const shown = cellsOn(state);
      const given = { chosen: state.reference, anchors, references };
      for (const [kind, place] of live) LIVE[kind](place, data, shown, given);
      const [left, all] = [shown.length, data.cells.length];
      find("#shown").textContent =
        left === 1 && all === 1 ? "The one cell is shown." : `${left === all ? "All" : `${left} of`} ${all} cells are shown.`;
    },
    mix: (state) => {
      const form = find("#mix");
      if (!form) return; // nothing was both written and read
      showForm(form, state.mix);
      // A way has both operations, whichever of them is shown.
      const ways = data.ways.filter((way) => way.place === state.mix.place && isOn(state, way.levels, "operation"));
      showMix(find("#mixed"), data, ways, state.mix);
    },
    selection: (state) => showSelection(find("#picked"), data, state, references),
  };
  return {
    cellsOn,
    isShown: (state, cell) => isOn(state, cell.levels),
    values: (state) => valuesOf(data, cellsOn(state), state.reference, references),
    drawAll: () => {
      for (const place of live.values()) place.dataset.all = "";
    },
    show: (state, ...names) => {
      for (const name of names.length ? names : Object.keys(parts)) parts[name](state);
    },
  };
};

// For a first look, beside the answer: the way that takes the least to write, send and read, and a change that would favour another.
// The answer of a run over a link has both.
const showTurning = (data, root) => {
  const [lead, answer, change] = [
    document.getElementById("turning"),
    ...["p.answer", "li"].map((name) => root.querySelector(`#mixed ${name}`)),
  ];
  if (!lead || !data.ways.length || data.link !== null || !document.getElementById("answers")) return;
  const { title } = data.places[0];
  lead.textContent = `${title}, written once, sent over ${rateWords(MIX.rate)} and read once: ${answer.textContent} ${change.textContent}`;
  lead.hidden = false;
};

export const explore = (data, root) => {
  const find = (selector) => root.querySelector(selector);
  const notice = find("#gone");
  const page = showing(data, root);
  let state = nothingChosen(data);
  let written = ""; // the fragment that this page wrote itself

  const change = (changes, ...names) => {
    Object.assign(state, changes);
    notice.hidden = true;
    page.show(state, ...names);
    if ("reference" in changes && state.sort) sortBy(tablesOfCells(), state.sort); // ratios are others now
    written = write(pairsOf(data, state));
    history.replaceState(null, "", written ? `#${written}` : location.href.split("#")[0]);
  };
  const select = (who) => change({ pick: who === state.pick ? null : who }, "selection");

  for (const each of root.querySelectorAll(".facet")) {
    const at = Number(each.dataset.facet);
    const boxes = [...each.querySelectorAll("input")];
    const off = (chosen) => change({ off: state.off.with(at, new Set(chosen.map((box) => Number(box.value)))) });
    each.addEventListener("change", () => off(boxes.filter((box) => !box.checked)));
    each.querySelector("[data-act=all]").addEventListener("click", () => off([]));
    each.querySelector("[data-act=none]").addEventListener("click", () => off(boxes));
  }
  const reference = find("#reference");
  reference.append(...Object.entries(FASTEST).map(([name, says]) => new Option(says, name)));
  reference.append(...data.whos.map((who, at) => new Option(`${who.subject} · ${who.platform}`, at)));
  const compare = ({ target: { value } }) =>
    change({ reference: value === "" ? null : Object.hasOwn(FASTEST, value) ? value : Number(value) });
  reference.addEventListener("change", compare);
  find("#across")?.addEventListener("change", compare);
  if (find("#mix")) {
    mixing(find("#mix"), find("#wrong"), data.places, (changes) => change({ mix: { ...state.mix, ...changes } }, "mix", "selection"));
  }
  selecting(select);
  const acts = {
    everything: () => change(nothingChosen(data)),
    link: (button) => copy(button, find("#copied"), `${location.href.split("#")[0]}#${write(pairsOf(data, state))}`),
    markdown: (button) => {
      const tables = tablesOfCells().filter((table) => !table.closest(".scroll").hidden);
      copy(button, find("#copied"), tables.map((table) => markdown(seen(table))).join("\n"));
    },
    csv: (button) => copy(button, find("#copied"), csv(page.values(state))),
    parquet: () => save("wirelab-cells.parquet", parquet(page.values(state)), "application/vnd.apache.parquet"),
    close: () => change({ pick: null }, "selection"),
    compare: () => change({ reference: state.pick }),
  };
  for (const [name, act] of Object.entries(acts)) find(`[data-act=${name}]`).addEventListener("click", (event) => act(event.currentTarget));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.pick !== null) change({ pick: null }, "selection");
  });
  document.addEventListener("drawn", () => page.show(state, "selection"));

  const land = (fragment) => {
    const named = () => document.getElementById(fragment) ?? document.getElementById(decoded(fragment));
    if (named() === null) page.drawAll(); // it may be a figure that waits until somebody asks for it
    if (named() === null) page.show(state, "figures", "selection");
    if (named() === null) page.show(Object.assign(state, nothingChosen(data))); // or it is of cells that are not shown
    const place = named();
    notice.textContent = `This link names a place that this page does not have (${decoded(fragment)}). Everything is shown.`;
    notice.hidden = place !== null;
    for (const row of document.querySelectorAll(".target")) row.classList.remove("target");
    place?.classList.add("target");
    const cell = data.cells.find((each) => each.anchor === place?.id);
    if (cell && (place.hidden || !page.isShown(state, cell))) page.show(Object.assign(state, { off: nothingChosen(data).off, find: "" }));
    place?.scrollIntoView();
  };
  const arrive = () => {
    const fragment = location.hash.slice(1);
    if (fragment === written) return;
    written = fragment;
    if (fragment && !isState(fragment)) return land(fragment);
    const [next, missing] = choiceOf(data, fragment);
    state = next;
    notice.textContent = `This link asks for something that this page does not have (${missing.join("; ")}). Everything is shown.`;
    notice.hidden = missing.length === 0;
    page.show(state);
    if (state.sort && !sortBy(tablesOfCells(), state.sort)) state.sort = "";
  };

  root.hidden = false;
  if (document.documentElement.clientWidth < NARROW_PX) find(".choose").open = false;
  page.show(state);
  showTurning(data, root);
  arrive();
  addEventListener("hashchange", arrive);
  let wide = document.documentElement.clientWidth;
  addEventListener("resize", () => {
    if (document.documentElement.clientWidth === wide) return;
    wide = document.documentElement.clientWidth;
    page.show(state, "figures", "mix", "selection");
  });
  return { sorted: (sort) => change({ sort }, "selection"), searched: (words) => change({ find: words }, "selection") };
};
