import { parse, TomlError } from 'smol-toml';
import { fileJsonSchema, fileSchema, type PeerdeskFile } from './file-schema.ts';
import { keyText, mistakesOf, type Mistake } from './mistake.ts';
import { referenceProblems } from './references.ts';
import { tomlLines } from './toml-lines.ts';

/** A file that can be used, and where its keys stand. */
export interface ReadFile {
  file: PeerdeskFile;
  lineOf: (path: readonly (string | number)[]) => number;
}

/** Longer than any desk needs: a wrong file is refused before it is read. */
const maxLetters = 1_000_000;

/** Reads the text of peerdesk.toml. Returns the file, or every mistake in it, by line. Never throws. */
export function readFileText(text: string): ReadFile | Mistake[] {
  if (text.length > maxLetters)
    return [{ line: 1, key: '', text: `is longer than ${maxLetters} letters: is it the right file?` }];
  // Editors on Windows begin a file with this letter.
  const toml = text.replace(/^\uFEFF/, '');
  let root: unknown;
  try {
    root = parse(toml, { integersAsBigInt: 'asNeeded', unsafeKeyBehaviour: 'throw', maxDepth: 20 });
  } catch (error) {
    return [syntaxMistake(error)];
  }
  const { lineOf } = tomlLines(toml);
  const parsed = fileSchema.safeParse(root);
  if (!parsed.success) {
    const place = { root, schema: fileJsonSchema(), lineOf };
    return inOrder(parsed.error.issues.flatMap((issue) => mistakesOf(issue, place)));
  }
  const problems = referenceProblems(parsed.data);
  if (problems.length === 0) return { file: parsed.data, lineOf };
  return inOrder(
    problems.map(({ path, text: problem }) => ({ line: lineOf(path), key: keyText(path), text: problem })),
  );
}

function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  const once = new Map(mistakes.map((mistake) => [`${mistake.line} ${mistake.key}`, mistake]));
  return [...once.values()].toSorted((left, right) => left.line - right.line);
}

const remedies: readonly (readonly [RegExp, string])[] = [
  [/redefine|already|duplicate/i, 'write each table and each key once'],
  [/string/i, 'close the text with the quote that opened it, on the same line'],
  [/expected.*value|invalid value|incomplete|empty/i, 'write key = value, text in quotes, such as mode = "shadow"'],
  [/array/i, 'write a list as ["a", "b"]'],
  [/inline table/i, 'write it as { key = "value" }'],
  [/number|integer|float/i, 'write numbers without letters, and put long ones in quotes'],
];

function syntaxMistake(error: unknown): Mistake {
  const isSyntax = error instanceof TomlError;
  const message = error instanceof Error ? error.message : String(error);
  const [first = ''] = message.replace('Invalid TOML document: ', '').split('\n');
  const remedy = remedies.find(([form]) => form.test(first))?.[1] ?? 'write key = value, text in quotes';
  return { line: isSyntax ? error.line : 1, key: '', text: `${first}: ${remedy}` };
}
