interface Revision<T> {
  atMs: number;
  record: T;
}

/** Earlier states of records, for reads that are stale on purpose. Kept in memory only, for a limited time. */
export interface Revisions<T> {
  note: (id: string, record: T, atMs: number) => void;
  /**
   * Returns the record as it was at a moment; null when it did not exist yet, the live one when its history is unknown.
   */
  at: (id: string, live: T, atMs: number) => T | null;
}

const looksKept = 30;
const recordsKept = 2_000;

/** Creates an empty collection: the thirty latest states of each of the two thousand newest records. */
export function createRevisions<T>(): Revisions<T> {
  const byId = new Map<string, Revision<T>[]>();
  return {
    note: (id, record, atMs) => {
      const list = byId.get(id) ?? [];
      list.push({ atMs, record: structuredClone(record) });
      if (list.length > looksKept) forgetOldest(list);
      byId.set(id, list);
      const [eldest] = byId.keys();
      if (byId.size > recordsKept && eldest !== undefined) byId.delete(eldest);
    },
    at: (id, live, atMs) => {
      const list = byId.get(id);
      return list === undefined ? live : (list.findLast((revision) => revision.atMs <= atMs)?.record ?? null);
    },
  };
}

/** The oldest remaining state represents everything before it: the record did exist. */
function forgetOldest<T>(list: Revision<T>[]): void {
  list.shift();
  const oldest = list[0];
  if (oldest !== undefined) oldest.atMs = 0;
}
