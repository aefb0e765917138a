import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tableRows } from './markdown.ts';
import { projectFiles, readProjectFile } from '../project-files.ts';

const folder = 'docs/contributing';

/** How many files a walk may name before its exceptions, which stand under a heading of their own. */
const walks: Readonly<Record<string, { src: number; test: number; docs: number }>> = {
  'adding-an-operation.md': { src: 4, test: 3, docs: 1 },
  'adding-a-release-rule.md': { src: 4, test: 3, docs: 0 },
  'adding-a-pricing-rule.md': { src: 3, test: 2, docs: 0 },
  'adding-a-strategy.md': { src: 3, test: 1, docs: 0 },
  'adding-a-message.md': { src: 2, test: 1, docs: 0 },
  'adding-a-command.md': { src: 3, test: 1, docs: 0 },
};

const pages = projectFiles().filter((file) => file.startsWith(`${folder}/`));
const doors = [...pages, 'CONTRIBUTING.md', 'SECURITY.md', 'README.md'];
const scripts = Object.keys(
  z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(readProjectFile('package.json'))).scripts,
);

/** The files and folders of the project that a text names in code marks or in commands. */
function namedPaths(text: string): string[] {
  const named = text.matchAll(/(?<![\w/.-])((?:src|test|tools|bin|docs|examples|packaging)\/[\w./-]*\w)(?![\w*…])/g);
  return [...named].map(([, path = '']) => path);
}

const files = projectFiles();
const isThere = (path: string): boolean => files.some((file) => file === path || file.startsWith(`${path}/`));

describe('the pages for contributors', () => {
  it.each(Object.entries(walks))('%s: the walk names at most %j, and says how many', (page, budget) => {
    const [walk = ''] = readProjectFile(`${folder}/${page}`).split('\n## ');
    const rows = tableRows(walk).map(([file = '']) => file);
    const inTable = rows.filter((cell) => cell.startsWith('`')).map((cell) => cell.slice(1, -1));
    const named = [...new Set(namedPaths(walk).filter((path) => /\.(?:ts|md)$/.test(path)))];
    expect(inTable.toSorted()).toEqual(named.toSorted());
    const count = (top: string): number => named.filter((path) => path.startsWith(`${top}/`)).length;
    const inDocs = count('docs') === 0 ? '' : `, ${count('docs')} in \`docs\``;
    expect(walk).toContain(`Files to touch: ${count('src')} in \`src\`, ${count('test')} in \`test\`${inDocs}`);
    expect(count('src')).toBeLessThanOrEqual(budget.src);
    expect(count('test')).toBeLessThanOrEqual(budget.test);
    expect(count('docs')).toBeLessThanOrEqual(budget.docs);
  });

  it.each(doors)('%s: every file that it names exists', (page) => {
    expect(namedPaths(readProjectFile(page)).filter((path) => !isThere(path))).toEqual([]);
  });

  it.each(doors)('%s: every script that it names exists', (page) => {
    const named = [...readProjectFile(page).matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:-]+)/g)];
    expect(named.map(([, name = '']) => name).filter((name) => !scripts.includes(name))).toEqual([]);
  });

  it('the tour: what it searches, replaces and sees red is there', () => {
    const tour = readProjectFile(`${folder}/tour.md`);
    const named = [...tour.matchAll(/`(src\/domain\/[\w./-]+\.ts)`/g)].map(([, path = '']) => path);
    const rule = named.map(readProjectFile).join('\n');
    const [, searched = ''] = /grep -rn "(.+)" src/.exec(tour) ?? [];
    const [, replaced = ''] = /replace `(.+?)` by/.exec(tour) ?? [];
    const [, title = ''] = /"(design 6: .+?)"/.exec(tour) ?? [];
    const [, tested = ''] = /npm run test:one -- (\S+)/.exec(tour) ?? [];
    for (const text of [searched, replaced]) {
      expect(text).not.toBe('');
      expect(rule).toContain(text);
    }
    expect(readProjectFile(tested)).toContain(`'${title}'`);
  });

  it('the walks are linked from CONTRIBUTING', () => {
    const text = readProjectFile('CONTRIBUTING.md');
    expect(pages.filter((page) => !text.includes(page))).toEqual([]);
  });
});

describe('what editors and CI run', () => {
  it('CI runs the script that a contributor runs', () => {
    expect(readProjectFile('.github/workflows/ci.yml')).toMatch(/^ +- run: \.ci\/run$/m);
    expect(files).toContain('.ci/run');
  });

  it('.nvmrc is the Node that an old host is brought', () => {
    const lock = z
      .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
      .parse(JSON.parse(readProjectFile('packaging/node/package-lock.json')));
    expect(lock.packages['node_modules/node']?.version).toBe(readProjectFile('.nvmrc').trim());
  });

  it('each launch configuration starts a program that exists', () => {
    const launchSchema = z.object({ configurations: z.array(z.object({ program: z.string() })) });
    const { configurations } = launchSchema.parse(JSON.parse(readProjectFile('.vscode/launch.json')));
    const programs = configurations.map(({ program }) => program.replace('${workspaceFolder}/', ''));
    expect(programs.filter((program) => !isThere(program) && !program.startsWith('node_modules/'))).toEqual([]);
  });
});
