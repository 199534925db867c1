import { inspect, isDeepStrictEqual } from "node:util";

const hasParts = (value) => [Object, Array].includes(value?.constructor);

/** Where two values differ first, or null. */
export function difference(expected, actual, path = "") {
  if (isDeepStrictEqual(expected, actual)) return null; // NaN is NaN for it, and -0 is not 0
  const keys = hasParts(expected) && hasParts(actual) ? Object.keys({ ...expected, ...actual }) : [];
  for (const key of keys) {
    const step = Array.isArray(expected) ? `[${key}]` : `.${key}`;
    const found = difference(expected[key], actual[key], path + step);
    if (found) return found;
  }
  return { path, expected: inspect(expected), actual: inspect(actual) };
}
