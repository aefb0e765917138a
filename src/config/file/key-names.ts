/** Returns the name of a key of the file: min_finish_rate for minFinishRate, retry_sync_on_1000 for retrySyncOn1000. */
export function snakeName(name: string): string {
  return name.replaceAll(/[A-Z]|\d+/g, (part) => `_${part}`).toLowerCase();
}

/** Returns the name that the code has for a key of the file: minFinishRate for min_finish_rate. */
export function camelName(key: string): string {
  return key.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
}

export type TomlTable = Record<string, unknown>;

/** True for a table, inline or not; a date is none. */
export function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
