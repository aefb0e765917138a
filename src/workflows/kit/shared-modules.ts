/**
 * Loaded last among the modules that all workflows of a process share (ADR 0031). Temporal then freezes whatever these
 * export; but a schema of zod builds its methods when they are first used, and cannot once it is frozen. So the
 * constants are frozen here, without the schemas, and each module itself, beyond which Temporal does not look.
 */

interface LoadedModule {
  readonly id: string;
  readonly exports: object;
}

/** The bundler's own names: what the bundle consists of, and what is loaded of it. */
declare const __webpack_modules__: Readonly<Record<string, unknown>>;
declare const __webpack_module_cache__: Readonly<Record<string, LoadedModule | undefined>>;

const ownModule = /\/(?:domain|workflows)\/[\w/-]+\.[jt]s$/;

for (const id of Object.keys(__webpack_modules__)) {
  const loaded = __webpack_module_cache__[id];
  if (loaded === undefined) continue;
  // Packages may keep caches in what they export.
  if (ownModule.test(id)) Object.values(loaded.exports).forEach(freezeData);
  Object.freeze(loaded.exports);
}

/** Freezes lists and plain objects, however deep. */
function freezeData(value: unknown): void {
  if (!isData(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freezeData);
}

function isData(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || '_zod' in value) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

export {};
