/**
 * Citations without a page: "7.4: …" at the start of a test's title, "(7.7)" in a sentence and "section 7.6". They are of
 * the interface, as docs/contributing/style.md says; on a page of docs/reference they are of that page.
 */
import { citedPages, citationsIn, type Citation } from './citations.ts';

const number = String.raw`\d{1,2}(?:\.\d{1,2})?`;
const more = (one: string): string => `${one}(?:(?:, | and | to )${one})*`;

/** The title of a test or of a group, also after `it.each(…)`, that begins with sections and ends them with a colon. */
const titles = new RegExp(
  String.raw`(?:\b(?:it|describe)(?:\.\w+)*|\))\(\s*['"\`](${more(number)})(?=:|[ ,][^\n]*:)`,
  'g',
);
const dotted = String.raw`\d{1,2}\.\d{1,2}(?: rule \d+)?`;
/** A call, `at(0.5)`, has no space before its bracket. */
const brackets = new RegExp(String.raw` \((${more(dotted)})\)`, 'g');
const named = new RegExp(String.raw`(\S+ |\S+ \d+ )?\bsections? (${number}(?: rule \d+)?)`, 'gi');
const otherPages = new RegExp(String.raw`^\W*(?:${Object.keys(citedPages).join('|')}|RFC \d+) $`, 'i');

/** Returns the citations of a file's text that name no page. */
export function bareCitationsIn(text: string, file: string): Citation[] {
  const own = Object.entries(citedPages).find(([, path]) => path === file)?.[0] ?? 'interface';
  const isPage = file.startsWith('docs/reference/');
  const inTitles = file.endsWith('.ts') ? placesOf(text, titles) : [];
  const inBrackets = file.endsWith('.ts') || isPage ? placesOf(text, brackets) : [];
  const flat = text.replaceAll(/\n\s*(?:\*|\/\/|>)? ?/g, ' ');
  const inSentences = [...flat.matchAll(named)].flatMap(([, before = '', place = '']) =>
    otherPages.test(before) ? [] : [place],
  );
  return [...inTitles, ...inBrackets, ...inSentences].flatMap((place) => citationsIn(`${own} ${place}`));
}

function placesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, places = '']) => places.split(/, | and | to /));
}
