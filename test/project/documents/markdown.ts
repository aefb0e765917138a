import { format, type OxfmtConfig } from 'oxfmt';
import { readProjectFile } from '../project-files.ts';

/** Returns the contents of the fenced blocks of a language in a Markdown text, without the indentation of the fence. */
export function codeBlocks(markdown: string, language: string): string[] {
  const blocks: string[] = [];
  let indent: string | null = null;
  let lines: string[] = [];
  for (const line of markdown.split('\n')) {
    const fence = /^( *)```(\w*)$/.exec(line);
    if (indent === null && fence !== null) {
      indent = fence[1] ?? '';
      lines = fence[2] === language ? [language] : [];
    } else if (indent !== null && fence !== null) {
      if (lines.length > 0) blocks.push(lines.slice(1).join('\n'));
      indent = null;
    } else if (lines.length > 0 && indent !== null) {
      lines.push(line.startsWith(indent) ? line.slice(indent.length) : line);
    }
  }
  return blocks;
}

/** Returns the targets of the links and pictures of a Markdown text, except in code. */
export function links(markdown: string): string[] {
  const prose = markdown.replaceAll(/^ *```[^]*?^ *```$/gm, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
}

/** Returns the cells of every table row of a Markdown text, header and rule included. */
export function tableRows(markdown: string): string[][] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
  return rows.map((row) =>
    row
      .slice(1, row.lastIndexOf('|'))
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** Returns the generated part of a page, between its two marks and without them. Throws when a mark is missing. */
export function writtenBlock(page: string, name: string): string {
  return splitAtMarks(page, name).block;
}

/** Returns a page with another text in one of its generated parts. Throws when a mark is missing. */
export function rewriteBlock(page: string, name: string, text: string): string {
  const { before, after } = splitAtMarks(page, name);
  return `${before}\n\n${text}\n\n${after}`;
}

function splitAtMarks(page: string, name: string) {
  const begin = `<!-- ${name}: written by \`npm run docs\` -->`;
  const end = `<!-- end of ${name} -->`;
  const start = page.indexOf(begin) + begin.length;
  const stop = page.indexOf(end, start);
  if (start < begin.length || stop < 0) throw new Error(`no ${begin} … ${end}`);
  return { before: page.slice(0, start), block: page.slice(start, stop), after: page.slice(stop) };
}

/** Returns the text of a table. */
export function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the anchors of a Markdown text's headings, as a code host builds them. */
export function anchors(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Returns the text of a file of the project as the formatter lays it out. */
export async function formatted(file: string, text: string): Promise<string> {
  const { ignorePatterns: _, ...layout } = JSON.parse(readProjectFile('.oxfmtrc.json')) as OxfmtConfig;
  const { code, errors } = await format(file, text, layout);
  if (errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`);
  return code;
}
