import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { inProject } from '../../../src/server/project-root.ts';
import { cacheDirs } from '../../../src/server/cache-dir.ts';
import { bundleKey } from '../../../src/workers/bundle/bundle-source.ts';
import { loadBundle } from '../../../src/workers/bundle/load-bundle.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

function recorder() {
  const lines: string[] = [];
  const note = (_fields: object, line: string) => void lines.push(line.replace(/ (?:comes from|in) .*$/, ''));
  return { lines, logger: { debug: note, warn: note } };
}

/** A process of its own that loads the bundle and prints its hash. */
async function loadElsewhere(cacheDir: string): Promise<string> {
  const module = JSON.stringify(inProject('src', 'workers', 'bundle', 'load-bundle.ts'));
  const script = `
    const { loadBundle } = await import(${module});
    const logger = { debug() {}, warn(_, line) { throw new Error(line); } };
    const { code } = await loadBundle({ cacheDirs: [${JSON.stringify(cacheDir)}], logger });
    process.stdout.write(process.getBuiltinModule('node:crypto').hash('sha256', code));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return printed;
}

describe('design 6: the workflow bundle is made once, never at each start', { timeout: 120_000 }, () => {
  it('the first start makes it, one meanwhile gets it, too, and one file is kept; the next finds it; a damaged one is made again', async () => {
    const dir = await temporaryDirectory();
    const first = recorder();
    const making = loadBundle({ cacheDirs: [dir], logger: first.logger });
    // It has found none before the other one begins.
    await expect.poll(() => first.lines, { timeout: 60_000 }).toEqual(['bundling the workflows']);
    const [made, elsewhere] = await Promise.all([making, loadElsewhere(dir)]);
    expect(first.lines).toEqual(['bundling the workflows']);
    expect(made.code).toContain('src/workflows/');
    expect(elsewhere).toBe(hash('sha256', made.code));
    const name = `${await bundleKey('clear')}.js`;
    expect(await readdir(join(dir, 'workflows'))).toEqual([name]);
    const second = recorder();
    expect(await loadBundle({ cacheDirs: [dir], logger: second.logger })).toEqual(made);
    expect(second.lines).toEqual(['the workflow bundle']);
    const file = join(dir, 'workflows', name);
    await writeFile(file, 'damaged');
    const third = recorder();
    const make = () => Promise.resolve(made.code);
    expect(await loadBundle({ cacheDirs: [dir], logger: third.logger, make })).toEqual(made);
    expect(third.lines).toEqual(['the workflow bundle', 'bundling the workflows']);
    expect(await readFile(file, 'utf8')).toContain(made.code);
  });

  it('without a folder that can be written it is made all the same', async () => {
    const file = join(await temporaryDirectory(), 'file');
    await writeFile(file, '');
    const { lines, logger } = recorder();
    const { code } = await loadBundle({ cacheDirs: [file], logger, make: () => Promise.resolve('made') });
    expect(code).toBe('made');
    expect(lines).toEqual(['bundling the workflows', 'the workflow bundle is not kept']);
  });

  it('a bundle that is no longer needed is not built to its end', async () => {
    const { logger } = recorder();
    const over = new AbortController();
    const loading = loadBundle({ cacheDirs: [], logger, signal: over.signal });
    over.abort();
    await expect(loading).rejects.toThrow(/abort/);
  });

  it('an image brings it: the command of the Dockerfile keeps it where a start looks', async () => {
    const [, script = '', kinds = ''] =
      /^RUN node (\S+) (\S+) \/app\/\.cache/m.exec(await readFile(inProject('Dockerfile'), 'utf8')) ?? [];
    const dir = await temporaryDirectory();
    const child = spawn(process.execPath, [inProject(script), kinds, dir], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([0, null]);
    const { lines, logger } = recorder();
    for (const kind of ['clear', 'sealed'] as const) {
      await loadBundle({ kind, cacheDirs: [dir, await temporaryDirectory()], logger });
    }
    expect(lines).toEqual(['the workflow bundle', 'the workflow bundle']);
  });

  it('any change of a source makes another one', async () => {
    const folder = await temporaryDirectory();
    const keys = new Set([await bundleKey('clear', [folder])]);
    for (const [name, content] of [
      ['a.ts', 'x'],
      ['a.ts', 'y'],
      ['b.ts', 'y'],
    ] as const) {
      await writeFile(join(folder, name), content);
      keys.add(await bundleKey('clear', [folder]));
    }
    expect(keys.size).toBe(4);
    await writeFile(join(folder, 'notes.md'), 'no source');
    expect(keys).toContain(await bundleKey('clear', [folder]));
  });

  it('a setting names the only cache; else the one of the project comes before the one that can be written', () => {
    expect(cacheDirs({ PEERDESK_CACHE_DIR: '/somewhere/cache' })).toEqual(['/somewhere/cache']);
    expect(cacheDirs({})[0]).toBe(inProject('.cache'));
  });
});
