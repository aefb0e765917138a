import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorTable } from '../../../src/exchange/table/error-table.ts';
import { waitWords } from '../../../src/words/order-words.ts';
import { ErrorCategory, TransportCondition } from '../../../src/domain/failures/error-category.ts';
import { projectRoot } from '../../../src/server/project-root.ts';
import { searchAttributeKeys } from '../../../src/workflows/contract/search-attributes.ts';
import { anchors, codeBlocks, links, tableRows } from './markdown.ts';
import { projectFiles, readProjectFile } from '../project-files.ts';

const documents = projectFiles().filter((file) => file.endsWith('.md'));
const running = readProjectFile('docs/running.md');
/** The first cells of the tables that explain words and codes, without their code marks. */
const explained = ['docs/reference/states.md', 'docs/reference/failures.md']
  .flatMap((file) => tableRows(readProjectFile(file)))
  .flatMap(([first = '']) => first.split(', ').map((name) => name.replaceAll('`', '')));

/** How many links each document is away from the README. */
function stepsFromReadme(): Map<string, number> {
  const steps = new Map([['README.md', 0]]);
  for (const [file, count] of steps) {
    const linked = links(readProjectFile(file)).map((target) => join(dirname(file), target.split('#')[0] ?? ''));
    for (const next of linked) if (documents.includes(next) && !steps.has(next)) steps.set(next, count + 1);
  }
  return steps;
}

/** What a person reads who runs a desk; the others are for who reads the code, or are cited by it. */
const forEngineers = ['ARCHITECTURE', 'exchange', 'spec-coverage', 'temporal'].map((name) => `docs/${name}.md`);
const forOperators = documents.filter((file) => /^docs\/[\w-]+\.md$/.test(file) && !forEngineers.includes(file));

/** The links of a document that lead nowhere. */
function deadLinks(file: string): string[] {
  const targets = links(readProjectFile(file)).filter((target) => !/^(https?|mailto):/.test(target));
  return targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const named = path === '' ? file : join(dirname(file), path);
    if (!existsSync(join(projectRoot, named))) return true;
    return anchor !== undefined && !anchors(readProjectFile(named)).includes(anchor);
  });
}

describe('the documents', () => {
  it.each(documents)('%s has no dead link', (file) => {
    expect(deadLinks(file)).toEqual([]);
  });

  it('each of docs is at most two links away from the README', () => {
    const steps = stepsFromReadme();
    const far = documents.filter(
      (file) => file.startsWith('docs/') && (steps.get(file) ?? Number.POSITIVE_INFINITY) > 2,
    );
    expect(far).toEqual([]);
  });

  it('those for who runs a desk have at most 45,000 words', () => {
    const words = forOperators.map((file) => readProjectFile(file).trim().split(/\s+/).length);
    expect(words.length).toBeGreaterThan(10);
    expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(45_000);
  });

  it('the README has at most 150 lines, and shows pictures that are not too heavy for it', () => {
    expect(readProjectFile('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
    expect(links(readProjectFile('README.md'))).toEqual(
      expect.arrayContaining(['docs/images/desk.png', 'docs/images/ad.png', 'docs/runbook.md']),
    );
  });
});

describe('CHANGELOG.md', () => {
  const releases = readProjectFile('CHANGELOG.md').split(/^## /m).slice(1);

  it('has a part for each release, the one to come first, and says in at most 800 words what changes for a desk', () => {
    const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };
    expect(releases[0]?.split(' ')[0]).toBe(version);
    expect(releases.filter((release) => release.split(/\s+/).length > 800)).toEqual([]);
  });

  it('groups its entries, what needs action first', () => {
    const groups = releases.map((release) => [...release.matchAll(/^### (\w+)/gm)].map(([, name = '']) => name));
    const order = ['Changed', 'Added', 'Fixed', 'Removed'];
    expect(groups).toEqual(groups.map((names) => order.filter((name) => names.includes(name))));
  });
});

describe('docs/adr/README.md', () => {
  const rows = tableRows(readProjectFile('docs/adr/README.md')).map(([first = '']) => first);

  it('lists every decision once', () => {
    const records = documents
      .filter((file) => /^docs\/adr\/\d{4}-/.test(file))
      .map((file) => file.slice('docs/adr/'.length));
    const listed = rows.filter((link) => link.startsWith('['));
    expect(listed.toSorted()).toEqual(records.map((file) => `[${file.slice(0, 4)}](${file})`).toSorted());
  });

  it('says of every number below the newest where it is: in a record, or folded into a page or another record', () => {
    const numbers = rows.flatMap((cell) =>
      [...cell.matchAll(/(?<!\d)\d{4}(?=\]|,|$)/g)].map(([number]) => Number(number)),
    );
    const unused = 41;
    const all = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(all.filter((number) => number !== unused));
  });
});

describe('docs/running.md, states and failures', () => {
  it('explains every category and every code of the interface (7.1 to 7.3)', () => {
    const names = [...Object.values(ErrorCategory), ...Object.values(TransportCondition)];
    expect([...names, ...errorTable.map(({ code }) => code)].filter((name) => !explained.includes(name))).toEqual([]);
  });

  it('names the command that starts a Temporal server without containers, closed to web pages', () => {
    const blocks = codeBlocks(running, 'sh').map((block) => block.trim());
    expect(blocks).toContain('npx peerdesk server');
    expect(blocks.filter((block) => block.includes('start-dev'))).toEqual([]);
  });

  it('explains every state of an ad and everything that an order waits for', () => {
    const states = readProjectFile('src/domain/ads/state/ad-state.ts').matchAll(/kind: '([a-z-]+)'/g);
    const names = [...Object.keys(waitWords), ...[...states].map((match) => match[1] ?? '')];
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !explained.includes(name))).toEqual([]);
  });

  it('shows in each saved view what runs, and not what was terminated', () => {
    const views = tableRows(running.split('## Saved views')[1]?.split('\n## ')[0] ?? '').slice(2);
    expect(views.length).toBeGreaterThan(5);
    expect(views.filter(([, query = '']) => !query.includes("ExecutionStatus = 'Running'"))).toEqual([]);
  });

  it('creates every search attribute', () => {
    const line = /for name in ([^;]+);/.exec(running)?.[1] ?? '';
    const named = [...line.split(' ').map((name) => `Peerdesk${name}`), 'PeerdeskNeedsHuman', 'PeerdeskPaidSince'];
    expect(named).toEqual(searchAttributeKeys.map(({ name }) => name));
  });
});

describe('docs/ARCHITECTURE.md', () => {
  const page = readProjectFile('docs/ARCHITECTURE.md');
  const drawings = codeBlocks(page, 'mermaid');
  const files = projectFiles().filter((file) => file.startsWith('src/'));

  it('draws a reprice and a release with files that exist', () => {
    const named = drawings.flatMap((drawing) => [...drawing.matchAll(/\["([\w/-]+\.ts)<br/g)]);
    expect(named.length).toBeGreaterThan(20);
    expect(named.map(([, file = '']) => `src/${file}`).filter((file) => !files.includes(file))).toEqual([]);
  });

  it('names no file of a layer that does not exist', () => {
    const layers = new Set(files.flatMap((file) => file.split('/').slice(1, -1).slice(0, 1)));
    const layer = new RegExp(`\`((?:${[...layers].join('|')})/[\\w/-]+\\.ts)\``, 'g');
    const pages = [page, readProjectFile('docs/temporal.md')].join('\n');
    const named = [...pages.matchAll(layer)].map(([, file = '']) => `src/${file}`);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
  });

  it('says where each thing is decided: in a file or folder that exists, and has the name beside it', () => {
    const rows = tableRows(page.split('## Where it is decided\n')[1]?.split('\n## ')[0] ?? '').slice(2);
    expect(rows.length).toBeGreaterThan(15);
    const named = rows.map(([, where = '']) => [...where.matchAll(/`([\w/.-]+)`(?: \(`(\w+)`\))?/g)]);
    expect(named.filter((places) => places.length === 0)).toEqual([]);
    const wrong = named.flat().filter(([, path, name]) => !isThere(`src/${path}`, name));
    expect(wrong.map(([whole]) => whole)).toEqual([]);
  });

  it('names the files that workflows share by what stands in them', () => {
    const shared = /The workflows share `workflows\/kit`: ([^]+?)\n\n/.exec(page)?.[1] ?? '';
    const named = [...shared.matchAll(/`([\w-]+\.ts)`/g)].map(([, file = '']) => `src/workflows/kit/${file}`);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
    const [, events = ''] = /histories that end at (\d+) events \(`new-run\.ts`\)/.exec(shared) ?? [];
    expect(readProjectFile('src/workflows/kit/new-run.ts')).toContain(`maxEvents = ${events};`);
  });

  function isThere(path: string, name?: string): boolean {
    if (name !== undefined) return files.includes(path) && readProjectFile(path).includes(`function ${name}(`);
    return files.some((file) => file === path || file.startsWith(`${path}/`));
  }
});
