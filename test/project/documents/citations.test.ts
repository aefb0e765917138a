import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/exchange/index.ts';
import { operationHelp, helpText } from '../../../src/cli/call/operation-help.ts';
import { citationsIn, citedPages, citingFiles, decisions, idsIn, knownIds, placesIn } from './citations.ts';
import { tableRows } from './markdown.ts';
import { projectFiles, readProjectFile } from '../project-files.ts';

const places = Object.fromEntries(
  Object.entries(citedPages).map(([page, file]) => [page, placesIn(readProjectFile(file))]),
);
const files = citingFiles();

/** The citations of a text without a target, as "interface 12.9". */
function unresolved(text: string): string[] {
  const missing = citationsIn(text).filter(({ page, place }) => !(places[page]?.has(place) ?? false));
  return missing.map(({ page, place }) => `${page} ${place}`);
}

describe('what is cited stands in the repository', () => {
  it('sections: interface, wire-facts, design, reliability', () => {
    const cited = files.flatMap((file) => citationsIn(readProjectFile(file)));
    expect(cited.length).toBeGreaterThan(500);
    expect(
      files.flatMap((file) => unresolved(readProjectFile(file)).map((citation) => `${file}: ${citation}`)),
    ).toEqual([]);
  });

  it('invariants, points of security and findings', () => {
    const known = knownIds();
    const cited = files.flatMap((file) => idsIn(readProjectFile(file)).map((id) => ({ file, id })));
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter(({ id }) => !known.has(id)).map(({ file, id }) => `${file}: ${id}`)).toEqual([]);
  });

  it('decisions', () => {
    const known = decisions();
    const cited = files.flatMap((file) => [...readProjectFile(file).matchAll(/\bADR (\d{4})\b/g)]);
    expect(cited.map(([, number = '']) => number).filter((number) => !known.includes(number))).toEqual([]);
  });

  it('endpoints', () => {
    const pages = readProjectFile(citedPages.interface) + readProjectFile(citedPages['wire-facts']);
    const numbers = new Set([...pages.matchAll(/\bEP-(\d+)/g)].map(([, number = '']) => Number(number)));
    // "EP-22 to EP-28" includes all between.
    for (let number = 22; number <= 28; number += 1) numbers.add(number);
    const unknown = Object.values(operations).filter(({ ep }) => ep !== null && !numbers.has(Number(ep.slice(3))));
    expect(unknown.map(({ ep }) => ep)).toEqual([]);
  });

  it('the clauses of the coverage page', () => {
    const clauses = tableRows(readProjectFile('docs/spec-coverage.md')).map(([clause = '']) => clause);
    const cited = clauses.filter((clause) => /^\d/.test(clause));
    expect(cited.length).toBeGreaterThan(40);
    expect(cited.flatMap((clause) => unresolved(`interface ${clause}`))).toEqual([]);
  });
});

describe('`peerdesk call <operation> --help`', () => {
  it.each(Object.values(operations))('$name names documents that stand in the package', (operation) => {
    const text = helpText(operationHelp(operation), 1_000);
    const named = [...text.matchAll(/\bdocs\/\S+\.md\b/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !projectFiles().includes(path))).toEqual([]);
    expect(unresolved(operation.source)).toEqual([]);
  });
});

describe('the reading of citations', () => {
  it.each([
    ['see interface 7.4.', ['interface 7.4']],
    ['Interface section 5 rules 1 and 2:', ['interface 5 rule 1', 'interface 5 rule 2']],
    [
      'interface 4.2 rule 4, 5\n   * rule 4; wire-facts 2.3',
      ['interface 4.2 rule 4', 'interface 5 rule 4', 'wire-facts 2.3'],
    ],
    ['wire-facts 3 and 16 row 16', ['wire-facts 3', 'wire-facts 16 row 16']],
    ['wire-facts 2.3, 187049', ['wire-facts 2.3']],
    ['design 6: two people', ['design 6']],
    ['the design has 6', []],
  ])('%j', (text, cited) => {
    expect(citationsIn(text).map(({ page, place }) => `${page} ${place}`)).toEqual(cited);
  });

  it('finds what does not resolve', () => {
    expect(unresolved('interface 12.9 and design 6')).toEqual(['interface 12.9']);
    expect(idsIn("it('I77, SEC5a: …')")).toEqual(['SEC5a']);
    expect(idsIn("it('x (I77, SEC5a): …')")).toEqual(['I77', 'SEC5a']);
  });
});
