/** The tables of failures in docs/runbook.md: written from the code (`npm run docs`) and compared with it. */
import { format, resolveConfig } from 'prettier';
import { failureUses, handlingTable, type FailureHandling } from '../../../src/domain/failures/handling-table.ts';
import { ownFailureTable, type AsksHuman } from '../../../src/domain/failures/own-failures.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { readProjectFile } from '../project-files.ts';

export const failureFile = 'docs/runbook.md';
const begin = '<!-- failures: written by `npm run docs` -->';
const end = '<!-- end of failures -->';

function asksText(asks: AsksHuman): string {
  if (asks === 'never') return 'asks no one';
  return asks === 'at-once' ? 'asks a human at once' : `asks a human after ${asks.afterMs / 1_000} s`;
}

function handlingText({ waits, waitText, acts, asksHuman }: FailureHandling): string {
  return `${waits} waits: ${waitText}; ${acts === 'nobody' ? 'no one' : acts} acts; ${asksText(asksHuman)}`;
}

/** One row per category: its name, then what each use does. */
export function handlingRows(): string[][] {
  return Object.entries(handlingTable).map(([category, uses]) => [
    `\`${category}\``,
    ...failureUses.map((use) => handlingText(uses[use])),
  ]);
}

/** One row an own failure. */
export function ownFailureRows(): string[][] {
  return Object.entries(ownFailureTable).map(([name, { meaning, waitMs, asksHuman, advice }]) => {
    const wait = waitMs === null ? 'until someone acts' : `${waitMs / 1_000} s`;
    return [`\`${name}\``, meaning, wait, asksText(asksHuman), advice];
  });
}

function table(headings: readonly string[], rows: readonly string[][]): string {
  const lines = [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

/** The part of a page between the marks, without them. Throws when a mark is missing. */
export function failureBlock(page: string): string {
  const [before, rest] = page.split(begin);
  const [block, after] = (rest ?? '').split(end);
  if (before === undefined || block === undefined || after === undefined) throw new Error(`no ${begin} … ${end}`);
  return block;
}

/** Returns the runbook with the current tables of failures. */
export async function runbookPage(): Promise<string> {
  const page = readProjectFile(failureFile);
  const handling = table(['category', ...failureUses], handlingRows());
  const own = table(['own failure', 'meaning', 'pause', 'human', 'what you do'], ownFailureRows());
  const written = page.replace(failureBlock(page), () => `\n\n${handling}\n\n${own}\n\n`);
  const path = inProject(failureFile);
  return format(written, { ...(await resolveConfig(path)), filepath: path });
}
