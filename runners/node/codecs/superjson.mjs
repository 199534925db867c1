// JSON and what it does not know, beside it, by superjson: https://github.com/flightcontrolhq/superjson#readme (stringify and parse)
import superjson from "superjson";

export const open = ({ bytes }) => ({
  serialize: (object) => bytes.utf8(superjson.stringify(object)),
  deserialize: (data) => superjson.parse(bytes.fromUtf8(data)),
});
