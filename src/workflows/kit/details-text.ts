import { markdownText, oneLine } from '../../domain/markdown-text.ts';

/** Words that the pages of the Web UI share. Markdown; short lines, because a code block there does not wrap. */

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
