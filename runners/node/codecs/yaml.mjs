// YAML by yaml: https://eemeli.org/yaml/#options (parse and stringify of YAML 1.2's core schema; intAsBigInt, no anchors for what occurs twice)
import { parse, stringify } from "yaml";

export async function open({ rendered, bytes }) {
  const { into, from } = await rendered("plain-yaml.mjs");
  return {
    serialize: (object, type) => bytes.utf8(stringify(into[type](object), { aliasDuplicateObjects: false })),
    deserialize: (data, type) => from[type](parse(bytes.fromUtf8(data), { intAsBigInt: true })),
  };
}
