import { describe, expect, it } from 'vitest';
import { readProjectFile, textFiles } from './project-files.ts';

/** The words of docs/contributing/style.md that sentences here do without. */
const idioms = ['nobody', 'somebody', 'anybody', 'whoever', 'anew', 'for ever', 'gives', 'tells', 'told'];

/** "gives up" and "gives it back" are plain English; a word in quotes, or one of a longer name, is data. */
const idiom =
  /(?<![-.'"`\w])(nobody|somebody|anybody|whoever|anew|for ever|gives(?! (?:it |them )?(?:up|back|way)\b)|tells)(?![-'"`\w(])/gi;

/** Names of the code, too, so that only its comments and texts are read for them. */
const spoken = /(?<![-.'"`\w/#$])(told|tell|telling)(?![-'"`\w(]|\.\w)/gi;

const silent = /^test\/replay\/histories\/|^test\/project\/words\.test\.ts$|^package-lock\.json$|^\.cache\//;
const files = textFiles().filter((file) => !silent.test(file));

function idiomsIn(text: string, words = idiom): string[] {
  // A sentence may go over the end of a line of a comment.
  const flat = text.replaceAll(/\n\s*(?:\*|\/\/|>)? ?/g, ' ');
  return [...flat.matchAll(words)].map(({ index, 0: word }) =>
    flat.slice(Math.max(0, index - 30), index + word.length),
  );
}

const commentOrText = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** Returns the comments of a program, and its texts of more than one word, without their quotes. */
function proseOf(code: string): string {
  const parts = [...code.matchAll(commentOrText)].map(([part]) => part.replaceAll(/\$\{[^}]*\}/g, '…'));
  return parts.map((part) => (/^['"`]/.test(part) ? textOf(part) : part)).join('\n');
}

const textOf = (part: string): string => (/[a-z]\s|\s[a-z]/i.test(part) ? ` ${part.slice(1, -1)} ` : '');

describe('docs/contributing/style.md: words', () => {
  it('no file of the project has an idiom that an engineer would have to read twice', () => {
    const found = files.flatMap((file) => idiomsIn(readProjectFile(file)).map((text) => `${file}: …${text}`));
    expect(found).toEqual([]);
  });

  it('nothing is told: comments, texts and documents say who is notified, and what is reported', () => {
    const told = files
      .filter((file) => !file.startsWith('test/') && file !== 'docs/contributing/style.md')
      .flatMap((file) => {
        const text = readProjectFile(file);
        return idiomsIn(/\.m?ts$|\.mjs$/.test(file) ? proseOf(text) : text, spoken).map((it) => `${file}: …${it}`);
      });
    expect(told).toEqual([]);
  });

  it('the style page names each of them', () => {
    const style = readProjectFile('docs/contributing/style.md');
    expect(idioms.filter((word) => !style.includes(`"${word}"`))).toEqual([]);
  });

  it.each([
    ['that nobody knows', 1],
    ['Gives the overlap', 1],
    ['it tells\n * the desk', 1],
    ['kept for\n * ever', 1],
    ['begins anew, whoever asks', 2],
    ['until somebody asks anybody', 2],
    ['gives up; gives it back; gives way', 0],
    ["asks: 'nobody', key-that-nobody-has, publication-anew.test.ts, account.nobody", 0],
  ])('%j: %i', (text, count) => {
    expect(idiomsIn(text)).toHaveLength(count);
  });

  it.each([
    ['/** It is told\n * of it. */ const told = tell(told);', 1],
    ["// Cannot tell.\nsay('not told yet', told);", 2],
    ['say(`${told} was told`); import x from "./tell.ts";', 1],
    ["const channel = { told: 'told', '/usr/bin/tell-me': 1 };", 0],
  ])('in code %j: %i', (code, count) => {
    expect(idiomsIn(proseOf(code), spoken)).toHaveLength(count);
  });
});
