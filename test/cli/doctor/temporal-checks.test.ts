import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { checksOf, examine } from '../../../src/cli/doctor/report.ts';
import { temporalMissing } from '../../../src/cli/session/temporal-address.ts';
import { CodecKeyError } from '../../../src/codec/key-ring.ts';
import { plainCodec } from '../../../src/codec/payload-codec.ts';
import { temporalChecks } from '../../../src/cli/doctor/temporal-checks.ts';
import { createManualClock } from '../../setup/manual-clock.ts';

const daySeconds = 86_400;
const nowMs = 1_768_000_000_000;
/** How long the server takes to note a poll, and to tell of it. */
const answerMs = 40;

function grpcError(code: number, details: string): Error {
  return Object.assign(new Error(`${code} ${details}`), { code, details, metadata: {} });
}

interface Facts {
  version: string;
  store: string;
  retentionSeconds: number;
  /** How far the server's clock is ahead of this one. */
  aheadMs: number;
  /** What fails, by the name of the call. */
  failing: Readonly<Record<string, Error>>;
  /** Calls that are taken and never answered. */
  silent: readonly string[];
}

const usual: Facts = {
  version: '1.28.1',
  store: 'postgres12',
  retentionSeconds: 30 * daySeconds,
  aheadMs: 0,
  failing: {},
  silent: [],
};

/** A server with these facts, and the clock of this machine, which runs while it answers. */
function serverOf(facts: Facts) {
  const clock = createManualClock(nowMs);
  const polls: string[] = [];
  const deadlines = new AsyncLocalStorage<number>();
  /** A call without a deadline waits forever. */
  const silence = async (): Promise<never> => {
    const deadlineMs = deadlines.getStore();
    if (deadlineMs === undefined) return new Promise(() => undefined);
    clock.advance(Math.max(0, deadlineMs - clock.now()));
    throw grpcError(4, 'Deadline exceeded');
  };
  const answers = {
    getSystemInfo: () => ({}),
    describeWorkflowExecution: () => ({}),
    getClusterInfo: () => ({ serverVersion: facts.version, persistenceStore: facts.store }),
    describeNamespace: () => ({ config: { workflowExecutionRetentionTtl: { seconds: facts.retentionSeconds } } }),
    pollActivityTaskQueue: ({ identity }: { identity: string }) => {
      polls.push(identity);
      return new Promise(() => undefined);
    },
    describeTaskQueue: () => {
      clock.advance(answerMs);
      const serverMs = clock.now() + facts.aheadMs;
      clock.advance(answerMs);
      const lastAccessTime = { seconds: Math.floor(serverMs / 1_000), nanos: (serverMs % 1_000) * 1_000_000 };
      return { pollers: polls.map((identity) => ({ identity, lastAccessTime })) };
    },
  };
  const service = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      async (asked: never) => {
        const { [name]: failure } = facts.failing;
        if (failure !== undefined) throw failure;
        return facts.silent.includes(name) ? silence() : answer(asked);
      },
    ]),
  );
  const connection = {
    withDeadline: (untilMs: number, call: () => Promise<unknown>) => deadlines.run(untilMs, call),
    withAbortSignal: (over: AbortSignal, call: () => Promise<unknown>) =>
      Promise.race([call(), new Promise((resolve) => over.addEventListener('abort', resolve))]),
  };
  const { withDeadline } = connection;
  const client = {
    workflowService: service,
    connection,
    withDeadline,
    options: { namespace: 'desk' },
  } as unknown as Client;
  return { client, now: () => clock.now() };
}

interface Asked {
  live?: boolean;
  allowDevServer?: boolean;
}

const wanted = ['reachable', 'version', 'store', 'namespace', 'memory', 'clock'];

/** What the doctor finds, by check. */
async function look(part: Partial<Facts> = {}, { live = false, allowDevServer = false }: Asked = {}) {
  const { client, now } = serverOf({ ...usual, ...part });
  const accounts = [{ account: 'main', allowLive: live }];
  const asked = { address: 'temporal:7233', client: async () => client, now, codec: () => plainCodec };
  const world = { ...asked, accounts, group: 'main', egress: 'default', isLead: false, allowDevServer };
  const checks = temporalChecks.filter(({ id }) => wanted.includes(id));
  const { groups } = await examine([checksOf({ title: '', checks, env: {} }, world)], 0);
  const findings = groups.flatMap((group) => group.findings);
  const words = (id: string) =>
    findings.filter((one) => one.id === id).map(({ verdict, text }) => `${verdict}: ${text}`);
  return Object.assign(words, { tookMs: now() - nowMs });
}

describe('what the doctor finds at a Temporal server', () => {
  it('nothing worse than good, of one that serves', async () => {
    const found = await look();
    expect(wanted.map((id) => found(id))).toEqual([
      ['ok: a server answers at temporal:7233'],
      ['ok: version 1.28.1'],
      ['ok: keeps its data in postgres12'],
      ['ok: namespace desk keeps what has ended for 30 days'],
      [],
      ['ok: this clock agrees with that of the server'],
    ]);
  });

  it.each([
    [1_999, 'ok: this clock agrees'],
    [2_000, 'warning: this clock is 2.0 s behind the server'],
    [4_999, 'warning: this clock is 5.0 s behind the server'],
    [5_000, 'broken: this clock is 5.0 s behind the server'],
    [-1_999, 'ok: this clock agrees'],
    [-2_000, 'warning: this clock is 2.0 s ahead of the server'],
    [-4_999, 'warning: this clock is 5.0 s ahead of the server'],
    [-5_000, 'broken: this clock is 5.0 s ahead of the server'],
  ])('design 6: a clock that is %i ms behind it: %s', async (behindMs, verdict) => {
    // The server notes its moment between two of this machine: half of an answer is no difference.
    const aheadMs = behindMs + Math.sign(behindMs) * answerMs;
    expect((await look({ aheadMs }))('clock')).toEqual([expect.stringContaining(verdict)]);
  });

  it.each([
    ['1.27.9', 'broken: version 1.27.9 is older than 1.28'],
    ['1.28.0', 'ok: version 1.28.0'],
    ['0.99.0', 'broken: version 0.99.0 is older than 1.28'],
    ['2.0.0', 'ok: version 2.0.0'],
    ['', 'skipped: the server does not report its version'],
    ['next', 'skipped: the server does not report its version'],
  ])('version %j: %s', async (version, finding) => {
    expect((await look({ version }))('version')).toEqual([finding]);
  });

  it.each([
    [{}, 'ok'],
    [{ live: true }, 'broken'],
    [{ live: true, allowDevServer: true }, 'warning'],
  ])('S11: a development server, %j: %s', async (asked, verdict) => {
    const found = await look({ store: 'sqlite' }, asked);
    expect(found('store')).toEqual([`${verdict}: keeps its data in sqlite: a development server, without a login`]);
  });

  it.each([
    [7 * daySeconds, 'ok: namespace desk keeps what has ended for 7 days'],
    [7 * daySeconds - 1, 'warning: namespace desk keeps what has ended for 7 days: less than a week to look back'],
    [daySeconds, 'warning: namespace desk keeps what has ended for 1 day: less than a week to look back'],
  ])('a namespace that keeps what has ended for %i s: %s', async (retentionSeconds, finding) => {
    expect((await look({ retentionSeconds }))('namespace')).toEqual([finding]);
  });

  it('a server that is away or refuses is broken with what it is, and nothing else is looked at', async () => {
    const away = await look({ failing: { getSystemInfo: grpcError(14, 'No connection established') } });
    expect(away('reachable')).toEqual(['broken: no Temporal server answers at temporal:7233']);
    expect(away('clock')).toEqual(['skipped: not looked at: clock']);
    const refuses = await look({ failing: { getSystemInfo: grpcError(16, 'invalid API key') } });
    expect(refuses('reachable')).toEqual(['broken: temporal:7233 refuses: invalid API key']);
  });

  it('a server that knows its namespace, and reads no workflow: its disk, and not the worker, and nothing more is asked', async () => {
    const away = { describeWorkflowExecution: grpcError(14, 'shard status unknown') };
    const found = await look({ failing: away });
    expect(found('memory')).toEqual([expect.stringMatching(/^broken: Temporal answers, .* disk of the server full/)]);
    expect(found('clock')).toEqual(['skipped: not looked at: clock']);
    expect((await look({}))('memory')).toEqual([]);
  });

  it('where something else may listen, what to do names the port and TLS; where nothing does, only the start', async () => {
    const at = async (address: string, failure: Error) => {
      const client = () => Promise.reject(failure);
      const asked = { address, client, now: () => nowMs, codec: () => plainCodec };
      const world = { ...asked, accounts: [], group: null, egress: 'default', isLead: false, allowDevServer: false };
      const checks = temporalChecks.slice(0, 2);
      const [found, next] =
        (await examine([checksOf({ title: '', checks, env: {} }, world)], 0)).groups[0]?.findings ?? [];
      expect(next).toMatchObject({ verdict: 'skipped' });
      return [found?.verdict, found?.text, found?.remedy];
    };
    const start = 'start it (`peerdesk start`, `peerdesk server` or the containers), or set TEMPORAL_ADDRESS';
    const away = 'no Temporal server answers at temporal:7233';
    const silent = new Error('Failed to connect before the deadline');
    expect(await at('temporal:7233', silent)).toEqual([
      'broken',
      away,
      `${start}: another program may have that port, or TEMPORAL_TLS is wrong for it`,
    ]);
    expect(await at('temporal:7233', temporalMissing('temporal:7233'))).toEqual(['broken', away, start]);
    expect(await at('temporal:7233', new CodecKeyError('no file of keys'))).toEqual([
      'skipped',
      'not looked at: the keys of its payloads cannot be used',
      undefined,
    ]);
    for (const address of ['127.0.0.1', 'http://127.0.0.1:7233', 'temporal:', '::1:7233']) {
      expect(await at(address, silent)).toEqual([
        'broken',
        `${address} is no address of a server`,
        'set TEMPORAL_ADDRESS to HOST:PORT, such as localhost:7233',
      ]);
    }
    expect((await at('[::1]:7233', silent))[1]).toBe('no Temporal server answers at [::1]:7233');
  });

  it('what a cloud refuses to report is nothing broken, and a failure is', async () => {
    const denied = grpcError(7, 'Request unauthorized.');
    const cloud = await look({ failing: { getClusterInfo: denied, describeTaskQueue: denied } });
    expect(['version', 'store', 'clock'].flatMap((id) => cloud(id))).toEqual([
      'skipped: the server does not report its version',
      'skipped: the server does not report what it keeps its data in',
      'skipped: the server does not answer: Request unauthorized.',
    ]);
    const failed = await look({ failing: { describeTaskQueue: grpcError(14, 'read ECONNRESET') } });
    expect(failed('clock')).toEqual([expect.stringMatching(/^broken: clock: .*read ECONNRESET/)]);
  });

  it.each([
    ['getSystemInfo', 'reachable', /^broken: no Temporal server answers/],
    ['getClusterInfo', 'version', /^skipped: the server does not report its version/],
    ['getClusterInfo', 'store', /^skipped: the server does not report what it keeps/],
    ['describeNamespace', 'namespace', /^broken: namespace: /],
    ['describeTaskQueue', 'clock', /^broken: clock: /],
  ])(
    'a server that takes %s and says nothing does not hold the check "%s" for more than ten seconds',
    async (call, id, text) => {
      const found = await look({ silent: [call] });
      expect(found(id)).toEqual([expect.stringMatching(text)]);
      // Two checks ask for the cluster.
      expect(found.tookMs).toBeLessThan(2 * 10_000 + 1_000);
    },
  );
});
