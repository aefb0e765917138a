import { describe, expect, it } from 'vitest';
import { citedTest, existsInProject, holdsTitle, type CitedTest } from './cited-tests.ts';
import { tableRows } from './markdown.ts';
import { readProjectFile } from '../project-files.ts';

interface Coverage {
  clause: string;
  code: string[];
  cited: CitedTest;
}

const files = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
const nothing: CitedTest = { file: '', title: '' };

const coverage = tableRows(readProjectFile('docs/spec-coverage.md'))
  .slice(2)
  .map(([clause = '', code = '', test = '']): Coverage => {
    return { clause, code: files(code), cited: citedTest(test) ?? nothing };
  });

describe('docs/spec-coverage.md', () => {
  it('names code and tests that exist', () => {
    const named = coverage.flatMap(({ code, cited }) => [...code, cited.file]);
    expect(named.filter((file) => file === '' || !existsInProject(file))).toEqual([]);
    expect(coverage.filter(({ code }) => code.length === 0)).toEqual([]);
  });

  it('cites titles that stand in their test files', () => {
    const missing = coverage.filter(({ cited }) => !holdsTitle(cited));
    expect(missing.map(({ clause, cited }) => `${clause}: ${cited.title}`)).toEqual([]);
  });

  it('says what counts where the interface says two things: the ending of EP-32, a price range inside -9000', () => {
    const [text = ''] = readProjectFile('docs/spec-coverage.md').replaceAll(/\s+/g, ' ').split('| clause');
    expect(text).toMatch(/EP-31 and EP-32 one ending of the path, the field tables two: the field tables count/);
    expect(text).toMatch(/price range "possibly inside -9000".* 7\.2 counts/);
  });

  it.each(['2', '3', '4', '5', '6', '7.1', '7.2', '7.3', '7.4', '7.5', '7.7', '8', '9'])(
    'covers section %s of the interface',
    (section) => {
      expect(
        coverage.some(({ clause }) => clause.split(/[ .,]/, section.split('.').length).join('.') === section),
      ).toBe(true);
    },
  );
});
