// What a reader chose, kept in the link, and shown by everything on the page.
import { drawRatios, drawSizes, ratioTo } from "./figures.mjs";
import { facetsOff, isState, read, write } from "./fragment.mjs";
import { MIX, numberIn, showMix } from "./mixing.mjs";
import { durationWithLimits, parseRate, rateWords, ratioWithLimits, size } from "./quantities.mjs";
import { csv, markdown, seen, sortBy } from "./tables.mjs";

const PRICES = ["cpu", "traffic"];

export const explore = (data, root) => {
  const find = (selector) => root.querySelector(selector);
  const [notice, status, reference, form, panel] = ["#gone", "#shown", "#reference", "#mix", "#picked"].map(find);
  const places = Object.fromEntries([...document.querySelectorAll("[data-live]")].map((place) => [place.dataset.live, place]));
  const rows = data.cells.map((cell) => document.getElementById(cell.anchor));
  const references = data.rankings.map(
    (_, ranking) => new Map(data.cells.filter((cell) => cell.ranking === ranking).map((cell) => [cell.who, cell])),
  );
  const byName = new Map(data.whos.map((who, at) => [who.name, at]));
  const known = new Map([...document.querySelectorAll("figure[id]")].map((figure) => [figure.id, figure]));
  const titled = new Map([...known].map(([id, figure]) => [`${id.split("/")[0]}/${figure.querySelector("figcaption")?.textContent}`, id]));
  const anchors = (kind, title) => titled.get(`${kind}/${title}`) ?? `${kind}/${data.rankings.indexOf(title) + 1}`;
  const asked = { ...MIX, ...(data.link ? { rate: data.link[0], delay: data.link[1] } : {}) };
  const fresh = () => ({ off: data.facets.map(() => new Set()), reference: null, pick: null, mix: { ...asked }, sort: "" });
  let state = fresh();
  let written = null; // the fragment that this page wrote itself

  // --- from and to the link
  const pairs = () => {
    const found = [];
    for (const [at, facet] of data.facets.entries()) {
      if (state.off[at].size) found.push([facet.name, facet.levels.filter((_, index) => !state.off[at].has(index))]);
    }
    if (state.reference !== null) found.push(["reference", [data.whos[state.reference].name]]);
    if (state.pick !== null) found.push(["pick", [data.whos[state.pick].name]]);
    if (state.sort) found.push(["sort", [state.sort]]);
    const { mix } = state;
    if (mix.rate !== asked.rate) found.push(["rate", [rateWords(mix.rate, 12)]]);
    for (const name of ["delay", "reads", ...PRICES, "by"]) if (mix[name] !== asked[name]) found.push([name, [`${mix[name]}`]]);
    if (mix.place) found.push(["between", [data.places[mix.place].title]]);
    return found;
  };
  const keep = () => {
    const fragment = write(pairs());
    written = fragment;
    history.replaceState(null, "", fragment ? `#${fragment}` : location.href.split("#")[0]);
  };
  const take = (fragment) => {
    const asks = read(fragment);
    const { off, missing } = facetsOff(data.facets, asks);
    const next = { ...fresh(), off };
    for (const [name, values] of asks) {
      const [value] = values;
      const who = byName.get(value) ?? null;
      if (data.facets.some((facet) => facet.name === name)) continue;
      if (name === "reference" || name === "pick") {
        if (who === null) missing.push(`${name} “${value ?? ""}”`);
        next[name] = who;
      } else if (name === "sort") next.sort = value ?? "";
      else if (name === "between") {
        const at = data.places.findIndex((place) => place.title === value);
        if (at < 0) missing.push(`data “${value ?? ""}”`);
        next.mix.place = Math.max(at, 0);
      } else if (name !== "place" && Object.hasOwn(MIX, name)) {
        const meant =
          name === "rate"
            ? parseRate(value ?? "")
            : name === "by"
              ? ["time", "price"].includes(value)
                ? value
                : null
              : numberIn(value ?? "");
        if (meant === null) missing.push(`${name} “${value ?? ""}”`);
        else next.mix[name] = meant;
      } else missing.push(name);
    }
    return missing.length ? [fresh(), missing] : [next, []];
  };

  // --- showing
  const isShown = (cell) => cell.levels.every((level, at) => !state.off[at].has(level));
  const originals = new Map();
  const heads = new Map();
  const columns = (table) => {
    const names = () => [...table.tHead.rows[0].cells].map((head) => head.textContent);
    if (!heads.has(table))
      heads.set(
        table,
        ["ratio", "verdict", "against"].map((name) => names().indexOf(name)),
      );
    return heads.get(table);
  };
  const showRatio = (row, cell) => {
    const [at, verdict, against] = columns(row.closest("table"));
    const cells = [at, verdict, against].filter((each) => each >= 0).map((each) => row.cells[each]);
    if (!originals.has(row))
      originals.set(
        row,
        cells.map((each) => [[...each.childNodes], each.className]),
      );
    if (state.reference === null) {
      for (const [index, each] of cells.entries()) {
        const [nodes, look] = originals.get(row)[index];
        each.replaceChildren(...nodes);
        each.className = look;
      }
      return;
    }
    const found = ratioTo(data, cell, state.reference, references[cell.ranking]);
    const [estimate, limits] = ratioWithLimits(found.ratio);
    const beside = document.createElement("span");
    beside.className = "limits";
    beside.textContent = limits;
    row.cells[at].replaceChildren(estimate, " ", beside);
    row.cells[at].classList.toggle("grey", found.look === "soft");
    row.cells[verdict].textContent = found.words;
    row.cells[verdict].className = found.look;
    if (against >= 0) row.cells[against].textContent = found.against ? `${found.against.subject} on ${found.against.platform}` : "";
  };
  const showRows = () => {
    let changed = false;
    for (const [at, cell] of data.cells.entries()) {
      const row = rows[at];
      if (!row) continue;
      row.classList.toggle("off", !isShown(cell));
      if (state.reference !== null || originals.has(row)) {
        showRatio(row, cell);
        changed = true;
      }
    }
    for (const table of document.querySelectorAll("table.results")) {
      const own = [...table.tBodies[0].rows];
      const none = own.length > 0 && own[0].id.startsWith("cell/") && own.every((row) => row.classList.contains("off"));
      table.closest(".scroll").hidden = none;
    }
    find("#recomputed").hidden = !changed || state.reference === null;
  };
  const showFacets = () => {
    for (const each of root.querySelectorAll(".facet")) {
      const at = Number(each.dataset.facet);
      const all = data.facets[at].levels.length;
      for (const box of each.querySelectorAll("input")) box.checked = !state.off[at].has(Number(box.value));
      const left = all - state.off[at].size;
      each.querySelector(".chosen").textContent = left === all ? "all" : `${left} of ${all}`;
      each.classList.toggle("narrowed", left < all);
    }
  };
  const showPick = () => {
    const who = state.pick === null ? null : data.whos[state.pick];
    document.body.classList.toggle("picking", who !== null);
    const label = who && `${who.subject} · ${who.platform}`;
    for (const node of document.querySelectorAll("[data-who]")) node.classList.toggle("picked", Number(node.dataset.who) === state.pick);
    for (const [at, cell] of data.cells.entries()) rows[at]?.classList.toggle("picked", cell.who === state.pick);
    for (const node of document.querySelectorAll(".drawn:not([data-live]) [aria-roledescription='point']")) {
      const says = node.getAttribute("aria-label") ?? "";
      node.classList.toggle("picked", label !== null && (says.startsWith(`${label},`) || says.startsWith(`${label} (`)));
    }
    panel.hidden = who === null;
    if (who === null) return;
    panel.querySelector("h3").textContent = label;
    panel.querySelector("dl").replaceChildren(
      ...[["format", who.format], ...who.facts].flatMap(([name, fact]) => {
        const [term, words] = [document.createElement("dt"), document.createElement("dd")];
        term.textContent = name;
        if (name === "documentation" && /^https:\/\/[^\s]+$/.test(fact)) {
          const link = document.createElement("a");
          link.href = fact;
          link.rel = "noreferrer noopener";
          link.textContent = fact;
          words.append(link);
        } else words.textContent = fact;
        return [term, words];
      }),
    );
    panel.querySelector("ul").replaceChildren(
      ...data.cells
        .filter((cell) => cell.who === state.pick)
        .slice(0, 40)
        .map((cell) => {
          const item = document.createElement("li");
          const link = document.createElement("a");
          link.href = `#${cell.anchor}`;
          link.textContent = data.rankings[cell.ranking];
          const found = ratioTo(data, cell, state.reference, references[cell.ranking]);
          item.append(
            link,
            `: ${durationWithLimits(cell.time_ns).join(" ")}, ${size(cell.size_bytes)}; ${ratioWithLimits(found.ratio).join(" ")} ${found.words}`,
          );
          return item;
        }),
    );
    panel.querySelector("[data-act=compare]").disabled = state.reference === state.pick;
  };
  const showForm = () => {
    const { mix } = state;
    form.elements.rate.value = Math.round(Math.log10(mix.rate) * 20);
    find("#rate-words").textContent = rateWords(mix.rate, 3);
    form.elements.rate.setAttribute("aria-valuetext", rateWords(mix.rate, 3));
    for (const name of ["reads", ...PRICES]) if (document.activeElement !== form.elements[name]) form.elements[name].value = mix[name];
    if (document.activeElement !== form.elements.delay) form.elements.delay.value = Number((mix.delay * 1e3).toPrecision(12));
    form.elements.by.value = mix.by;
    form.elements.place.value = mix.place;
    for (const each of form.querySelectorAll("[data-by]")) each.hidden = each.dataset.by !== mix.by;
  };
  const showMixing = () => {
    if (!form) return; // nothing was both written and read
    showForm();
    const ways = data.ways.filter(
      (way) =>
        way.place === state.mix.place && way.levels.every((level, at) => data.facets[at].name === "operation" || !state.off[at].has(level)),
    );
    showMix(find("#mixed"), data, ways, state.mix);
  };
  const showFigures = () => {
    const shown = data.cells.filter(isShown);
    if (places.size) drawSizes(places.size, data, shown, anchors);
    if (places.ratios) drawRatios(places.ratios, data, shown, state.reference, anchors, references);
    status.textContent =
      shown.length === data.cells.length
        ? `All ${data.cells.length} cells are shown.`
        : `${shown.length} of ${data.cells.length} cells are shown.`;
  };
  const show = () => {
    reference.value = state.reference ?? "";
    showFacets();
    showRows();
    showFigures();
    showMixing();
    showPick();
  };
  const change = (changes, shows = show) => {
    Object.assign(state, changes);
    notice.hidden = true;
    shows();
    keep();
  };
  const pick = (who) => change({ pick: who === state.pick ? null : who }, showPick);

  // --- the reader
  const tell = (button, done) => {
    const words = button.textContent;
    button.textContent = done;
    setTimeout(() => {
      button.textContent = words;
    }, 1500);
  };
  const copy = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
      tell(button, "Copied");
    } catch {
      const area = find("#copied");
      area.hidden = false;
      area.value = text;
      area.select();
      tell(button, "Select and copy it below");
    }
  };
  for (const each of root.querySelectorAll(".facet")) {
    const at = Number(each.dataset.facet);
    each.addEventListener("change", () => {
      const off = [...each.querySelectorAll("input")].filter((box) => !box.checked).map((box) => Number(box.value));
      change({ off: state.off.with(at, new Set(off)) });
    });
    each.querySelector("[data-act=all]").addEventListener("click", () => change({ off: state.off.with(at, new Set()) }));
    each
      .querySelector("[data-act=none]")
      .addEventListener("click", () => change({ off: state.off.with(at, new Set(data.facets[at].levels.keys())) }));
  }
  reference.append(...data.whos.map((who, at) => new Option(`${who.subject} · ${who.platform}`, at)));
  reference.addEventListener("change", () => change({ reference: reference.value === "" ? null : Number(reference.value) }));
  if (form) {
    form.elements.place.append(...data.places.map((place, at) => new Option(place.title, at)));
    form.querySelector("[data-places]").hidden = data.places.length < 2;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => {
      const { name, value } = event.target;
      const read = { rate: () => 10 ** (Number(value) / 20), by: () => value, place: () => Number(value) }[name] ?? (() => numberIn(value));
      const meant = read();
      const wrong = meant === null;
      event.target.setAttribute("aria-invalid", wrong);
      find("#wrong").textContent = wrong ? `“${value}” is no number from 0 to 1,000,000,000; the last one that was is still used.` : "";
      if (!wrong)
        change({ mix: { ...state.mix, [name]: name === "delay" ? meant / 1e3 : meant } }, () => {
          showMixing();
          showPick();
        });
    });
  }
  find("[data-act=everything]").addEventListener("click", () => change(fresh()));
  find("[data-act=link]").addEventListener("click", (event) =>
    copy(event.currentTarget, `${location.href.split("#")[0]}#${write(pairs())}`),
  );
  find("[data-act=markdown]").addEventListener("click", (event) => {
    const tables = [...document.querySelectorAll("table.results")].filter(
      (table) => table.tBodies[0].rows[0]?.id.startsWith("cell/") && !table.closest(".scroll").hidden,
    );
    copy(event.currentTarget, tables.map((table) => markdown(seen(table))).join("\n"));
  });
  find("[data-act=csv]").addEventListener("click", (event) =>
    copy(event.currentTarget, csv(valuesOf(data, data.cells.filter(isShown), state.reference, references))),
  );
  panel.querySelector("[data-act=close]").addEventListener("click", () => change({ pick: null }, showPick));
  panel.querySelector("[data-act=compare]").addEventListener("click", () => change({ reference: state.pick }));
  document.addEventListener("keydown", (event) => {
    const mark = event.target.closest?.(".mark");
    if (event.key === "Escape" && state.pick !== null) change({ pick: null }, showPick);
    if (!mark) return;
    const marks = [...mark.closest("svg").querySelectorAll(".mark")];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      const next = marks[(marks.indexOf(mark) + step + marks.length) % marks.length];
      mark.setAttribute("tabindex", -1);
      next.setAttribute("tabindex", 0);
      next.focus();
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      pick(Number(mark.dataset.who));
      event.preventDefault();
    }
  });
  document.addEventListener("click", (event) => {
    const mark = event.target.closest(".mark[data-who], tr[data-who] button.who");
    if (mark) pick(Number(mark.closest("[data-who]").dataset.who));
  });
  document.addEventListener("drawn", showPick);
  for (const [at, cell] of data.cells.entries()) {
    const head = rows[at]?.cells[0];
    if (!head) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "who";
    button.append(...head.childNodes);
    head.append(button);
    rows[at].dataset.who = cell.who;
  }

  // --- beginning
  const arrive = () => {
    const fragment = location.hash.slice(1);
    if (fragment === written) return;
    if (isState(fragment)) {
      const [next, missing] = take(fragment);
      state = next;
      notice.textContent = `This link asks for what this page does not have (${missing.join("; ")}). Everything is shown.`;
      notice.hidden = missing.length === 0;
      show();
      if (state.sort && !sortBy([...document.querySelectorAll("table.results")], state.sort)) state.sort = "";
    } else if (fragment) {
      const place = document.getElementById(fragment) ?? document.getElementById(decoded(fragment));
      notice.textContent = `This link names a place that this page does not have (${decoded(fragment)}). Everything is shown.`;
      notice.hidden = place !== null;
      place?.scrollIntoView();
      for (const row of document.querySelectorAll(".target")) row.classList.remove("target");
      place?.classList.add("target");
      const at = data.cells.findIndex((cell) => cell.anchor === place?.id);
      if (at >= 0 && !isShown(data.cells[at])) change({ off: fresh().off });
    }
  };
  root.hidden = false;
  state.sort = "";
  show();
  arrive();
  addEventListener("hashchange", arrive);
  let wide = document.documentElement.clientWidth;
  addEventListener("resize", () => {
    if (document.documentElement.clientWidth === wide) return;
    wide = document.documentElement.clientWidth;
    showFigures();
    showMixing();
    showPick();
  });
  return { sorted: (sort) => change({ sort }, () => {}) };
};

const decoded = (fragment) => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

// What is shown, as rows of values in the smallest units, for CSV.
export const valuesOf = (data, cells, reference, references) => [
  [
    "ranking",
    "subject",
    "platform",
    ...data.facets.map((facet) => facet.name),
    "time_ns",
    "time_low_ns",
    "time_high_ns",
    "size_bytes",
    "allocated_bytes",
    "ratio",
    "ratio_low",
    "ratio_high",
    "verdict",
    "against",
  ],
  ...cells.map((cell) => {
    const who = data.whos[cell.who];
    const { ratio, words, against } = ratioTo(data, cell, reference, references[cell.ranking]);
    return [
      ...[data.rankings[cell.ranking], who.subject, who.platform],
      ...cell.levels.map((level, at) => data.facets[at].levels[level]),
      ...(cell.time_ns ?? [null, null, null]),
      ...[cell.size_bytes, cell.allocated_bytes],
      ...(ratio ?? [null, null, null]),
      ...[words, against ? against.name : ""],
    ];
  }),
];
