/** The tables of failures in docs/reference/failures.md: written from the code (`npm run docs`) and compared with it. */
import { failureUses, handlingTable, type FailureHandling } from '../../../../src/domain/failures/handling-table.ts';
import { ownFailureTable, type AsksHuman } from '../../../../src/domain/failures/own-failures.ts';
import { readProjectFile } from '../../project-files.ts';
import { formatted, rewriteBlock, tableText } from '../markdown.ts';

export const failureFile = 'docs/reference/failures.md';

function asksText(asks: AsksHuman): string {
  if (asks === 'never') return 'asks no one';
  return asks === 'at-once' ? 'asks a human at once' : `asks a human after ${asks.afterMs / 1_000} s`;
}

function handlingText({ waits, waitText, acts, asksHuman }: FailureHandling): string {
  return `${waits} waits: ${waitText}; ${acts} acts; ${asksText(asksHuman)}`;
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

/** Returns the page with the current tables of failures. */
export async function failurePage(): Promise<string> {
  const page = readProjectFile(failureFile);
  const handling = tableText(['category', ...failureUses], handlingRows());
  const own = tableText(['own failure', 'meaning', 'pause', 'human', 'what you do'], ownFailureRows());
  const written = rewriteBlock(page, 'failures', `${handling}\n\n${own}`);
  return formatted(failureFile, written);
}
