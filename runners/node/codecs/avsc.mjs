// Avro by avsc: https://github.com/mtth/avsc/wiki/Advanced-usage (a long that is bigint, logical types; types made of the schema once)
import avro from "avsc";

const long = avro.types.LongType.__with({
  fromBuffer: (buffer) => buffer.readBigInt64LE(),
  toBuffer(value) {
    const buffer = Buffer.allocUnsafe(8);
    buffer.writeBigInt64LE(value);
    return buffer;
  },
  fromJSON: BigInt,
  toJSON: Number,
  isValid: (value) => typeof value === "bigint",
  compare: (one, other) => (one === other ? 0 : one < other ? -1 : 1),
});

/** A logical type: how a value is read from what Avro holds, and written into it. */
const logical = (from, to) =>
  class extends avro.types.LogicalType {
    _fromValue = from;
    _toValue = to;
  };
const MS_OF_A_DAY = 86_400_000;
const PARTS_OF_UUID = /^(.{8})(.{4})(.{4})(.{4})/;
const logicalTypes = {
  uuid: logical(
    (data) => data.toString("hex").replace(PARTS_OF_UUID, "$1-$2-$3-$4-"),
    (text) => Buffer.from(text.replaceAll("-", ""), "hex"),
  ),
  "timestamp-millis": logical(
    (millis) => new Date(millis),
    (date) => date.getTime(),
  ),
  date: logical(
    (days) => new Date(days * MS_OF_A_DAY).toISOString().slice(0, 10),
    (text) => Date.parse(text) / MS_OF_A_DAY,
  ),
};

export async function open({ rendered, file, bytes }) {
  const buffer = (data) => Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const { names, into, from } = await rendered("avro.mjs", { buffer });
  const registry = { long };
  avro.Type.forSchema(JSON.parse(bytes.fromUtf8(file("types.avsc"))), { registry, logicalTypes, omitRecordMethods: true });
  const types = names.map((name) => registry[name]);
  return {
    serialize: (object, type) => types[type].toBuffer(into[type](object)),
    deserialize: (data, type) => from[type](types[type].fromBuffer(buffer(data))),
  };
}
