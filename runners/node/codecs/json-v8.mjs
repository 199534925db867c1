// JSON by JSON.stringify and JSON.parse: https://tc39.es/ecma262/#sec-json-object
export async function open({ rendered, bytes }) {
  const { into, from } = await rendered("plain-json.mjs");
  return {
    serialize: (object, type) => bytes.utf8(JSON.stringify(into[type](object))),
    deserialize: (data, type) => from[type](JSON.parse(bytes.fromUtf8(data))),
  };
}
