import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/server/project-root.ts';
import { tableRows } from './markdown.ts';
import { readProjectFile } from './project-files.ts';

interface Coverage {
  clause: string;
  code: string[];
  testFile: string;
  title: string;
}

const files = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
const exists = (file: string): boolean => existsSync(join(projectRoot, file));
/** A table cell escapes some characters that a title holds as they are. */
const plain = (text: string): string => text.replaceAll(/\\([\\|*_<>[\]])/g, '$1');

const coverage = tableRows(readProjectFile('docs/spec-coverage.md'))
  .slice(2)
  .map(([clause = '', code = '', test = '']): Coverage => {
    const split = test.indexOf(': ');
    const testFile = files(test.slice(0, split))[0] ?? '';
    return { clause, code: files(code), testFile, title: plain(test.slice(split + 2)) };
  });

describe('docs/spec-coverage.md', () => {
  test('names code and tests that exist', () => {
    const named = coverage.flatMap(({ code, testFile }) => [...code, testFile]);
    expect(named.filter((file) => !exists(file))).toEqual([]);
    expect(coverage.filter(({ code }) => code.length === 0)).toEqual([]);
  });

  test('cites titles that stand in their test files', () => {
    const missing = coverage.filter(({ testFile, title }) => {
      const quoted = [`'${title.replaceAll("'", String.raw`\'`)}'`, `"${title}"`, `\`${title}\``];
      return title === '' || !quoted.some((text) => readProjectFile(testFile).includes(text));
    });
    expect(missing.map(({ clause, title }) => `${clause}: ${title}`)).toEqual([]);
  });

  test.each(['2', '3', '4', '5', '6', '7.1', '7.2', '7.3', '7.4', '7.5', '7.7', '8', '9'])(
    'covers section %s of the interface',
    (section) => {
      expect(
        coverage.some(({ clause }) => clause.split(/[ .,]/, section.split('.').length).join('.') === section),
      ).toBe(true);
    },
  );
});
