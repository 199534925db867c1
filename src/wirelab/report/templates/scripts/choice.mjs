// A reader's choice, to and from the part of a link after `#`.
import { FASTEST } from "./figures.mjs";
import { facetsOff, read } from "./fragment.mjs";
import { MIX, NUMBERS, numberIn } from "./mixing.mjs";
import { parseRate, rateWords } from "./quantities.mjs";

// The mix of the run's own link, at list prices.
const mixOf = ({ link, prices }) => ({
  ...MIX,
  ...(link ? { rate: link[0], delay: link[1] } : {}),
  ...(prices ? { cpu: prices[0], traffic: Number(prices[1].toPrecision(3)) } : {}),
});

// Everything is shown, and nothing is selected.
export const nothingChosen = (data) => ({
  off: data.facets.map(() => new Set()),
  reference: null,
  pick: null,
  sort: "",
  find: "",
  mix: mixOf(data),
});

// The differences from that, as pairs of a name and values.
export const pairsOf = (data, { off, reference, pick, sort, find, mix }) => {
  const usual = mixOf(data);
  const numbers = [...NUMBERS, "by"].filter((name) => mix[name] !== usual[name]);
  return [
    ...data.facets
      .map((facet, at) => [facet.name, facet.levels.filter((_, index) => !off[at].has(index)), off[at].size])
      .filter(([, , left]) => left)
      .map(([name, levels]) => [name, levels]),
    ...(reference === null ? [] : [["reference", [data.whos[reference]?.name ?? reference]]]),
    ...(pick === null ? [] : [["pick", [data.whos[pick].name]]]),
    ...(sort ? [["sort", [sort]]] : []),
    ...(find ? [["find", [find]]] : []),
    ...(mix.rate === usual.rate ? [] : [["rate", [rateWords(mix.rate, 12)]]]),
    ...numbers.map((name) => [name, [`${mix[name]}`]]),
    ...(mix.place ? [["between", [data.places[mix.place].title]]] : []),
  ];
};

// The choice in a link, and the parts of it that this page does not have; if there are any, none of it is used.
export const choiceOf = (data, fragment) => {
  const pairs = read(fragment);
  const { off, missing } = facetsOff(data.facets, pairs);
  const made = { ...nothingChosen(data), off };
  const named = (value) => {
    const at = data.whos.findIndex((who) => who.name === value);
    return at < 0 ? null : at;
  };
  const titled = (value) => {
    const at = data.places.findIndex((place) => place.title === value);
    return at < 0 ? null : at;
  };
  const within = (value, ...words) => (words.includes(value) ? value : null);
  const takes = {
    reference: [(value) => (Object.hasOwn(FASTEST, value) ? value : named(value)), made],
    pick: [named, made],
    sort: [(value) => value, made],
    find: [(value) => value, made],
    between: [titled, made.mix, "place"],
    rate: [parseRate, made.mix],
    by: [(value) => within(value, "time", "price"), made.mix],
    ...Object.fromEntries(NUMBERS.map((name) => [name, [numberIn, made.mix]])),
  };
  for (const [name, [value = ""]] of pairs) {
    if (data.facets.some((facet) => facet.name === name)) continue;
    if (!Object.hasOwn(takes, name)) {
      missing.push(name);
      continue;
    }
    const [taken, into, key = name] = takes[name];
    const meant = taken(value);
    if (meant === null) missing.push(`${name} “${value}”`);
    else into[key] = meant;
  }
  return missing.length ? [nothingChosen(data), missing] : [made, []];
};
