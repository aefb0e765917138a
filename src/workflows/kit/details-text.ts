/** Words that the pages of the Web UI share. Markdown; short lines, because a code block there does not wrap. */

/** A moment as people read it. Takes epoch milliseconds; gives "2026-11-21 09:13:16 UTC". */
export function moment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** A decimal as people write it: at least two places when it has any, no further zeros behind. */
export function plainDecimal(decimal: string): string {
  const point = decimal.indexOf('.');
  let end = decimal.length;
  // A loop: a pattern that looks for zeros at the end takes quadratic time (S14).
  while (point !== -1 && end > point + 3 && decimal[end - 1] === '0') end -= 1;
  return decimal.slice(0, end);
}

/** The block of commands that a page ends with, each to be copied as it stands; nothing when there is none. */
export function commandBlock(commands: readonly string[]): string[] {
  return commands.length === 0 ? [] : ['**What you can do**', '', '```', ...commands, '```'];
}

/** An update by Temporal's own command line, in lines that fit the page. */
export function updateCommand(workflowId: string, name: string, input: unknown): string {
  return [
    `temporal workflow update execute \\`,
    `  --workflow-id '${workflowId}' \\`,
    `  --name ${name} \\`,
    `  --input '${JSON.stringify(input)}'`,
  ].join('\n');
}

/**
 * Foreign text (an operator's note, a message of the service) for a page in Markdown: one line, without invisible and
 * control characters, nothing in it taken for a link, a heading or a block of commands; at most 300 characters.
 */
export function plainText(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const short = visible.length > maxPlainText ? `${visible.slice(0, maxPlainText)}…` : visible;
  return short.replace(/[\\`*_[\]()<>#|~!{}]/g, String.raw`\$&`);
}

const maxPlainText = 300;
