const numbered = new Map<string, string>();

/** A text in quotes, in which a question mark is itself, or a place for a value. */
const parts = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g;

/** Returns a statement with `$1`, `$2` for each `?` that stands for a value. */
export function withNumbers(text: string): string {
  const known = numbered.get(text);
  if (known !== undefined) return known;
  let count = 0;
  const translated = text.replaceAll(parts, (part) => {
    if (part !== '?') return part;
    count += 1;
    return `$${count}`;
  });
  numbered.set(text, translated);
  return translated;
}
