// What the runner needs of where it runs, in a worker of a page; ../host.mjs has the same for Node.
/* global PACKAGES -- what ../packages.mjs has to say, which bundle.mjs put here */
import { Buffer } from "buffer";

const { fullVersionList } = await navigator.userAgentData.getHighEntropyValues(["fullVersionList"]);
const { brand, version } = fullVersionList.find(({ brand }) => brand === "Chromium") ?? fullVersionList[0];
export const runtime = `${brand} ${version}`;
export const details = { page: `${self.crossOriginIsolated ? "" : "not "}cross-origin isolated, in a worker` };
const versions = Object.entries(PACKAGES.versions).map(([codec, version]) => [codec, version ?? runtime]); // none: the browser's own
export const packages = { ...PACKAGES, versions: Object.fromEntries(versions) };

export const clock = () => BigInt(Math.round(1e6 * performance.now())); // nanoseconds
export const counting = () => () => ({}); // a page counts neither its processor's time nor its collections

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});
/** CRC-32, which no function of pages gives. */
export function crc32(data) {
  let sum = ~0;
  for (let at = 0; at < data.length; at += 1) sum = TABLE[(sum ^ data[at]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

// The codecs of Node wait for no file, so these do not either.
function request(method, path, type, data = null) {
  const asked = new XMLHttpRequest();
  asked.open(method, path, false);
  asked.responseType = type;
  asked.send(data);
  if (asked.status === 200) return asked.response;
  if (asked.status === 403) throw new Error(`the page may not ask for ${path}`);
  const { message, ...error } = JSON.parse(type === "text" ? asked.response : new TextDecoder().decode(asked.response));
  throw Object.assign(new Error(message), error);
}
const named = (path) => `file?path=${encodeURIComponent(path)}`;
export const readFile = (path) => Buffer.from(request("GET", named(path), "arraybuffer"));
export const writeFile = (path, data) => void request("PUT", named(path), "text", data);

export const codec = (name) => import(new URL(`codecs/${name}.js`, self.location.href).href);
export const rendered = (name) => import(new URL(`types/${name}`, self.location.href).href);
export const file = (name) => new Uint8Array(request("GET", `types/${name}`, "arraybuffer"));

const [encoder, decoder] = [new TextEncoder(), new TextDecoder("utf-8", { ignoreBOM: true })];
/** Between text and bytes as a page's own functions do it. */
export const bytes = {
  utf8: (text) => encoder.encode(text),
  fromUtf8: (data) => decoder.decode(data),
  base64: (data) => data.toBase64(),
  fromBase64: (text) => Uint8Array.fromBase64(text),
  hex: (data) => data.toHex(),
  fromHex: (text) => Uint8Array.fromHex(text),
};

/** Answer each request; the answer may take its time. */
export function answerBy(answer) {
  self.addEventListener("message", async ({ data }) => self.postMessage(await answer(data)));
}
