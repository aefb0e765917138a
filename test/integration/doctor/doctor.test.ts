import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { clock } from '../../../src/cli/doctor/clock-check.ts';
import { examinedAt } from '../../../src/cli/doctor/doctor-record.ts';
import { liveExamination } from '../../../src/cli/doctor/live-examination.ts';
import { connectTemporal, guardControl } from '../../../src/client/index.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import { servedAccounts } from '../../../src/config/egress-config.ts';
import { createRegister } from '../../../src/register/open-register.ts';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import { createSimulator } from '../../../src/simulator/simulator.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { claimNamespace } from '../../setup/shared-server.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { stillMarket } from '../desk-harness.ts';

const account = { name: 'acme', apiKey: 'key-of-acme-0123456789', apiSecret: 'secret-of-acme-0123456789' };

/** A namespace of the shared server, a simulator, and the environment that names both. */
async function openWorld() {
  const simulator = createSimulator({ seed: 1, accounts: [account], market: stillMarket().feed });
  const { baseUrl } = await simulator.listen();
  onTestFinished(() => simulator.close());
  const limits = { floor: '9.50', ceiling: '10.50' };
  simulator.ads.add({ account: 'acme', side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.20', limits });
  const { address } = inject('temporalServer');
  const namespace = await claimNamespace(inject('temporalServer'));
  const env: Record<string, string> = {
    TEMPORAL_ADDRESS: address,
    TEMPORAL_NAMESPACE: namespace,
    PEERDESK_ACCOUNT: 'acme',
    PEERDESK_BASE_URL: baseUrl,
    PEERDESK_API_KEY: account.apiKey,
    PEERDESK_API_SECRET: account.apiSecret,
    PEERDESK_STATE_DIR: join(await temporaryDirectory(), 'state'),
    PEERDESK_SETTING_ACCOUNT_REQUESTS_PER_SECOND: '100',
  };
  const file = join(env['PEERDESK_STATE_DIR'] ?? '', 'register.sqlite');
  const minting = { generation: 'of-the-doctor', how: 'created', nowMs: Date.now() } as const;
  await createRegister({ kind: 'sqlite', file, isSimulators: false }, minting);
  return { env, simulator, address, namespace };
}

interface Told {
  verdict: string;
  kept: string[];
  groups: { title: string; findings: { id: string; verdict: string; text: string; remedy?: string }[] }[];
}

async function doctor(env: Record<string, string>) {
  const run = await runInProcess(['doctor', '--json'], env);
  const told = JSON.parse(run.stdout) as Told;
  const worse = told.groups.flatMap(({ findings }) => findings.filter(({ verdict }) => verdict === 'broken'));
  return { exitCode: run.exitCode, told, worse };
}

describe('`peerdesk doctor`', () => {
  it('finds nothing broken in a desk that can start, reports by group, and keeps a record', async () => {
    const { env } = await openWorld();
    const { exitCode, told, worse } = await doctor(env);
    expect(worse).toEqual([]);
    expect(exitCode).toBe(0);
    expect(told.groups.map(({ title }) => title)).toEqual([
      'Configuration',
      'Machine',
      'Temporal',
      'Register',
      expect.stringMatching(/^Service of account acme/),
    ]);
    const texts = told.groups.flatMap(({ findings }) => findings.map(({ text }) => text));
    expect(texts).toContain('every search attribute is registered');
    expect(texts).toContain('a simulator, proven with the secret of this account');
    expect(texts).toContain('this clock agrees with that of the server');
    expect(told.kept).toHaveLength(1);
    expect(JSON.stringify(told)).not.toContain(account.apiSecret);
    const text = await runInProcess(['doctor'], env);
    expect(text.stdout.split('\n').filter((line) => line.length > 80 && !line.includes('/'))).toEqual([]);
  });

  it('a closed port, a namespace that is not there: broken, with the remedy, exit code 1, and nothing is kept', async () => {
    const { env } = await openWorld();
    const closed = await doctor({ ...env, TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect(closed).toMatchObject({ exitCode: 1, told: { kept: [] } });
    expect(closed.worse).toEqual([
      expect.objectContaining({ id: 'reachable', remedy: expect.stringContaining('peerdesk server') }),
    ]);
    const nowhere = await doctor({ ...env, TEMPORAL_NAMESPACE: 'nosuch' });
    expect(nowhere).toMatchObject({ exitCode: 1, told: { kept: [] } });
    expect(nowhere.worse).toEqual([
      {
        id: 'namespace',
        verdict: 'broken',
        text: 'there is no namespace nosuch',
        remedy: expect.stringContaining('peerdesk temporal operator namespace create -n nosuch'),
      },
    ]);
  });

  it('a search attribute that is missing, with the command that registers it', async () => {
    const { env, address, namespace } = await openWorld();
    const connection = await Connection.connect({ address });
    onTestFinished(() => connection.close());
    const searchAttributes = ['PeerdeskCategory'];
    await connection.operatorService.removeSearchAttributes({ namespace, searchAttributes });
    expect((await doctor(env)).worse).toEqual([
      {
        id: 'search attributes',
        verdict: 'broken',
        text: expect.stringMatching(/PeerdeskCategory is missing/),
        remedy: `peerdesk temporal operator search-attribute create -n ${namespace} --name PeerdeskCategory --type Keyword`,
      },
    ]);
    await connection.operatorService.removeSearchAttributes({ namespace, searchAttributes: ['PeerdeskNeedsHuman'] });
    expect((await doctor(env)).worse).toEqual([
      {
        id: 'search attributes',
        verdict: 'broken',
        text: 'the search attributes PeerdeskCategory, PeerdeskNeedsHuman are missing: workflows that write them stand still',
        remedy: `peerdesk temporal operator search-attribute create -n ${namespace} --name PeerdeskCategory --type Keyword --name PeerdeskNeedsHuman --type Bool`,
      },
    ]);
  });

  it('a desk that is sealed with keys which are not here, and one in clear beside strict keys', async () => {
    const { env, address, namespace } = await openWorld();
    const folder = await temporaryDirectory();
    const keys = (name: string) => {
      const file = join(folder, name);
      writeFileSync(file, `${name}:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
      return { PEERDESK_CODEC_KEYS_FILE: file };
    };
    const [theirs, other] = [keys('theirs'), keys('other')];
    const sealing = await connectTemporal({ address, namespace, env: theirs });
    onTestFinished(() => sealing.close());
    await guardControl(sealing.client, 'acme').start();
    const missing = {
      id: 'seals',
      verdict: 'broken',
      text: 'guard:acme is sealed with the key theirs, which is not among the keys here',
      remedy: 'PEERDESK_CODEC_KEYS_FILE, with the keys of the worker that runs it',
    };
    expect((await doctor(env)).worse).toEqual([missing]);
    expect((await doctor({ ...env, ...other })).worse).toEqual([missing]);
    expect((await doctor({ ...env, ...theirs })).worse).toEqual([]);
    await sealing.client.workflow.getHandle('guard:acme').terminate();
    expect((await doctor(env)).worse).toEqual([]);
    const plain = await connectTemporal({ address, namespace });
    onTestFinished(() => plain.close());
    await guardControl(plain.client, 'acme').start();
    const sealsOf = async (more: Record<string, string>) =>
      (await doctor({ ...env, ...more })).told.groups
        .flatMap(({ findings }) => findings)
        .filter(({ id }) => id === 'seals')
        .map(({ text }) => text);
    expect(await sealsOf(theirs)).toEqual(['guard:acme is in clear, and a worker with the keys here does not read it']);
    expect(await sealsOf({ ...theirs, PEERDESK_CODEC: 'migrate' })).toEqual(['the keys here open what runs']);
    expect(await sealsOf({})).toEqual(['the keys here open what runs']);
  });

  it('a development server under live writes, and settings that cannot be read', async () => {
    const { env } = await openWorld();
    const writes = { ...env, PEERDESK_ALLOW_LIVE: 'yes' };
    expect((await doctor(writes)).worse.map(({ id }) => id)).toEqual(['payloads', 'store']);
    const consents = { PEERDESK_ALLOW_DEV_SERVER: 'yes', PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes' };
    const allowed = await doctor({ ...writes, ...consents });
    expect(allowed).toMatchObject({ exitCode: 0, worse: [] });
    const unread = await doctor({ ...env, PEERDESK_BASE_URL: 'ftp://x' });
    expect(unread.worse.map(({ id }) => id)).toEqual(['valid']);
  });

  it.each([
    // Far more than a busy machine takes for the question.
    [20_000, /^this clock is (1\d|20)\.\d s ahead of the server's$/],
    [-20_000, /^this clock is (1\d|20)\.\d s behind the server's$/],
  ])('a clock that is %i ms apart from Temporal’s', async (shiftMs, text) => {
    const { address, namespace } = await openWorld();
    const peerdesk = await connectTemporal({ address, namespace });
    onTestFinished(() => peerdesk.close());
    const found = await clock({ client: async () => peerdesk.client, now: () => Date.now() + shiftMs });
    expect(found).toMatchObject({ verdict: 'broken', text: expect.stringMatching(text) });
  });
});

describe('before live writes to a real service', () => {
  const dayMs = 86_400_000;

  /** A worker that is about to call, at a moment. */
  async function startOf(world: Awaited<ReturnType<typeof openWorld>>, more: Record<string, string> = {}) {
    const env = {
      ...world.env,
      PEERDESK_ALLOW_LIVE: 'yes',
      PEERDESK_ALLOW_DEV_SERVER: 'yes',
      PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes',
      ...more,
    };
    const egress = readEgressConfig(env);
    const [served] = servedAccounts(egress);
    const { baseUrl, credentials } = served;
    const peerdesk = await connectTemporal({ address: world.address, namespace: world.namespace });
    onTestFinished(() => peerdesk.close());
    const exchange = createExchangeClient({ baseUrl, credentials, settings: { accountRequestsPerSecond: 100 } });
    onTestFinished(() => exchange.close());
    const notes: string[] = [];
    const context = { env, stdout: { write: () => true }, stderr: { write: (text: string) => notes.push(text) } };
    const at = (now: () => number) => liveExamination(context, { address: world.address, egress, now });
    const start = { account: served, client: peerdesk.client, exchange };
    return { notes, examinedAt: () => examinedAt(env, served), begin: (now = Date.now) => at(now)(start) };
  }

  it('the checks run once and their result is kept: the next start calls nothing', async () => {
    const world = await openWorld();
    const first = await startOf(world);
    await first.begin();
    expect(first.notes).toEqual([expect.stringMatching(/^examined before live writes: nothing is broken/)]);
    const keptMs = first.examinedAt() ?? 0;
    const { requests } = world.simulator.ledger();
    const second = await startOf(world);
    await second.begin();
    // Half of the usual 90 days.
    await second.begin(() => keptMs + 44 * dayMs);
    expect(second.notes).toEqual([]);
    expect(world.simulator.ledger().requests).toBe(requests);
    await second.begin(() => keptMs + 46 * dayMs);
    expect(second.notes).toEqual([expect.stringMatching(/^examined before live writes/)]);
    expect(second.examinedAt()).toBe(keptMs + 46 * dayMs);
  });

  it('while something is broken the start is refused, unless the operator skips the examination', async () => {
    const world = await openWorld();
    const wrong = { PEERDESK_API_SECRET: 'another-secret-0123456789' };
    const refused = await startOf(world, wrong);
    await expect(refused.begin()).rejects.toThrow(
      /no live writes while something is broken: .*PEERDESK_SKIP_DOCTOR=yes/,
    );
    expect(refused.examinedAt()).toBeNull();
    await (await startOf(world, { ...wrong, PEERDESK_SKIP_DOCTOR: 'yes' })).begin();
  });

  it('a passed one is renewed in the second half of its time, where a broken check only warns, and refuses after it', async () => {
    const world = await openWorld();
    const passed = await startOf(world, { PEERDESK_DOCTOR_DAYS: '10' });
    await passed.begin();
    const keptMs = passed.examinedAt() ?? 0;
    world.simulator.setFaults([{ operation: 'search', fault: { kind: 'error', code: -2_015 } }]);
    await passed.begin(() => keptMs + 4 * dayMs);
    expect(passed.notes).toHaveLength(1);
    await passed.begin(() => keptMs + 6 * dayMs);
    expect(passed.notes.at(-1)).toMatch(/^warning: no live writes while something is broken: .*-2015.*go on/);
    await expect(passed.begin(() => keptMs + 11 * dayMs)).rejects.toThrow(/-2015/);
    expect(passed.examinedAt()).toBe(keptMs);
    world.simulator.setFaults([]);
    await passed.begin(() => keptMs + 11 * dayMs);
    expect(passed.examinedAt()).toBe(keptMs + 11 * dayMs);
  });

  it('a record from the future does not count', async () => {
    const world = await openWorld();
    const start = await startOf(world);
    await start.begin(() => Date.now() + 30 * dayMs);
    await start.begin();
    expect(start.notes).toHaveLength(2);
  });

  it('a number of days that is not a number is refused', async () => {
    const world = await openWorld();
    await expect(startOf(world, { PEERDESK_DOCTOR_DAYS: 'many' }).then(({ begin }) => begin())).rejects.toThrow(
      /PEERDESK_DOCTOR_DAYS is many/,
    );
  });
});
