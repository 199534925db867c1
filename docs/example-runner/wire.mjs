// Files of objects, and protobuf's wire format. A kind of value has a wire type, and reads and writes a value.
import { readFileSync, writeFileSync } from "node:fs";

const same = (value) => value;
const fail = (message) => {
  throw new Error(message);
};
const inputOf = (bytes) => ({ bytes, at: 0 });
const more = ({ bytes, at }) => at < bytes.length;
function take(input, length) {
  const end = input.at + length;
  return end > input.bytes.length ? fail("the data end too early") : input.bytes.subarray(input.at, (input.at = end));
}
function bitsIn(input) {
  const [byte] = take(input, 1);
  return byte < 128 ? BigInt(byte) : BigInt(byte & 127) | (bitsIn(input) << 7n);
}
const numberIn = (input) => Number(bitsIn(input));
const partOf = (input) => take(input, numberIn(input));
const septets = (bits) => (bits < 128n ? [Number(bits)] : [Number(bits & 127n) | 128, ...septets(bits >> 7n)]);
const varint = (number) => Buffer.from(septets(BigInt(number)));
const part = (bytes) => Buffer.concat([varint(bytes.length), bytes]);

/** A file of objects: the place of each object's type, and the output of `made` for its bytes. */
export function readFrames(path, made = same) {
  const [types, inputs] = [[], []];
  for (const input = inputOf(readFileSync(path)); more(input); ) {
    types.push(numberIn(input));
    inputs.push(made(partOf(input), types.at(-1)));
  }
  return { types, inputs };
}
/** Write such a file, and give the number of its objects. */
export function writeFrames(path, { types, inputs }) {
  writeFileSync(path, Buffer.concat(inputs.flatMap((bytes, at) => [varint(types[at]), part(bytes)])));
  return inputs.length;
}

const exact = (bits) => (Number.isSafeInteger(Number(bits)) ? Number(bits) : fail(`no JavaScript number is ${bits}`));
const varints = (from, to = same) => ({
  wireType: 0,
  read: (input) => exact(from(bitsIn(input))),
  write: (value) => varint(BigInt.asUintN(64, to(BigInt(value)))),
});
const fixed = (Type, from = same, to = same) => ({
  wireType: Type.BYTES_PER_ELEMENT === 8 ? 1 : 5,
  read: (input) => from(new Type(Uint8Array.from(take(input, Type.BYTES_PER_ELEMENT)).buffer)[0]),
  write: (value) => Buffer.from(Type.of(to(value)).buffer),
});
const sized = (from, to) => ({ wireType: 2, read: (input) => from(partOf(input)), write: (value) => part(to(value)) });
const as = (kind, from, to) => ({ ...kind, read: (data) => from(kind.read(data)), write: (it) => kind.write(to(it)) });
export const [int32, int64] = [32, 64].map((size) => varints((bits) => BigInt.asIntN(size, bits)));
export const [uint32, uint64] = [varints(same), varints(same)];
const zigzag = (bits) => (bits >> 1n) ^ -(bits & 1n);
export const sint64 = varints(zigzag, (value) => (value << 1n) ^ (value >> 63n));
export const sint32 = sint64;
export const [fixed32, sfixed32, float, double] = [Uint32Array, Int32Array, Float32Array, Float64Array].map((Type) => fixed(Type));
export const [fixed64, sfixed64] = [BigUint64Array, BigInt64Array].map((Type) => fixed(Type, exact, BigInt));
export const bool = as(uint32, Boolean, Number);
export const string = sized(String, (text) => Buffer.from(text));
export const bytes = sized((data) => new Uint8Array(data), same);
export const INSTANT_MILLIS = as(int64, (millis) => new Date(millis), Number);
export const UUID = sized(
  (data) => data.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
  (text) => Buffer.from(text.replaceAll("-", ""), "hex"),
);
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
  const nameOf = (number) => names[number] ?? fail(`the enum has no value ${number}`);
  return as(int32, nameOf, (name) => Object.keys(names).find((number) => names[number] === name));
}

/** A message. `make` makes an object with nothing set, `list` lists number, name, cardinality, kind of its fields. */
export function message(make, list) {
  let listed;
  const fields = () => (listed ??= list()); // only now: they may be of messages that come later
  function from(data) {
    const object = make();
    for (const input = inputOf(data); more(input); ) {
      const tag = numberIn(input);
      const [, name, cardinality, kind] = fields().find(([number]) => number === tag >>> 3);
      const packed = (tag & 7) === 2 && kind.wireType !== 2;
      for (const value of packed ? all(inputOf(partOf(input)), kind) : [kind.read(input)]) {
        if (cardinality === "repeated") object[name].push(value);
        else if (cardinality === "map") object[name].set(value.key, value.value);
        else object[name] = value;
      }
    }
    return object;
  }
  const to = (object) => Buffer.concat(fields().flatMap((field) => written(object, field)));
  return { ...sized(from, to), from, to, fields };
}
function* all(input, kind) {
  while (more(input)) yield kind.read(input);
}
function written(object, [number, name, , kind]) {
  const value = object[name] ?? [];
  const values = value instanceof Map ? [...value].map(([key, value]) => ({ key, value })) : [value].flat();
  return values.flatMap((each) => [varint((number << 3) | kind.wireType), kind.write(each)]);
}
/** An entry of a map: a message of two fields, which are zero where they are left out. */
export function entry(key, value) {
  const zero = (kind) => kind.read(inputOf(Buffer.alloc(8)));
  const make = () => ({ key: zero(key), value: zero(value) });
  const field = (number, name, kind) => [number, name, "optional", kind];
  return message(make, () => [field(1, "key", key), field(2, "value", value)]);
}
