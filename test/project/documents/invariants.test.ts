import { describe, expect, it } from 'vitest';
import { citedTest, holdsTitle, isGroup } from './cited-tests.ts';
import { tableRows } from './markdown.ts';
import { readProjectFile } from '../project-files.ts';

interface Row {
  id: string;
  held: string;
}

const rows = tableRows(readProjectFile('docs/reference/invariants.md'))
  .filter(([id = '']) => id !== 'id' && !id.startsWith('-'))
  .map((cells): Row => ({ id: cells[0] ?? '', held: cells.at(-1) ?? '' }));

const ids = rows.map(({ id }) => id);
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);

describe('docs/reference/invariants.md', () => {
  it('names each thing once', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => !/^[A-Z]+\d+(\.\d+)?[a-z]?$/.test(id))).toEqual([]);
  });

  it('has every promise, invariant and point of security', () => {
    const wanted = [...numbered('P', 8), ...numbered('I', 41), ...numbered('S', 21)];
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('cites tests that stand in the tree, or says why there is none', () => {
    const missing = rows.filter(({ held }) => {
      const cited = citedTest(held);
      return cited === null ? !/^(open|not held): \w.{10}/.test(held) : !holdsTitle(cited);
    });
    expect(missing.map(({ id, held }) => `${id}: ${held}`)).toEqual([]);
  });

  it('cites tests, not groups of them', () => {
    const groups = rows.filter(({ held }) => {
      const cited = citedTest(held);
      return cited !== null && holdsTitle(cited) && isGroup(cited);
    });
    expect(groups.map(({ id, held }) => `${id}: ${held}`)).toEqual([]);
  });
});
