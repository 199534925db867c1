// MessagePack by msgpackr: https://github.com/kriszyp/msgpackr#readme (one Packr that is reused; records as an extension, or standard maps)
import { Packr } from "msgpackr";

export async function open({ parameters, rendered }) {
  if (parameters.records === "on") {
    const packr = new Packr({ useRecords: true, useBigIntExtension: true });
    return { serialize: (object) => packr.pack(object), deserialize: (data) => packr.unpack(data) };
  }
  const { into, from } = await rendered("plain-maps.mjs");
  const packr = new Packr({ useRecords: false });
  return {
    serialize: (object, type) => packr.pack(into[type](object)),
    deserialize: (data, type) => from[type](packr.unpack(data)),
  };
}
