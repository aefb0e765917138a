import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { servedAccounts } from '../../../src/config/egress-config.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import { AddressBudget, createAddress } from '../../../src/exchange/index.ts';
import { Accounts } from '../../../src/workers/accounts/accounts.ts';
import { NotServed } from '../../../src/workers/dispatch/account-work.ts';
import { AskingWorkflows } from '../../../src/workers/notices/asking-workflows.ts';
import { WorkerMetrics } from '../../../src/workers/metrics/worker-metrics.ts';
import { memoryRegister } from '../../register/memory-register.ts';
import { openCallWorld } from '../../cli/call-world.ts';

const minuteMs = 60_000;

/** A process with one account at a real service, which may write, on a Temporal server with this store. */
async function openProcess(server: { store: string; describe?: (runId: string) => Promise<never> }) {
  const { simulator, env } = await openCallWorld();
  onTestFinished(() => simulator.close());
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  // Without its secret a simulator proves nothing.
  const config = readEgressConfig({
    ...env,
    PEERDESK_API_SECRET: 'another-secret-0123456789',
    PEERDESK_ALLOW_LIVE: 'yes',
    PEERDESK_ALLOW_PLAIN_PAYLOADS: 'yes',
  });
  const client = {
    options: { namespace: 'desk' },
    withDeadline: (_: number, call: () => Promise<unknown>) => call(),
    workflowService: { getClusterInfo: async () => ({ persistenceStore: server.store }) },
    workflow: {
      list: () => [],
      getHandle: (_: string, runId: string) => ({ describe: () => server.describe?.(runId) }),
    },
  } as unknown as Client;
  const pauses: number[] = [];
  const over = Promise.withResolvers<void>();
  const examined: string[] = [];
  const begun = Promise.withResolvers<void>();
  const metrics = new WorkerMetrics();
  const accounts = new Accounts({
    client,
    address: createAddress(),
    addressBudget: new AddressBudget(config.settings, { weightPerMinute: null, processes: 1 }, () => 0),
    loggerOf: () => pino({ level: 'silent' }),
    metricsOf: ({ account }) => metrics.account(account, config.egress),
    asking: new AskingWorkflows(),
    onPermission: () => undefined,
    onServed: () => undefined,
    codec: { keys: null } as never,
    examine: async ({ account: { account } }) => {
      examined.push(account);
      begun.resolve();
    },
    register: memoryRegister().register,
    isLeading: () => true,
    signal: stop.signal,
    pause: async (ms) => {
      pauses.push(ms);
      await over.promise;
    },
  });
  onTestFinished(() => accounts.close());
  for (const account of servedAccounts(config)) await accounts.serve(account);
  return { accounts, pauses, over, examined, begun: begun.promise };
}

describe('S11: an account that may not be served as it stands', () => {
  it('is told with its reason, calls nothing, and is looked at again after five minutes: then it is served', async () => {
    const server = { store: 'sqlite' };
    const { accounts, pauses, over, examined, begun } = await openProcess(server);
    const term = new AbortController();
    await expect(accounts.beginTerm(term.signal)).rejects.toThrow(/PEERDESK_ALLOW_DEV_SERVER/);
    expect(accounts.refused()).toMatchObject([{ account: 'main', why: expect.stringMatching(/a development server/) }]);
    expect([accounts.called(), examined, pauses]).toEqual([[], [], [5 * minuteMs]]);
    server.store = 'postgres12';
    over.resolve();
    await begun;
    expect(examined).toEqual(['main']);
  });

  it('is not looked at again once the term of the lead is over', async () => {
    const server = { store: 'sqlite' };
    const { accounts, over, examined } = await openProcess(server);
    const term = new AbortController();
    await expect(accounts.beginTerm(term.signal)).rejects.toThrow();
    server.store = 'postgres12';
    term.abort();
    over.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect([examined, accounts.called()]).toEqual([[], []]);
  });
});

describe('ADR 0031: an account in two terms of one process', () => {
  it('is served by neither between them, and by another work in the second one', async () => {
    const { accounts } = await openProcess({ store: 'postgres12' });
    const term = new AbortController();
    await accounts.beginTerm(term.signal);
    const first = accounts.workOf('main');
    expect(first).not.toBeNull();
    term.abort();
    expect(accounts.workOf('main')).toBeNull();
    await accounts.beginTerm(new AbortController().signal);
    expect(accounts.workOf('main')).not.toBeNull();
    expect(accounts.workOf('main')).not.toBe(first);
  });

  it('begins nothing in the next terms as long as something of the first one goes on', async () => {
    const began: string[] = [];
    const hanging = Promise.withResolvers<void>();
    const describe = async (runId: string): Promise<never> => {
      began.push(runId);
      if (runId === 'first') await hanging.promise;
      throw new WorkflowNotFoundError('ended', 'guard:main', runId);
    };
    const { accounts } = await openProcess({ store: 'postgres12', describe });
    const beginIn = async (runId: string) => {
      const term = new AbortController();
      await accounts.beginTerm(term.signal);
      const work = accounts.workOf('main');
      const ended = new MockActivityEnvironment().run(async () =>
        work?.run({ queue: 'calls', name: 'readEndedGuard', kind: 'call', input: { runId } }),
      );
      await new Promise((resolve) => setImmediate(resolve));
      return { term, ended };
    };
    const first = await beginIn('first');
    first.term.abort();
    const second = new AbortController();
    await accounts.beginTerm(second.signal);
    second.abort();
    const third = await beginIn('third');
    third.term.abort();
    const refused = expect(third.ended).rejects.toThrow(NotServed);
    const fourth = await beginIn('fourth');
    expect(began).toEqual(['first']);
    hanging.resolve();
    await Promise.all([first.ended, refused, fourth.ended]);
    expect(began).toEqual(['first', 'fourth']);
  });
});
