import { expect, it } from 'vitest';
import { readProjectFile, typescriptFiles } from '../project/project-files.ts';

/** Where refusals are decided. */
const decide =
  /^src\/(?:domain\/(?:refusals|register|signing)\/|domain\/(?:ads\/business-act|guard\/(?:block-list|permit(?:-request)?)|orders\/(?:approval|attached-payments|code-step|counterparty|payment-match)|pricing\/pricing-rules)\.ts|workflows\/(?:kit\/(?:command|refused-messages|ruling)|(?:ad|guard|order)\/\w+-messages|order\/order-payments)\.ts)/;

const comment = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const literal = /(['`])((?:\\.|(?!\1)[^\\\n])*)\1/g;
const threeWords = /\p{L}+[^\p{L}\n]*\s[^\p{L}\n]*\p{L}+[^\p{L}\n]*\s[^\p{L}\n]*\p{L}+/u;

/** Of schemas (what form a message must have), and what a page or a history of Temporal names a message by. */
const others =
  /error: |error\(|refine\(|regex\(|min\(|missing|literal\(|enum\(|describe\(|description|summary|reads\(|addIssue|message: |default\(/;

/** What is no refusal: a word of the service, a mark in the register, what is signed, a log, a page. The list only shrinks. */
const noRefusals = [
  "'taking a break'",
  "'freed by a person'",
  '`peerdesk ${name} ${version}`',
  '`noted, being checked',
  "'no reason given'",
  "'command carried out'",
  '**Messages refused**',
  "'a bank reader'",
];

function sentences(file: string): string[] {
  const lines = readProjectFile(file).replaceAll(comment, '').split('\n');
  return lines.flatMap((line, at) => {
    const near = [lines[at - 1] ?? '', line].join('\n');
    const found = [...line.matchAll(literal)].filter(([, , text = '']) => threeWords.test(text));
    const isKnown = others.test(near) || noRefusals.some((text) => line.includes(text));
    return found.length === 0 || isKnown ? [] : [`${file}: ${line.trim()}`];
  });
}

it('U16: where a refusal is decided there is no sentence for people', () => {
  const files = typescriptFiles('src').filter((file) => decide.test(file));
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap(sentences)).toEqual([]);
});
