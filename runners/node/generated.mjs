// Modules that a library's own compiler made of the workload's schema.

/**
 * What loads such modules, which are CommonJS: the packages that they require are handed to them, since the folder that they lie in has
 * none, and a page's are its own.
 * @param {(name: string) => string} textOf the text of a rendered file
 */
export function generatedBy(textOf) {
  const loaded = new Map();
  return function generated(name, packages) {
    if (!loaded.has(name)) {
      const module = { exports: {} };
      loaded.set(name, module);
      const required = (wanted) => packages[wanted] ?? generated(new URL(wanted, `file:///${name}`).pathname.slice(1), packages);
      new Function("require", "module", "exports", textOf(name))(required, module, module.exports);
    }
    return loaded.get(name).exports;
  };
}
