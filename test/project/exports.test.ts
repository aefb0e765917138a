import { describe, expect, it } from 'vitest';
import { readModules, type Module, type ModuleUse } from './module-graph.ts';
import { typescriptFiles } from './project-files.ts';

/** Imported from outside this project: the package's entries, and what Temporal loads. */
const entries = new Set(['src/client/index.ts', 'src/exchange/index.ts', 'src/workflows/index.ts']);
const loadedByTemporal = [
  'src/workflows/kit/failure-converter.ts: failureConverter',
  'src/workflows/kit/interceptors.ts: interceptors',
  'src/workflows/kit/payload-converter.ts: payloadConverter',
];

/** Exports that only tests and the writing of documents use, each with its reason. */
const onlyForTests: Readonly<Record<string, string>> = {
  'src/exchange/table/guide/parameter-meaning.ts: knownMeanings': 'a test finds meanings that no parameter has',
  'src/server/find-server.ts: findTestServer': 'the time-skipping server of the workflow tests',
};

const modules = readModules(typescriptFiles('src', 'test', 'bench', 'examples', 'packaging'));
const textOf = new Map(modules.map(({ file, text }) => [file, text]));
const usesOf = Map.groupBy(
  modules.flatMap(({ uses }) => uses),
  ({ to }) => to,
);

interface Exported {
  readonly file: string;
  readonly name: string;
  readonly isType: boolean;
}

const exported = modules
  .filter(({ file }) => file.startsWith('src/') && !entries.has(file))
  .flatMap(({ file, exported: names, text }: Module): Exported[] =>
    names.map((name) => ({ file, name, isType: new RegExp(`(?:interface|type) ${name}\\b`).test(text) })),
  );

/**
 * Returns the files that use an export. A namespace import uses the names in its text; `export *` passes its uses on.
 */
function users({ file, name }: Pick<Exported, 'file' | 'name'>): string[] {
  return (usesOf.get(file) ?? []).flatMap((use: ModuleUse) => {
    if (use.name === name) return [use.from];
    if (use.name !== '*') return [];
    const isBarrel = (textOf.get(use.from) ?? '').includes('export * from');
    if (isBarrel) return entries.has(use.from) ? [use.from] : users({ file: use.from, name });
    return mentions(use.from, name) > 0 ? [use.from] : [];
  });
}

const mentions = (file: string, name: string): number =>
  (textOf.get(file) ?? '').match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0;
const written = ({ file, name }: Exported): string => `${file}: ${name}`;

describe('the exports of src', () => {
  it('are each used by another file', () => {
    const unused = exported.filter((one) => users(one).length === 0).map(written);
    expect(unused.toSorted()).toEqual(loadedByTemporal);
  });

  it('keep no code alive that only tests call', () => {
    const dead = exported
      .filter(({ isType }) => !isType)
      .filter((one) => users(one).length > 0 && users(one).every((file) => !file.startsWith('src/')))
      .filter(({ file, name }) => mentions(file, name) === 1);
    expect(dead.map(written).toSorted()).toEqual(Object.keys(onlyForTests));
  });
});

describe('the names of the package', () => {
  // The simulator repeats words of the wire on purpose, and no code imports it.
  const declared = exported
    .filter(({ file, name }) => !file.startsWith('src/simulator/') && declares(textOf.get(file) ?? '', name))
    .map(({ file, name }) => [name, file] as const);
  const filesOf = Map.groupBy(declared, ([name]) => name);

  it.each(['src/client/index.ts', 'src/exchange/index.ts', 'src/workflows/contract/definitions.ts'])(
    '%s exports no name that means two things',
    (entry) => {
      const names = [...publicNames(entry)];
      expect(names.length).toBeGreaterThan(50);
      const twice = names.filter((name) => (filesOf.get(name) ?? []).length > 1);
      expect(twice.map((name) => filesOf.get(name)?.join(' '))).toEqual([]);
    },
  );
});

/** What an entry exports, through every `export *`. */
function publicNames(entry: string): Set<string> {
  const { exported: names = [], stars = [] } = modules.find(({ file }) => file === entry) ?? {};
  return new Set([...names, ...stars.flatMap((file) => [...publicNames(file)])]);
}

function declares(text: string, name: string): boolean {
  return new RegExp(`^export (?:async )?(?:interface|type|const|function|class) ${name}\\b`, 'm').test(text);
}
