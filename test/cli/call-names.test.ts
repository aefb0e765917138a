import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findOperation, operations } from '../../src/exchange/table/operations.ts';
import { inProject } from '../../src/server/project-root.ts';
import { runInProcess } from '../setup/run-in-process.ts';

describe('an operation is found by every name that is written down for it', () => {
  const rows = readFileSync(inProject('docs', 'operations.md'), 'utf8').matchAll(/^\| `([\w.]+)`/gm);
  const written = [...rows].map(([, name = '']) => name);

  it('docs/operations.md names each operation once', () => {
    const found = written.map((name) => findOperation(name)?.name ?? `no ${name}`);
    expect(found.toSorted()).toEqual(Object.keys(operations).toSorted());
  });

  it.each(['orders.getDetailByNo', 'orders.', '.releaseCoin', 'orders.constructor', 'orders.orders.releaseCoin'])(
    '%s is no operation',
    (name) => {
      expect(findOperation(name)).toBeNull();
    },
  );

  it('`peerdesk call` takes the name with its group', async () => {
    const run = await runInProcess(['call', 'orders.releaseCoin', '--help']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toMatch(/^releaseCoin \(EP-20\)/);
  });
});

describe('an operation without parameters', () => {
  it.each([
    ['--param', 'page=1'],
    ['--body', '{"page":1}'],
  ])('called with %s %s ends with exit code 4 before anything is sent', async (...option) => {
    const env = { PEERDESK_BASE_URL: 'http://127.0.0.1:1', PEERDESK_API_KEY: 'key', PEERDESK_API_SECRET: 'secret' };
    const run = await runInProcess(['call', 'baseDetail', ...option], env);
    expect(run).toEqual({
      exitCode: 4,
      stdout: '',
      stderr: 'peerdesk: baseDetail takes no parameters: leave out --param and --body\n',
    });
  });
});
