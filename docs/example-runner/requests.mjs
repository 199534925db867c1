// What a request has to look like, the protocol's schemas in short; and whose fault it is when something goes wrong.

class Fault extends Error {
  constructor(whose, message) {
    super(message);
    this.whose = whose;
  }
}

export function need(condition, whose, message) {
  if (!condition) throw new Fault(whose, message);
}

/** Do `work`; what goes wrong is the fault of `whose`, unless a file is the cause. */
export function blaming(whose, work) {
  try {
    return work();
  } catch (error) {
    throw error.syscall ? error : new Fault(error.whose ?? whose, error.message);
  }
}

export function faultAnswer(error) {
  const fault = error.whose ?? (error.syscall ? "host" : "runner"); // `syscall`: Node could not open, read or write
  return { type: "error", fault, message: error.message };
}

// A shape: "" is a text, a number the least whole number, [shape] a list with something in it, {...} an object, where
// "key?" may be null or missing, and a function decides by itself.
function fits(value, shape) {
  if (typeof shape === "function") return shape(value);
  if (typeof shape === "string") return typeof value === "string";
  if (typeof shape === "number") return Number.isInteger(value) && value >= shape;
  if (Array.isArray(shape)) {
    return Array.isArray(value) && value.length > 0 && value.every((each) => fits(each, shape[0]));
  }
  if (!(value instanceof Object) || Array.isArray(value)) return false;
  return Object.entries(shape).every(([key, inner]) => {
    const found = value[key.replace("?", "")] ?? null;
    return (found === null && key.endsWith("?")) || fits(found, inner);
  });
}
const oneOf = (...values) => (value) => values.includes(value);

const WRITING = ["serialize", "build", "write", "compress"];
const READING = ["deserialize", "parse", "unbuild", "decompress", "replay"];
const SUBJECT = {
  codec: "",
  "parameters?": (value) => fits(value, {}) && Object.values(value).every((each) => fits(each, "")),
  "compressor?": "",
  "level?": Number.isInteger,
};
const MODES = {
  cold: {},
  fixed: { warm_up_runs: 0, runs: 1, "calls?": 1 },
  steady: {
    batch_ns: 1,
    batches: 1,
    warm_up: { "window?": 1, "tolerance?": (value) => value > 0, min_ns: 0, max_ns: 0 },
    "fast?": { canary_ns: 1, max_ns: 0 },
  },
};
const MEASURE = {
  subject: SUBJECT,
  operation: oneOf(...WRITING, ...READING),
  mode: (value) => Object.hasOwn(MODES, value?.kind) && fits(value, MODES[value.kind]),
  sink: { kind: oneOf("memory", "file"), "folder?": "" },
  "encoded?": "",
};
const REQUESTS = {
  hello: { protocol: { major: 0, minor: 0 } },
  load: { workload: "", corpora: [""] },
  verify: { subject: SUBJECT, decoded: "", "copy_index?": 0 },
  measure: MEASURE,
  encode: { subject: SUBJECT, file: "", "copy_index?": 0 },
  decode: { workload: "", subject: SUBJECT, file: "", corpus: "" },
};

/** Refuse what is no request. */
export function check(request) {
  need(Object.hasOwn(REQUESTS, request?.type), "request", "this is no JSON object with the type of a request");
  for (const [key, shape] of Object.entries(REQUESTS[request.type])) {
    need(fits(request, { [key]: shape }), "request", `'${key.replace("?", "")}' is missing or wrong`);
  }
}
