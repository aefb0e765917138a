import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectFiles, readProjectFile, typescriptFiles } from './project-files.ts';
import { measureFile, median, type FileShape } from './source-shape.ts';

const limits = { fileLines: 300, functionLines: 60 };
const barrels = ['client', 'exchange', 'workflows', 'activities'].map((folder) => `src/${folder}/index.ts`);

const measure = (file: string): FileShape => measureFile(file, readProjectFile(file));
const sources = typescriptFiles('src', 'bench').map(measure);
const tests = typescriptFiles('test').map(measure);
const everything = [...sources, ...tests];
const functions = sources.flatMap((shape) => shape.functions);

function worst<T>(items: readonly T[], size: (item: T) => number): T | undefined {
  return items.toSorted((a, b) => size(b) - size(a))[0];
}

describe('the shape of the code', () => {
  it('is printed: worst file, worst function, medians', () => {
    const file = worst(sources, (shape) => shape.lines);
    const longest = worst(functions, (shape) => shape.lines);
    const lines = sources.reduce((sum, shape) => sum + shape.lines, 0);
    console.log(
      [
        `worst file: ${file?.file} (${file?.lines} lines); median file ${median(sources.map((shape) => shape.lines))}`,
        `worst function: ${longest?.name} at ${longest?.file}:${longest?.line} (${longest?.lines} lines)`,
        `median function ${median(functions.map((shape) => shape.lines))} lines; ${functions.length} functions`,
        `${lines} lines in ${sources.length} files`,
      ].join('\n'),
    );
    expect(sources.length).toBeGreaterThan(0);
  });

  it(`no file is longer than ${limits.fileLines} lines`, () => {
    const long = everything.filter((shape) => shape.lines > limits.fileLines);
    expect(long.map((shape) => `${shape.file}: ${shape.lines}`)).toEqual([]);
  });

  it(`no function is longer than ${limits.functionLines} lines`, () => {
    const long = functions.filter((shape) => shape.lines > limits.functionLines);
    expect(long.map((shape) => `${shape.file}:${shape.line} ${shape.name}: ${shape.lines}`)).toEqual([]);
  });

  it('design 5: no workflow asks for a category of failure by its name where the table says what follows', () => {
    const asking = typescriptFiles('src/workflows').filter((file) =>
      /(?:case|[!=]==) (?:ErrorCategory|TransportCondition)\./.test(readProjectFile(file)),
    );
    expect(asking).toEqual([]);
  });

  it('docs/contributing/style.md names the limits of the linter, and what most of the code keeps', () => {
    const style = readProjectFile('docs/contributing/style.md').replaceAll(/\s+/g, ' ');
    const { rules } = z
      .object({ rules: z.record(z.string(), z.unknown()) })
      .parse(JSON.parse(readProjectFile('.oxlintrc.json')));
    const limit = (rule: string) =>
      z.tuple([z.literal('error'), z.object({ max: z.number() })]).parse(rules[rule])[1].max;
    expect({ fileLines: limit('max-lines'), functionLines: limit('max-lines-per-function') }).toEqual(limits);
    expect(style).toContain(
      `a file of more than ${limit('max-lines')} lines, a function of more than ${limit('max-lines-per-function')} lines, ` +
        `more than ${limit('max-params')} parameters, ${limit('max-depth')} levels of nesting and a complexity of ${limit('complexity')}`,
    );
    const share = (items: { lines: number }[], below: number) =>
      items.filter(({ lines }) => lines < below).length / items.length;
    expect(share(sources, 100)).toBeGreaterThan(2 / 3);
    expect(share(functions, 10)).toBeGreaterThan(4 / 5);
  });

  it('the words of the wire for an ad number stay in exchange and simulator', () => {
    const elsewhere = sources.filter(({ file }) => !/^src\/(exchange|simulator)\//.test(file));
    const leaks = elsewhere.filter(({ names }) => ['advNo', 'adsNo', 'advNos'].some((name) => names.has(name)));
    expect(leaks.map(({ file }) => file)).toEqual([]);
  });
});

describe('the names of files', () => {
  const files = projectFiles().filter((file) => /^(src|test|bench|bin)\/.*\.(ts|mjs)$/.test(file));

  it('are nouns of the trade in kebab-case', () => {
    const odd = files.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.(ts|mjs)$/.test(basename(file)));
    expect(odd).toEqual([]);
  });

  it('say what is inside: no utils, helpers, types, and an index only where an entry is needed', () => {
    const vague = files.filter((file) => /(^|[/-])(utils?|helpers?|types|misc|common)\.ts$/.test(file));
    const strayBarrels = files.filter((file) => file.endsWith('/index.ts') && !barrels.includes(file));
    expect([...vague, ...strayBarrels]).toEqual([]);
  });
});

describe('the measuring itself', () => {
  it('counts lines and functions, and collects imports and names', () => {
    const shape = measureFile(
      'sample.ts',
      "import './a.ts';\n/** Why. */\nexport function f(x: number): number {\n  return x;\n}\n",
    );
    expect(shape).toMatchObject({ lines: 5, imports: ['./a.ts'], names: new Set(['f', 'x']) });
    expect(shape.functions).toEqual([{ file: 'sample.ts', name: 'f', line: 3, lines: 3 }]);
  });

  it('the median is the middle value', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([])).toBe(0);
  });
});
