import { describe, expect, it } from 'vitest';
import { failureFile, handlingRows, ownFailureRows } from './failure-tables.ts';
import { tableRows, writtenBlock } from '../markdown.ts';
import { readProjectFile } from '../../project-files.ts';

/** The rows of both tables, without headings and rules. */
const shown = tableRows(writtenBlock(readProjectFile(failureFile), 'failures')).filter(([first = '']) =>
  first.startsWith('`'),
);
const meant = [...handlingRows(), ...ownFailureRows()];

describe('design 5: the failures in docs/reference/failures.md', () => {
  it('every row of the code stands there, word for word', () => {
    const texts = shown.map((row) => row.join(' | '));
    expect(meant.map((row) => row.join(' | ')).filter((text) => !texts.includes(text))).toEqual([]);
  });

  it('no row stands there that the code does not have, and none twice', () => {
    const texts = meant.map((row) => row.join(' | '));
    expect(shown.map((row) => row.join(' | ')).filter((text) => !texts.includes(text))).toEqual([]);
    expect(shown).toHaveLength(meant.length);
  });
});
