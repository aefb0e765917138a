import stringWidth from 'string-width';

/** Returns how many columns of a terminal a text takes: two for a Chinese character, none for a combining mark. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the text cut to that many columns, its end replaced by "…", without splitting a character. */
export function shortened(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment);
    if (used > columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Breaks a text between words into lines of that many columns; a longer word is cut. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').map((one) => shortened(one, columns))) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
