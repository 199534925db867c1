// A reader's choice, as the part of a link after `#`: `?format=JSON,XML&pick=orjson@python`. Other fragments name a place.
// Names are written as they are where a link allows it, and escaped elsewhere.
const readable = (text) =>
  encodeURIComponent(text).replaceAll("%40", "@").replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%3D", "=");
export const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export const isState = (fragment) => fragment.startsWith("?");
export const write = (pairs) => {
  const parts = pairs.map(([name, values]) => `${readable(name)}=${values.map(readable).join(",")}`);
  return parts.length ? `?${parts.join("&")}` : "";
};
export const read = (fragment) =>
  fragment
    .slice(1)
    .split("&")
    .filter(Boolean)
    .map((part) => {
      const [name, ...rest] = part.split("=");
      const values = rest.join("=");
      return [decoded(name), values === "" ? [] : values.split(",").map(decoded)];
    });

// The levels of each facet that a link leaves out, and those that it asks for and the page does not have.
export const facetsOff = (facets, pairs) => {
  const missing = [];
  const off = facets.map(() => new Set());
  for (const [at, facet] of facets.entries()) {
    const asked = pairs.find(([name]) => name === facet.name);
    if (!asked) continue;
    const unknown = asked[1].filter((level) => !facet.levels.includes(level));
    missing.push(...unknown.map((level) => `${facet.name} “${level}”`));
    if (unknown.length) continue;
    for (const [index, level] of facet.levels.entries()) if (!asked[1].includes(level)) off[at].add(index);
  }
  return { off, missing };
};
