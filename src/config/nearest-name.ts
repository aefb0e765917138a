/** Above this a name is another one, not a misspelt one. */
const maxEdits = 3;
/** Short names are similar to each other: at most this share of the letters may differ. */
const maxEditsPerLetter = 0.4;

/**
 * Returns the most likely intended name: the one with the fewest changed letters, ignoring case. Null when none is
 * near.
 */
export function nearestName(written: string, names: readonly string[]): string | null {
  const wanted = written.toLowerCase();
  const maxAway = Math.min(maxEdits, Math.max(1, Math.floor(wanted.length * maxEditsPerLetter)));
  let nearest: string | null = null;
  let fewest = maxAway + 1;
  for (const name of names) {
    const edits = Math.abs(name.length - wanted.length) > maxAway ? fewest : editsBetween(wanted, name.toLowerCase());
    if (edits >= fewest) continue;
    nearest = name;
    fewest = edits;
  }
  return nearest;
}

/** Returns the text after a wrong name: a question with the nearest name, or a colon without one. */
export function askWhether(nearest: string | null): string {
  return nearest === null ? ':' : `; did you mean ${nearest}?`;
}

/** Letters to insert, delete or replace, row by row of Levenshtein's table; two swapped letters count as two. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) row = nextRow(row, { above: index + 1, letter, to });
  return row.at(-1) ?? 0;
}

function nextRow(before: readonly number[], { above, letter, to }: { above: number; letter: string; to: string }) {
  const row = [above];
  for (const [index, other] of Array.from(to).entries()) {
    const replaced = (before[index] ?? 0) + (letter === other ? 0 : 1);
    row.push(Math.min(replaced, (before[index + 1] ?? 0) + 1, (row[index] ?? 0) + 1));
  }
  return row;
}
