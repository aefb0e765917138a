import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/exchange/index.ts';
import { readProjectFile, typescriptFiles } from '../project-files.ts';

interface CallComment {
  readonly name: string;
  readonly text: string;
  readonly lines: number;
}

/** The declared methods of a file and the comment right above each, which is what an editor shows on hover. */
function callComments(file: string): CallComment[] {
  const declared = readProjectFile(file).matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\n)? {2}readonly (\w+): Method</g);
  return [...declared].map(([, comment = '', name = '']) => {
    const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trim());
    const told = lines.filter((line) => line !== '');
    return { name, text: told.join(' '), lines: told.length };
  });
}

const comments = typescriptFiles('src/exchange/table/calls').flatMap(callComments);
/** Operations outside the groups are methods of the client itself. */
const grouped = Object.values(operations).filter(({ group }) => group !== 'system');

describe('what an editor shows on hover of a method', () => {
  it('is there for every operation that is a method of a group', () => {
    expect(comments.map(({ name }) => name).toSorted()).toEqual(grouped.map(({ name }) => name).toSorted());
  });

  it.each(comments)('$name: one to four lines that name the endpoint', ({ name, text, lines }) => {
    const operation = operations[name];
    const start = operation?.ep ?? `${operation?.method} ${operation?.path.replace('/sapi/v1/c2c/', '')}`;
    expect(text.replace(/[:,].*/, '')).toBe(start);
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThanOrEqual(4);
  });

  it.each(comments)('$name: names the refusals and the source that the command line names', ({ name, text }) => {
    const { refusals = [], source = '' } = operations[name] ?? {};
    expect(refusals.filter((code) => !text.includes(code))).toEqual([]);
    expect(text.endsWith(`Source: ${source}.`)).toBe(true);
  });
});

describe('the guide for people', () => {
  it('is loaded by the command line only: no call pays for it', () => {
    const files = typescriptFiles('src').filter((file) => !file.startsWith('src/exchange/table/guide/'));
    // A type is gone when the program runs.
    const loaded = (file: string): string => readProjectFile(file).replaceAll(/^import type [^;]*;/gm, '');
    const readers = files.filter((file) => loaded(file).includes('/guide/'));
    expect(readers.filter((file) => !file.startsWith('src/cli/'))).toEqual([]);
    expect(readers.length).toBeGreaterThan(0);
  });
});
