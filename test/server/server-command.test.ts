import { existsSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { expect, inject, it, onTestFinished } from 'vitest';
import { claimDatabase } from '../../src/cli/process/database-claim.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';
import { runPeerdesk, startPeerdesk } from '../setup/run-peerdesk.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('`peerdesk server` keeps everything in one private file, which no second one may use, and ends cleanly on Ctrl-C', async () => {
  const db = join(await temporaryDirectory(), 'kept', 'temporal.db');
  const env = { TEMPORAL_CLI_PATH: inject('temporalCli') };
  const args = ['server', '--db', db, '--port', '0', '--ui-port', '0', '--json'];
  const { child, firstLine, ended } = await startPeerdesk(args, env);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ready = JSON.parse(await firstLine) as { temporal: string; uiUrl: string; database: string; pid: number };
  expect(ready).toMatchObject({ event: 'ready', database: db });
  const connection = await Connection.connect({ address: ready.temporal });
  onTestFinished(() => connection.close());
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
  expect(Object.keys(customAttributes ?? {})).toEqual(
    expect.arrayContaining(searchAttributeKeys.map(({ name }) => name)),
  );
  expect((await fetch(ready.uiUrl)).status).toBe(200);
  expect(statSync(db).mode & 0o077).toBe(0);

  const second = await runPeerdesk(args, env);
  expect(second).toMatchObject({ exitCode: 4, stdout: '' });
  expect(second.stderr).toContain(`a Temporal server (process ${ready.pid}) uses ${db} already`);

  child.kill('SIGINT');
  const run = await ended;
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toMatch(/^a development server has no login[^\n]*\n$/);
  expect(isAlive(ready.pid)).toBe(false);
  expect(existsSync(`${db}.pid`)).toBe(false);
});

it('a file whose server is gone may be used again, also when another program has its process number now', async () => {
  const db = join(await temporaryDirectory(), 'temporal.db');
  claimDatabase(db).takenBy(2 ** 22 + 1);
  expect(() => claimDatabase(db)).not.toThrow();
  claimDatabase(db).takenBy(process.pid);
  // Without /proc no one can tell which program that is.
  if (platform() === 'linux') expect(() => claimDatabase(db)).not.toThrow();
  else expect(() => claimDatabase(db)).toThrow('already');
});
