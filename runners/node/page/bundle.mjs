// Makes the page in a folder: the runner and its codecs as modules that a browser takes, which packages of CommonJS are not.
import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { announced } from "../packages.mjs";

const [outdir] = process.argv.slice(2);
const { versions, unavailable } = announced(null);
const options = {
  absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "browser",
  target: "esnext",
  chunkNames: "chunks/[name]-[hash]",
  inject: ["page/globals.mjs"],
  define: { global: "globalThis" },
  logLevel: "error",
};
const entryOf = (codec) => ({ [`codecs/${codec}`]: `codecs/${codec}.mjs` });

const entryPoints = { page: "page/page.mjs", runner: "runner.mjs" };
for (const codec of Object.keys(versions)) {
  try {
    await build({ ...options, entryPoints: entryOf(codec), write: false, logLevel: "silent" });
    Object.assign(entryPoints, entryOf(codec));
  } catch (error) {
    unavailable[codec] = `esbuild cannot make it for a page: ${error.errors[0].text}`;
    delete versions[codec];
  }
}
await build({ ...options, entryPoints, define: { ...options.define, PACKAGES: JSON.stringify({ versions, unavailable }) } });
copyFileSync(new URL("index.html", import.meta.url), `${outdir}/index.html`);
