import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/exchange/index.ts';
import { operationHelp, helpText } from '../../../src/cli/call/operation-help.ts';
import { bareCitationsIn } from './bare-citations.ts';
import {
  citationsIn,
  citedPages,
  citingFiles,
  decisions,
  endpointsIn,
  idsIn,
  knownIds,
  knownSections,
  placesIn,
  promisesIn,
  sectionsIn,
  type Citation,
} from './citations.ts';
import { anchors, tableRows } from './markdown.ts';
import { projectFiles, readProjectFile } from '../project-files.ts';

const places = Object.fromEntries(
  Object.entries(citedPages).map(([page, file]) => [page, placesIn(readProjectFile(file))]),
);
const files = citingFiles();

/** The citations of a text without a target, as "interface 12.9". */
const unresolved = (text: string): string[] => nowhere(citationsIn(text));

function nowhere(cited: readonly Citation[]): string[] {
  const missing = cited.filter(({ page, place }) => !(places[page]?.has(place) ?? false));
  return missing.map(({ page, place }) => `${page} ${place}`);
}

/** What each of the files cites by a reading, with the file. */
function citedBy<T>(read: (text: string, file: string) => readonly T[]): { file: string; cited: T }[] {
  return files.flatMap((file) => read(readProjectFile(file), file).map((cited) => ({ file, cited })));
}

const named = (cited: { file: string; cited: string | number }[]): string[] =>
  cited.map((one) => `${one.file}: ${one.cited}`);

describe('what is cited stands in the repository', () => {
  it('sections: interface, wire-facts, design, reliability', () => {
    expect(citedBy(citationsIn).length).toBeGreaterThan(500);
    expect(named(citedBy(unresolved))).toEqual([]);
  });

  it('sections without a page, which are of the interface: "7.4: …" in a title, (7.7), section 7.6', () => {
    expect(citedBy(bareCitationsIn).length).toBeGreaterThan(200);
    expect(named(citedBy((text, file) => nowhere(bareCitationsIn(text, file))))).toEqual([]);
  });

  it('promises, invariants, points of security, and what was wrong once', () => {
    const known = knownIds();
    const cited = [...citedBy(idsIn), ...citedBy(promisesIn)];
    expect(cited.length).toBeGreaterThan(400);
    expect(named(cited.filter((one) => !known.has(one.cited)))).toEqual([]);
  });

  it('decisions', () => {
    const known = decisions();
    const cited = citedBy((text) => [...text.matchAll(/\bADR (\d{4})\b/g)].map(([, number = '']) => number));
    expect(cited.length).toBeGreaterThan(50);
    expect(named(cited.filter((one) => !known.includes(one.cited)))).toEqual([]);
  });

  it('endpoints', () => {
    const pages = readProjectFile(citedPages.interface) + readProjectFile(citedPages['wire-facts']);
    const numbers = new Set(endpointsIn(pages));
    // "EP-22 to EP-28" includes all between.
    for (let number = 22; number <= 28; number += 1) numbers.add(number);
    const cited = citedBy(endpointsIn);
    expect(cited.length).toBeGreaterThan(400);
    expect(named(cited.filter((one) => !numbers.has(one.cited)))).toEqual([]);
  });

  it('pages by their path, and their headings', () => {
    const cited = citedBy((text) => [...text.matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([path]) => path));
    expect(cited.length).toBeGreaterThan(80);
    const isThere = (path = '', anchor?: string): boolean =>
      projectFiles().includes(path) && (anchor === undefined || anchors(readProjectFile(path)).includes(anchor));
    expect(named(cited.filter((one) => !isThere(...one.cited.split('#'))))).toEqual([]);
  });

  it('sections by their page and heading: ads#active-hours', () => {
    const known = knownSections();
    const cited = citedBy(sectionsIn);
    expect(cited.length).toBeGreaterThan(100);
    expect(named(cited.filter((one) => !known.has(one.cited)))).toEqual([]);
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

  it.each([
    ["it('7.4: waits', …", ['interface 7.4']],
    ["it('7.4, 8: waits', …", ['interface 7.4', 'interface 8']],
    ["])('7.2: -9000 with %s', …", ['interface 7.2']],
    ["describe('7.4 AD_OFFLINE: a pause', …", ['interface 7.4']],
    [
      'is gone (7.7 rule 2), and waits (7.1 to 7.3) at(0.5)',
      ['7.7 rule 2', '7.1', '7.3'].map((at) => `interface ${at}`),
    ],
    ['the table of\n * section 7.2; RFC 3986 section 2.3; design section 6', ['interface 7.2']],
  ])('%j, without a page', (text, cited) => {
    expect(bareCitationsIn(text, 'src/a.ts').map(({ page, place }) => `${page} ${place}`)).toEqual(cited);
  });

  it('a section without a page is the own one on a page that is cited', () => {
    expect(bareCitationsIn('see section 2.2', citedPages['wire-facts'])).toEqual([
      { page: 'wire-facts', place: '2.2' },
    ]);
  });

  it('finds what does not resolve', () => {
    expect(unresolved('interface 12.9 and design 6')).toEqual(['interface 12.9']);
    expect(unresolved('wire-facts 99, design 17 and reliability 2.9')).toHaveLength(3);
    expect(nowhere(bareCitationsIn("it('7.9: …'), (9.31), section 12.5", 'test/a.test.ts'))).toHaveLength(3);
  });

  it.each(['I77', 'P77', 'S99', 'SEC99', 'W99', 'C9.9z', 'U99', 'A3', 'F1', 'B13', 'M4', 'XY7'])(
    '%s has no row, whether a title starts with it, brackets hold it or a sentence names it',
    (id) => {
      const text = `it('${id}: …'); it('x (I1, ${id}): …'); // by ${id}, not '${id}'`;
      expect(idsIn(text)).toEqual([id, 'I1', id, id]);
      expect(knownIds().has(id)).toBe(false);
    },
  );

  it('sections by page and heading, and no link', () => {
    const text =
      "it('ads#active-hours, ads#x: …') (money-steps#one-call) [a](ads.md#hours) [b](#hours) this.#hours a/b#c";
    expect(sectionsIn(text)).toEqual(['ads#active-hours', 'ads#x', 'money-steps#one-call']);
    expect(sectionsIn(text).filter((section) => !knownSections().has(section))).toEqual(['ads#x']);
  });

  it('promises and endpoints by their number', () => {
    expect(promisesIn('promise 5, I36: …; promises 1 and 7')).toEqual(['P5', 'P1', 'P7']);
    expect(endpointsIn('EP-7 and EP-99')).toEqual([7, 99]);
  });
});
