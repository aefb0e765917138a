import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isPlaceholder } from '../../../src/cli/text/placeholder.ts';

/** Documents, and the help and the pages, whose texts the source has. */
const documents = ['*.md', 'docs/**/*.md', 'examples/*', 'docker/**/*.*', 'packaging/systemd/*'];
const sources = ['src/**/*.ts'];

/** A command as it is printed, to the end of its line or its code span; what goes to Temporal's own program is not read by ours. */
const command = /\bpeerdesk (?!temporal)[a-z][^\n`]*/g;
/** An option with its value, also where a text is put together from several. */
const option = /--(?!query)[a-z][\w-]* (?:'[^'\n]+'|"[^"\n]+"|[^\s'"`-][^\s'"`]*)/g;
const word = /'[^']*'|"[^"]*"|[^\s'"]+/g;

const linesOf = (patterns: readonly string[], lines: readonly RegExp[]): string[] =>
  globSync(patterns).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return lines.flatMap((line) => text.match(line) ?? []);
  });

const wordsOf = (lines: readonly string[]): Set<string> => new Set(lines.flatMap((line) => line.match(word) ?? []));

/** What a person might type as a value because it stands there: a word in capitals, one with an ellipsis, a text in quotes. */
function valuesIn(lines: readonly string[]): string[] {
  const bare = [...wordsOf(lines)].map((one) => one.replace(/[,.;)\\]+$/, ''));
  const capitals = bare.filter((one) => /^(?:[\w.-]+=|nickname:)?[A-Z][A-Z_:-]+$|^…$|^\w+…$/.test(one));
  const quoted = lines.flatMap((line) => [...line.matchAll(/--[\w-]+ (?:'(\w[^'{]*)'|"(\w[^"{]*)")/g)]);
  return [...new Set([...capitals, ...quoted.flatMap(([, single, double]) => single ?? double ?? [])])];
}

/** Values that examples have, and a person may mean. */
const meant: readonly string[] = [
  'BOB',
  'USDT',
  'strategy.symbol=USDTBRL',
  'ANA PEREZ',
  'UI',
  '5000 BOB',
  '5000 BOB, 700 USD',
  'Only from an account in your own name.',
  'bank is down',
  'the bank is down',
  'sent back to its payer',
  'it is of the next order',
  'bank is back',
  'another day',
  'away until the 14th',
  'chargeback',
  'fraud',
  'pays in parts',
  'seen in the app',
  'cap agreed with ana',
  'new address',
  'holidays',
  'lunch',
  'not tonight',
  'of another order',
  'released in the app',
  'looked in the app',
  'not released in the app; TRX-77 is of the next order',
];

const isVariable = (text: string): boolean => /^(?:PEERDESK|XDG|TEMPORAL)_/.test(text);

it('every value that documents, help and pages print is refused as a placeholder, or one that a person may mean', () => {
  const printed = [
    ...valuesIn(linesOf(documents, [command])),
    ...valuesIn(linesOf(sources, [command, option]).filter((line) => !line.includes("', '"))),
  ];
  expect(printed.length).toBeGreaterThan(40);
  const taken = new Set(printed.filter((text) => !isPlaceholder(text) && !isVariable(text)));
  expect([...taken].filter((text) => !meant.includes(text))).toEqual([]);
  expect(meant.filter((text) => !taken.has(text))).toEqual([]);
});
