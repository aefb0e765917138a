import { markdownText, oneLine } from '../../domain/markdown-text.ts';

/** Words that the pages of the Web UI share. Markdown; short lines, because a code block there does not wrap. */

/** Formats epoch milliseconds as "2026-11-21 09:13:16 UTC". */
export function moment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats a decimal for people: at least two places if it has any, no further trailing zeros. */
export function plainDecimal(decimal: string): string {
  const point = decimal.indexOf('.');
  let end = decimal.length;
  // A loop: a pattern for trailing zeros takes quadratic time (S14).
  while (point !== -1 && end > point + 3 && decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, end);
}

/**
 * Returns the block of commands that ends a page, each ready to copy: what shows something, explains a command, or stops
 * something. Pasted as they stand, they move no money and loosen nothing.
 */
export function commandBlock(commands: readonly (string | null)[]): string[] {
  const lines = commands.filter((command) => command !== null);
  return lines.length === 0 ? [] : ['**What you can do**', '', '```', ...lines, '```'];
}

/**
 * Makes foreign text (an operator's note, a message of the service) safe for a page in Markdown: one line, without
 * invisible and control characters, nothing in it interpreted as a link, a heading or a code block; at most 300
 * characters.
 */
export function plainText(text: string): string {
  return markdownText(text, maxPlainText);
}

/** Formats foreign text as code in a line of Markdown; no backtick in it ends the code early. */
export function codeText(text: string): string {
  return `\`${oneLine(text, maxPlainText).replaceAll('`', "'")}\``;
}

const maxPlainText = 300;
