import { maxShownText } from '../contract/kept-memory.ts';

/**
 * Returns the same with each text in it cut: anyone who may fail an activity by hand writes its message, and a memory has
 * a bound.
 */
export function bounded<T>(value: T): T {
  return cut(value) as T;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, maxShownText);
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part)]));
}
