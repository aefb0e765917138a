/** Formats epoch milliseconds as "2026-11-21 09:13:16 UTC". */
export function moment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
