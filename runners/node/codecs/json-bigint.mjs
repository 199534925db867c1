// JSON by json-bigint: https://github.com/sidorares/json-bigint#readme (useNativeBigInt; protoAction and constructorAction keep all names)
import jsonBigint from "json-bigint";

export async function open({ rendered, bytes }) {
  const { into, from } = await rendered("plain-bigint.mjs");
  const { stringify, parse } = jsonBigint({ useNativeBigInt: true, protoAction: "preserve", constructorAction: "preserve" });
  return {
    serialize: (object, type) => bytes.utf8(stringify(into[type](object))),
    deserialize: (data, type) => from[type](parse(bytes.fromUtf8(data))),
  };
}
