// Svelte's devalue: https://github.com/sveltejs/devalue#readme (stringify and parse)
import { parse, stringify } from "devalue";

export const open = ({ bytes }) => ({
  serialize: (object) => bytes.utf8(stringify(object)),
  deserialize: (data) => parse(bytes.fromUtf8(data)),
});
