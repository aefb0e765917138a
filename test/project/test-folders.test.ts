import { basename, dirname } from 'node:path/posix';
import { expect, it } from 'vitest';
import config, { testGroups, wholeProject } from '../../vitest.config.ts';
import { projectFiles } from './project-files.ts';

it('every test file lies in a folder that the test run knows', () => {
  const folders = Object.values(testGroups).flatMap((group) => group.folders);
  const testFiles = projectFiles().filter((file) => /\.test\.[cm]?[jt]s$/.test(file));
  expect(folders).toContain('project');
  expect(testFiles.filter((file) => !folders.some((folder) => file.startsWith(`test/${folder}/`)))).toEqual([]);
});

it('`npm test` runs the tests of every folder, those of the rules with their coverage', () => {
  const { domain, ...others } = testGroups;
  expect(domain.folders).toEqual(['domain']);
  const folders = Object.values(others).flatMap((group) => group.folders);
  const patterns = folders.map((folder) => `test/${folder}/**/*.test.ts`);
  expect(wholeProject.test?.include).toEqual(expect.arrayContaining(patterns));
});

it('the rules are covered in full: lines, branches, functions, statements', () => {
  expect(config.test?.coverage).toMatchObject({
    include: ['src/domain/**/*.ts'],
    thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
  });
});

/** What crosses layers, and so mirrors no folder of src. */
const crossing = ['chaos', 'contract', 'integration', 'project', 'replay'];
/** Of rules as a whole, not of one folder. */
const beside = ['test/domain/markets'];

/** The folder of test that mirrors the one of a file of src. */
const mirrorOf = (file: string): string => dirname(file).replace('src', 'test');

const layerOf = (file: string): string => file.split('/')[1] ?? '';

it('design 3: tests mirror src: a folder has its like there, and the test of a file stands at its place', () => {
  const sources = projectFiles().filter((file) => file.startsWith('src/'));
  const folders = new Set(sources.map(mirrorOf));
  const tests = projectFiles().filter((file) => file.startsWith('test/') && file.endsWith('.test.ts'));
  const mirroring = tests.filter((file) => !crossing.includes(layerOf(file)) && !beside.includes(dirname(file)));
  expect(mirroring.length).toBeGreaterThan(300);
  const lost = mirroring.filter((file) => ![...folders].some((folder) => `${folder}/`.startsWith(`${dirname(file)}/`)));
  const strayed = mirroring.filter((file) => {
    const named = sources.filter((one) => layerOf(one) === layerOf(file) && testName(one) === basename(file));
    return named.length > 0 && !named.some((one) => mirrorOf(one) === dirname(file));
  });
  expect({ lost, strayed }).toEqual({ lost: [], strayed: [] });
});

const testName = (file: string): string => basename(file).replace(/\.ts$/, '.test.ts');
