import { expect, it } from 'vitest';
import { tableRows } from './documents/markdown.ts';
import { readProjectFile, typescriptFiles } from './project-files.ts';
import { measureFile } from './source-shape.ts';

/** Words that names of the code use in a sense of their own. A new one stands here, and in the glossary. */
const coined =
  'bar beat bell depart door doubt fence kept look mark odd own permit place rest run sight stand sweep tell term told trouble turn watch way wish word world'.split(
    ' ',
  );

/** Coined words that a usual one has replaced. */
const replaced: Readonly<Record<string, string>> = { seat: 'work', tape: 'recording' };

const page = readProjectFile('docs/ARCHITECTURE.md');
const [, glossary = ''] = page.split('\n## Glossary\n');
const [, , ...rows] = tableRows(glossary.split('\n## ')[0] ?? '');
const entries = rows.flatMap(([word = '']) => word.replaceAll('`', '').split(', '));

/** The words of which the names in src are made. */
const used = new Set(
  typescriptFiles('src').flatMap((file) =>
    [...measureFile(file, readProjectFile(file)).names].flatMap((name) => name.match(/[A-Z]?[a-z]+/g) ?? []),
  ),
);
const isUsed = (word: string): boolean => used.has(word) || used.has(word[0]?.toUpperCase() + word.slice(1));

it('each word that the code has coined has an entry in the glossary', () => {
  expect(coined.filter((word) => !entries.includes(word))).toEqual([]);
});

it('a coined word that no name has any more leaves the list', () => {
  expect(coined.filter((word) => !isUsed(word))).toEqual([]);
});

it.each(Object.entries(replaced))('no name has the word %s, for which %s stands', (word) => {
  expect(isUsed(word)).toBe(false);
});

it('no word has two entries', () => {
  expect(entries.filter((word, index) => entries.indexOf(word) !== index)).toEqual([]);
});
