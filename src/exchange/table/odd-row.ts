import type { OddRow } from '../../domain/odd-row.ts';

/**
 * Names an odd row for people: its number, or its place in the list.
 *
 * @example
 * oddName({ subject: null, index: 0 }); // → 'row 1 of the list'
 */
export function oddName({ subject, index }: Pick<OddRow, 'subject' | 'index'>): string {
  return subject ?? `row ${index + 1} of the list`;
}
