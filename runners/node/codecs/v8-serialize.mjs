// V8's structured clone: https://nodejs.org/api/v8.html#serialization-api
import { deserialize, serialize } from "node:v8";

export const open = () => ({ serialize: (object) => serialize(object), deserialize: (data) => deserialize(data) });
