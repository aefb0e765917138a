import * as fold from '../../../../src/domain/orders/names/name-fold.ts';
import { readProjectFile } from '../../project-files.ts';
import { formatted, rewriteBlock, tableText } from '../markdown.ts';

export const namesFile = 'docs/reference/names.md';

const tables: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['Latin', fold.latinLetters],
  ['Latin, as two letters', fold.latinDigraphs],
  ['Cyrillic', fold.cyrillicLetters],
  ['Cyrillic, in Ukraine', fold.ukrainianLetters],
  ['the same, at the beginning of a word', fold.ukrainianFirstLetters],
  ['Greek', fold.greekLetters],
  ['Arabic and Hebrew', fold.semiticLetters],
];

/** One row a table: what is written as what. */
export function nameRows(): string[][] {
  return tables.map(([script, letters]) => [
    script,
    Object.entries(letters)
      .map(([letter, written]) => `${letter} ${written === '' ? '(nothing)' : written}`)
      .join(', '),
  ]);
}

/** Returns docs/reference/names.md with the current tables. */
export async function namesPage(): Promise<string> {
  const written = rewriteBlock(readProjectFile(namesFile), 'names', tableText(['script', 'letters'], nameRows()));
  return formatted(namesFile, written);
}
