/** What code, tests and documents cite, and where it is written in the repository. */
import { basename } from 'node:path';
import { anchors, tableRows } from './markdown.ts';
import { projectFiles, readProjectFile, textFiles } from '../project-files.ts';

/** The pages that are cited by the number of a section. */
export const citedPages = {
  interface: 'docs/reference/interface.md',
  'wire-facts': 'docs/reference/wire-facts.md',
  design: 'docs/reference/design.md',
  reliability: 'docs/reference/reliability.md',
} as const;

type Page = keyof typeof citedPages;

/** One citation: the page, and the place in it, such as "7.4", "5 rule 3" or "16 row 1". */
export interface Citation {
  page: Page;
  place: string;
}

const place = [
  String.raw`\d{1,2}(?!\d)(?:\.\d{1,2})*(?! ?(?:%|ms|s|min|h|MB)\b)`,
  String.raw`(?: (?:rule|row) \d+| (?:rule|row)s \d+(?:(?: to | and |, )\d+)+)?`,
].join('');
const list = new RegExp(
  String.raw`\b(interface|wire-facts|design|reliability) (?:section )?(${place}(?:(?:, | and | to |; )(?:section )?${place})*)`,
  'gi',
);

/** The citations of a text. "7.2 to 7.6" cites both ends. */
export function citationsIn(text: string): Citation[] {
  // A citation may go over the end of a line of a comment.
  const flat = text.replaceAll(/\n\s*(?:\*|\/\/|>)? ?/g, ' ');
  return [...flat.matchAll(list)].flatMap(([, page = '', places = '']) =>
    [...places.matchAll(new RegExp(place, 'g'))].flatMap(([one]) => placesOf(one).map((at) => citation(page, at))),
  );
}

function citation(page: string, at: string): Citation {
  const name = page.toLowerCase();
  if (name !== 'interface' && name !== 'wire-facts' && name !== 'design' && name !== 'reliability')
    throw new Error(`${page} is no page that is cited`);
  return { page: name, place: at };
}

/** "5 rules 1 and 2" is two places. */
function placesOf(text: string): string[] {
  const [, section = text, kind, numbers = ''] = /^(\S+) (rule|row)s? (.*)$/.exec(text) ?? [];
  return kind === undefined ? [text] : numbers.split(/ to | and |, /).map((number) => `${section} ${kind} ${number}`);
}

/** Every place of a page: its numbered headings, the rules and the numbered rows below them; "9.7" is rule 7 of 9. */
export function placesIn(markdown: string): Set<string> {
  const places = new Set<string>();
  let section = '';
  for (const line of markdown.split('\n')) {
    section = /^#+ (\d+(?:\.\d+)*)\.? /.exec(line)?.[1] ?? section;
    if (section !== '') places.add(section);
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined) places.add(`${section} rule ${rule}`).add(`${section}.${rule}`);
    const [row = ''] = tableRows(line)[0] ?? [];
    if (/^\d+$/.test(row)) places.add(`${section} row ${row}`).add(`${section}.${row}`);
  }
  return places;
}

/** Returns the sections that a text cites by page and heading, "ads#active-hours". A link has its page's full name: "ads.md#…". */
export function sectionsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./#-])([a-z][\w-]*#[a-z][\w-]*)/gi)].map(([, section = '']) => section);
}

/** Every section that can be cited so: the headings of the pages of docs, except those that are cited by number. */
export function knownSections(): Set<string> {
  const numbered: readonly string[] = Object.values(citedPages);
  const pages = projectFiles().filter((file) => /^docs\/(?!adr\/).+\.md$/.test(file) && !numbered.includes(file));
  return new Set(
    pages.flatMap((file) => anchors(readProjectFile(file)).map((anchor) => `${basename(file, '.md')}#${anchor}`)),
  );
}

/** Recorded data and the tests of this reading itself cite nothing. */
const silent =
  /^test\/replay\/histories\/|^test\/project\/documents\/citations\.|^package-lock\.json$|^bench\/results\.json$/;

/** The files in which everything that is cited must resolve. */
export function citingFiles(): string[] {
  const top = /^(src|test|bench|bin|docs|examples|packaging|docker|\.ci|\.github)\/|^[A-Z]+\.md$|^\w+\.config\.ts$/;
  return textFiles().filter((file) => top.test(file) && !silent.test(file));
}

/** The ids of promises, invariants, points of security and findings that have a row. */
export function knownIds(): Set<string> {
  return new Set(tableRows(readProjectFile('docs/reference/invariants.md')).map(([id = '']) => id));
}

/** Words of the trade that look like an id. */
const notIds = new Set(['V8']);

/**
 * Returns the words of a text that look like an id of the invariants page: "I4", "SEC5a", "C7.4b". Every kind of capital
 * letters with a number counts, so that an invented kind resolves nowhere. A whole text in quotes, 'P1', is data.
 */
export function idsIn(text: string): string[] {
  const id = String.raw`[A-Z]{1,3}\d{1,2}(?:\.\d{1,2})?[a-z]?(?![\w=-])`;
  const words = text.matchAll(new RegExp(String.raw`(['"\`])${id}\1|(?<![\w.$#/}+=&%-])(${id})`, 'g'));
  return [...words].flatMap(([, , found]) => (found === undefined || notIds.has(found) ? [] : [found]));
}

/** Returns the promises that a text cites by number, as the ids of the invariants page: "promise 5" is P5. */
export function promisesIn(text: string): string[] {
  return [...text.matchAll(/\bpromises? (\d+)(?:(?:, | and | to )(\d+)\b)?/gi)].flatMap(([, ...numbers]) =>
    numbers.flatMap((number) => (number === undefined ? [] : [`P${number}`])),
  );
}

/** Returns the numbers of the endpoints that a text names: "EP-7" is 7. */
export function endpointsIn(text: string): number[] {
  return [...text.matchAll(/\bEP-(\d+)/g)].map(([, number]) => Number(number));
}

/** The numbers of the decisions that have a page. */
export function decisions(): string[] {
  return projectFiles().flatMap((file) => /^docs\/adr\/(\d{4})-/.exec(file)?.[1] ?? []);
}
