interface Revision<T> {
  atMs: number;
  record: T;
}

/** Earlier looks of a record, for reads that are stale on purpose. Kept in memory only. */
export interface Revisions<T> {
  note: (id: string, record: T, atMs: number) => void;
  /** The record as it was at a moment; null when it did not exist yet or nothing was noted so early. */
  at: (id: string, atMs: number) => T | null;
}

const kept = 30;

/** Makes an empty collection; each record keeps its thirty latest looks. */
export function createRevisions<T>(): Revisions<T> {
  const byId = new Map<string, Revision<T>[]>();
  return {
    note: (id, record, atMs) => {
      const list = byId.get(id) ?? [];
      list.push({ atMs, record: structuredClone(record) });
      if (list.length > kept) forgetOldest(list);
      byId.set(id, list);
    },
    at: (id, atMs) => byId.get(id)?.findLast((revision) => revision.atMs <= atMs)?.record ?? null,
  };
}

/** The oldest look that is left stands for everything before it: the record did exist. */
function forgetOldest<T>(list: Revision<T>[]): void {
  list.shift();
  const oldest = list[0];
  if (oldest !== undefined) oldest.atMs = 0;
}
