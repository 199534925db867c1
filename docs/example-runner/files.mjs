import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";

/** The same work with the bytes of a call in one file below `folder`: its inputs, and its operation. */
export function throughFiles(copies, operate, gives, folder) {
  return gives === "bytes" ? intoFile(copies, operate, `${folder}/serialized`) : fromFiles(copies, operate, folder);
}

/** The first object of a call opens the file, the last closes it. */
function intoFile(copies, operate, path) {
  let file;
  const write = ({ object, first, last }) => {
    if (first) file = openSync(path, "w");
    const bytes = operate(object);
    writeSync(file, bytes);
    if (last) closeSync(file);
    return bytes;
  };
  const place = (object, index, { length }) => ({ object, first: index === 0, last: index === length - 1 });
  return [copies.map((inputs) => inputs.map(place)), write];
}

/** The first object of a call reads the file; each takes its bytes. */
function fromFiles(copies, operate, folder) {
  let read;
  const take = ({ path, start, end }) => {
    if (start === 0) read = readFileSync(path);
    return operate(read.subarray(start, end));
  };
  const places = copies.map((inputs, copy) => {
    const path = `${folder}/copy-${copy}`;
    writeFileSync(path, Buffer.concat(inputs));
    let end = 0;
    return inputs.map(({ length }) => ({ path, start: end, end: (end += length) }));
  });
  return [places, take];
}
