import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { msToTs } from '@temporalio/common/lib/time.js';
import { expect, inject, it, onTestFinished } from 'vitest';
import { claimDatabase } from '../../src/cli/process/database-claim.ts';
import { newKeyLine, readKeyRing } from '../../src/codec/key-ring.ts';
import { createPayloadCodec } from '../../src/codec/payload-codec.ts';
import { readPayloads, writePayloads } from '../../src/codec/server/wire-payloads.ts';
import { freePort } from '../../src/server/free-port.ts';
import { keepHistories } from '../../src/client/connection/kept-histories.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';
import { goodFile } from '../config/file/file-fixture.ts';
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
  expect(run.stderr).toMatch(/^it has no login: [^\n]*allow_dev_server = true[^\n]*\n$/);
  expect(isAlive(ready.pid)).toBe(false);
  expect(existsSync(`${db}.pid`)).toBe(false);
});

it('a file whose server is gone may be used again, also when another program has its process number now', async () => {
  const db = join(await temporaryDirectory(), 'temporal.db');
  (await claimDatabase(db)).takenBy(2 ** 22 + 1);
  await expect(claimDatabase(db)).resolves.toBeDefined();
  (await claimDatabase(db)).takenBy(process.pid);
  // Without /proc no one can tell which program that is.
  if (platform() === 'linux') await expect(claimDatabase(db)).resolves.toBeDefined();
  else await expect(claimDatabase(db)).rejects.toThrow('already');
});

it('a server whose `peerdesk server` was killed is ended by the next one, which goes on with the file', async () => {
  const db = join(await temporaryDirectory(), 'temporal.db');
  const env = { TEMPORAL_CLI_PATH: inject('temporalCli') };
  const args = ['server', '--db', db, '--port', '0', '--ui-port', '0', '--json'];
  const first = await startPeerdesk(args, env);
  const left = JSON.parse(await first.firstLine) as { pid: number };
  first.child.kill('SIGKILL');
  await first.ended;
  expect(isAlive(left.pid)).toBe(true);
  const next = await startPeerdesk(args, env);
  onTestFinished(async () => {
    next.child.kill('SIGTERM');
    await next.ended;
  });
  expect(JSON.parse(await next.firstLine)).toMatchObject({ event: 'ready', database: db });
  expect(isAlive(left.pid)).toBe(false);
});

/** Starts `peerdesk server` with a file in a folder of its own; the file and what lies beside it. */
async function serverOfFile(lines: readonly string[]) {
  const folder = await temporaryDirectory();
  const port = await freePort();
  const file = join(folder, 'peerdesk.toml');
  const temporal = ['[temporal]', `address = "127.0.0.1:${port}"`, ...lines].join('\n');
  writeFileSync(file, goodFile.replace(/\[temporal\]\naddress = .*/, temporal), { mode: 0o600 });
  const state = join(folder, 'state');
  const env = { MAIN_KEY: 'k', MAIN_SECRET: 's', TEMPORAL_CLI_PATH: inject('temporalCli'), PEERDESK_STATE_DIR: state };
  const started = await startPeerdesk(['server', '--config', file, '--ui-port', '0', '--json'], env);
  onTestFinished(async () => {
    started.child.kill('SIGTERM');
    await started.ended;
  });
  const ready = JSON.parse(await started.firstLine) as Record<string, string>;
  return { ...started, ready, folder, state, port };
}

async function retentionDays(address: string, namespace: string): Promise<number> {
  const connection = await Connection.connect({ address });
  try {
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    return Number(config?.workflowExecutionRetentionTtl?.seconds) / 86_400;
  } finally {
    await connection.close();
  }
}

it('goes by the file: its port and namespace, data in the state folder, histories for 30 days, also where there were less', async () => {
  const { ready, state, port, child, ended } = await serverOfFile(['namespace = "desk"']);
  const { temporal = '', text } = ready;
  expect(ready).toMatchObject({ temporal: `127.0.0.1:${port}`, database: join(state, 'temporal.db'), keptDays: 30 });
  expect(text).toMatch(/what has ended is kept for 30 days: [^\n]*disk/);
  expect(await retentionDays(temporal, 'desk')).toBe(30);
  const shorter = await Connection.connect({ address: temporal });
  onTestFinished(() => shorter.close());
  const day = msToTs(86_400_000);
  const wish = (namespace: string, ttl: typeof day) =>
    shorter.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl: ttl } });
  await wish('desk', day);
  expect(await keepHistories(temporal, 'desk')).toEqual({ days: 30, before: 1 });
  expect(await retentionDays(temporal, 'desk')).toBe(30);
  // A person who wants more keeps more.
  await wish('desk', msToTs(90 * 86_400_000));
  expect(await keepHistories(temporal, 'desk')).toEqual({ days: 90, before: null });
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ exitCode: 0 });
});

it('opens sealed payloads for the Web UI at its own address, for who has signed in with the token', async () => {
  const folder = await temporaryDirectory();
  const keysFile = join(folder, 'codec-keys');
  writeFileSync(keysFile, newKeyLine(0), { mode: 0o600 });
  const { ready, state } = await serverOfFile([`codec_keys_file = "${keysFile}"`]);
  const { uiUrl = '', login = '', tokenFile = '' } = ready;
  expect([login, tokenFile]).toEqual([`${uiUrl}/codec/login`, join(state, 'codec-token')]);
  expect(statSync(tokenFile).mode & 0o077).toBe(0);
  expect(await (await fetch(`${uiUrl}/api/v1/settings`)).json()).toMatchObject({ Codec: { Endpoint: '/codec' } });
  const keys = readKeyRing(keysFile);
  const codec = createPayloadCodec({ keys, plain: 'refused', namespace: 'default', unreadable: 'throw' });
  const context = { type: 'workflow', namespace: 'default', workflowId: 'order:main:1' } as const;
  const sealed = await codec.encode([defaultPayloadConverter.toPayload('Rosalind')], context);
  const decode = (headers: Record<string, string> = {}) =>
    fetch(`${uiUrl}/codec/decode`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace': 'default', ...headers },
      body: writePayloads(sealed),
    });
  expect((await decode()).status).toBe(401);
  const form = new URLSearchParams({ token: readFileSync(tokenFile, 'utf8').trim() });
  const signedIn = await fetch(login, { method: 'POST', body: form });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const opened = readPayloads(await (await decode({ cookie })).text()) ?? [];
  expect(opened.map((payload) => defaultPayloadConverter.fromPayload(payload))).toEqual(['Rosalind']);
  // A page of elsewhere gets nothing, also with the cookie.
  expect((await decode({ cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect((await decode({ cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});
