// Files of objects, and protobuf's wire format. A kind of value has a wire type, and reads and writes a value.
import { readFile, writeFile } from "#host";

/** @typedef {{ bytes: Buffer, at: number }} Input */
/** @typedef {{ wireType: number, read: (input: Input) => any, write: (value: any) => Uint8Array }} Kind */

const same = (value) => value;
const fail = (message) => {
  throw new Error(message);
};
/** @returns {Input} */
const inputOf = (bytes) => ({ bytes, at: 0 });
const more = ({ bytes, at }) => at < bytes.length;
function take(input, length) {
  const end = input.at + length;
  return end > input.bytes.length ? fail("the data end too early") : input.bytes.subarray(input.at, (input.at = end));
}
function bitsIn(input) {
  for (let [bits, shift] = [0n, 0n]; ; shift += 7n) {
    const [byte] = take(input, 1);
    bits |= BigInt(byte & 127) << shift;
    if (byte < 128) return bits;
  }
}
function numberIn(input) {
  for (let [number, factor] = [0, 1]; ; factor *= 128) {
    const [byte] = take(input, 1);
    number += (byte & 127) * factor;
    if (byte < 128) return number;
  }
}
const partOf = (input) => take(input, numberIn(input));

function varint(bits) {
  const bytes = [];
  for (let rest = BigInt(bits); ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) | 128);
  }
}
// A library may have an empty list where bytes are not there (protobuf.js, in an entry of a map).
const part = (bytes) => Buffer.concat([varint(bytes.length), Array.isArray(bytes) ? Buffer.from(bytes) : bytes]);

/** A file of objects: the place of the type of each, and what `made` makes of its bytes. */
export function readFrames(path, made = same) {
  const [types, inputs] = [[], []];
  for (const input = inputOf(readFile(path)); more(input); ) {
    types.push(numberIn(input));
    inputs.push(made(partOf(input), types.at(-1)));
  }
  return { types, inputs };
}
/** Write such a file, and give the number of its objects. */
export function writeFrames(path, { types, inputs }) {
  writeFile(path, Buffer.concat(inputs.flatMap((bytes, at) => [varint(types[at]), part(bytes)])));
  return inputs.length;
}

/** @returns {Kind} */
const varints = (from, to = same) => ({
  wireType: 0,
  read: (input) => from(bitsIn(input)),
  write: (value) => varint(BigInt.asUintN(64, to(BigInt(value)))),
});
/** @returns {Kind} */
const fixed = (Type) => ({
  wireType: Type.BYTES_PER_ELEMENT === 8 ? 1 : 5,
  read: (input) => new Type(Uint8Array.from(take(input, Type.BYTES_PER_ELEMENT)).buffer)[0],
  write: (value) => Buffer.from(Type.of(value).buffer),
});
/** @returns {Kind} */
const sized = (from, to) => ({ wireType: 2, read: (input) => from(partOf(input)), write: (value) => part(to(value)) });
/** @returns {Kind} */
const as = (kind, from, to) => ({ ...kind, read: (data) => from(kind.read(data)), write: (it) => kind.write(to(it)) });

const zigzag = (bits) => (bits >> 1n) ^ -(bits & 1n);
export const int64 = varints((bits) => BigInt.asIntN(64, bits));
export const uint64 = varints(same);
export const sint64 = varints(zigzag, (value) => (value << 1n) ^ (value >> 63n));
export const [int32, uint32, sint32] = [int64, uint64, sint64].map((kind) => as(kind, Number, same));
export const [fixed32, sfixed32] = [fixed(Uint32Array), fixed(Int32Array)];
export const [fixed64, sfixed64] = [fixed(BigUint64Array), fixed(BigInt64Array)];
export const [float, double] = [fixed(Float32Array), fixed(Float64Array)];
export const bool = as(uint32, Boolean, Number);
export const string = sized(String, (text) => Buffer.from(text));
export const bytes = sized((data) => new Uint8Array(data), same);
export const INSTANT_MILLIS = as(int64, (millis) => dated(new Date(Number(millis))), Number);
const dated = (date) => (Number.isNaN(date.valueOf()) ? fail("a Date ends 8.64e15 milliseconds from 1970") : date);
const PARTS_OF_UUID = /^(.{8})(.{4})(.{4})(.{4})/;
export const UUID = sized(
  (data) => (data.length ? data.toString("hex").replace(PARTS_OF_UUID, "$1-$2-$3-$4-") : undefined),
  (text) => Buffer.from(textOf(text).replaceAll("-", ""), "hex"),
);
/** Bytes, or a tag of the library's, where the writer has a type for identifiers. */
const textOf = (read) => (typeof read === "string" ? read : fail("an identifier came back as something other than text"));
export const BIG_INTEGER = sized(
  (data) => BigInt.asIntN(8 * data.length, BigInt(`0x0${data.toString("hex")}`)),
  (value) => {
    const size = ((value < 0n ? ~value : value).toString(2).length >> 3) + 1;
    const hex = BigInt.asUintN(8 * size, value).toString(16);
    return Buffer.from(hex.padStart(2 * size, "0"), "hex");
  },
);
/** An enum whose values are names; `names` has them by their numbers. */
export function named(names) {
  const numbers = new Map(Object.entries(names).map(([number, name]) => [name, number]));
  const nameOf = (number) => names[number] ?? fail(`the enum has no value ${number}`);
  return as(int32, nameOf, (name) => numbers.get(name) ?? fail(`the enum has no value called ${name}`));
}

/**
 * A message. `make` makes an object with nothing set, `list` lists number, name, cardinality, kind of its fields, and `finish` makes of
 * the object what it shall be.
 */
export function message(make, list, finish = same) {
  let listed;
  const fields = () => (listed ??= new Map(list().map((field) => [field[0], field]))); // not yet: some come later
  function from(data) {
    const object = make();
    for (const input = inputOf(data); more(input); ) {
      const tag = numberIn(input);
      const [, name, cardinality, kind] = fields().get(tag >>> 3);
      const packed = (tag & 7) === 2 && kind.wireType !== 2;
      for (const value of packed ? all(inputOf(partOf(input)), kind) : [kind.read(input)]) {
        if (cardinality === "repeated") own(object, name, Array).push(value);
        else if (cardinality === "map") own(object, name, Map).set(value.key, value.value);
        else put(object, name, value);
      }
    }
    return finish(object, [...fields().values()]);
  }
  const to = (object) => Buffer.concat([...fields().values()].flatMap((field) => written(object, field)));
  return { ...sized(from, to), from, to };
}
/** The keys in the order of the fields, whatever came first. */
export function inOrder(object, fields) {
  const ordered = {};
  for (const [, name] of fields) if (Object.hasOwn(object, name)) put(ordered, name, object[name]);
  return ordered;
}
/** A message in whose place what it holds stands: `open` takes that out of an object, and `shut` puts it into one;
 * `nullable`: a null is one of its values. */
export function standing({ from, to }, open, shut, nullable) {
  const [opened, shutTo] = [(data) => open(from(data)), (value) => to(shut(value))];
  return { ...sized(opened, shutTo), from: opened, to: shutTo, nullable };
}
function* all(input, kind) {
  while (more(input)) yield kind.read(input);
}
/** As an assignment, but `__proto__` is a property like any other. */
function put(object, name, value) {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}
/** A list or a map that may be absent until it has something. */
function own(object, name, Type) {
  if (!Object.hasOwn(object, name) || object[name] === null) put(object, name, new Type());
  return object[name];
}
function written(object, [number, name, cardinality, kind]) {
  const value = Object.hasOwn(object, name) ? object[name] : undefined; // what it inherits is no field of it
  const isNothing = value === undefined || (value === null && !kind.nullable);
  const values = isNothing ? [] : cardinality === "repeated" ? value : cardinality === "map" ? entriesOf(value) : [value];
  return values.flatMap((each) => [varint((number << 3) | kind.wireType), kind.write(each)]);
}
const entriesOf = (map) => [...map].map(([key, value]) => ({ key, value }));
/** An entry of a map: a message of two fields, which are zero where they are left out. */
export function entry(key, value) {
  const zero = (kind) => kind.read(inputOf(Buffer.alloc(8)));
  const make = () => ({ key: zero(key), value: zero(value) });
  const field = (number, name, kind) => [number, name, "optional", kind];
  return message(make, () => [field(1, "key", key), field(2, "value", value)]);
}
