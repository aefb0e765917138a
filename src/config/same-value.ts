import { canonicalJson } from '../domain/canonical-json.ts';

/** Whether two plain values say the same, whatever the order of their keys. */
export function isSame(left: unknown, right: unknown): boolean {
  return canonicalJson(left) === canonicalJson(right);
}
