import { describe, expect, it } from 'vitest';
import { readProjectFile, textFiles } from './project-files.ts';

/** The words of docs/contributing/style.md that sentences here do without. */
const idioms = ['nobody', 'whoever', 'anew', 'for ever', 'gives', 'tells'];

/** "gives up" and "gives it back" are plain English; a word in quotes, or one of a longer name, is data. */
const idiom =
  /(?<![-.'"`\w])(nobody|whoever|anew|for ever|gives(?! (?:it |them )?(?:up|back|way)\b)|tells)(?![-'"`\w(])/gi;

const silent = /^test\/replay\/histories\/|^test\/project\/words\.test\.ts$|^package-lock\.json$|^\.cache\//;
const files = textFiles().filter((file) => !silent.test(file));

function idiomsIn(text: string): string[] {
  // A sentence may go over the end of a line of a comment.
  const flat = text.replaceAll(/\n\s*(?:\*|\/\/|>)? ?/g, ' ');
  return [...flat.matchAll(idiom)].map(({ index, 0: word }) =>
    flat.slice(Math.max(0, index - 30), index + word.length),
  );
}

describe('docs/contributing/style.md: words', () => {
  it('no file of the project has an idiom that an engineer would have to read twice', () => {
    const found = files.flatMap((file) => idiomsIn(readProjectFile(file)).map((text) => `${file}: …${text}`));
    expect(found).toEqual([]);
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
    ['gives up; gives it back; gives way', 0],
    ["asks: 'nobody', key-that-nobody-has, publication-anew.test.ts, account.nobody", 0],
  ])('%j: %i', (text, count) => {
    expect(idiomsIn(text)).toHaveLength(count);
  });
});
