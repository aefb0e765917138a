import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandTimeoutMs } from '../../src/client/kit/command-answer.ts';
import * as entry from '../../src/client/index.ts';
import { CommandTimeoutError } from '../../src/client/index.ts';
import { calledAccounts } from '../../src/client/controls/lead-keys.ts';
import { sealedRuns } from '../../src/client/lists/unsealed-runs.ts';
import { deploymentControl } from '../../src/client/versions/deployment-client.ts';
import { serverRuns } from '../../src/client/versions/server-runs.ts';
import { serverHistories } from '../../src/client/versions/workflow-histories.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';

/** Accepts each connection, and never answers. */
let server: Server;
const sockets = new Set<Socket>();
let connection: Connection;
let client: Client;

beforeAll(async () => {
  server = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  connection = Connection.lazy({ address: `127.0.0.1:${port}` });
  client = new Client({ connection });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await connection.close();
});

const limitMs = 20;
const oneRun = { workflowId: 'lead:a', runId: 'r', workflowType: 'lead', startedAtMs: 0, builds: [] };

/** Each limit is asked for in full, and ends at once. */
function shortLimits() {
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('over', 'TimeoutError')), Math.min(ms, limitMs));
    return limit.signal;
  });
}
let asked: ReturnType<typeof shortLimits>;

beforeEach(() => {
  asked = shortLimits();
});
afterEach(() => asked.mockRestore());

type Call = (client: Client) => Promise<unknown>;
type Control = Readonly<Record<string, unknown>>;

const place = { account: 'a', mode: 'shadow', group: 'g' } as const;
const rules = { limits: { floor: '1', ceiling: '2' } };

/** Arguments reach no worker, so that they need no more than what the function reads of them. */
const starts: Readonly<Record<string, Call>> = {
  startAd: (it) => entry.startAd(it, { ...place, adNumber: '1', rules } as never),
  startDesk: (it) => entry.startDesk(it, { ...place, egress: 'e', adoptAds: null }),
  startNotices: (it) => entry.startNotices(it, place),
  startOrder: (it) => entry.startOrder(it, { ...place, orderNumber: '1', release: { policy: 'approve' } } as never),
  holdFromStart: (it) =>
    entry.holdFromStart(it, { ...place, orderNumber: '1', release: { policy: 'approve' } } as never, { by: 'ana' }),
  placeOrder: (it) => entry.placeOrder(it, { ...place, requestId: '1', adNumber: '1' } as never),
  publishAd: (it) => entry.publishAd(it, { ...place, name: 'n', terms: {} } as never),
  changeAd: (it) => entry.changeAd(it, { ...place, adNumber: '1', act: 'close' } as never),
};

const reads: Readonly<Record<string, Call>> = {
  groupOf: (it) => entry.groupOf(it, 'a'),
  endOf: (it) => entry.endOf(it, 'ad:a:1'),
  registerSearchAttributes: (it) => entry.registerSearchAttributes(it),
  retentionMs: (it) => entry.retentionMs(it),
  listWorkflows: (it) => entry.listWorkflows(it, { type: 'adMaintenance' }),
  orderHistory: (it) => entry.orderHistory(it, { sinceMs: 0, limit: 1 }),
  orderCalls: (it) => entry.orderCalls(it, { account: 'a', orderNumber: '1' }),
  auditTrail: (it) => entry.auditTrail(it, { query: "WorkflowId = 'ad:a:1'", sinceMs: 0, maxRuns: 1 }),
  carriedElsewhere: (it) => entry.carriedElsewhere(it, 'a', 'g'),
  leftBehind: (it) => entry.leftBehind(it, { groups: ['g'], accounts: ['a'] }),
  sealedRuns: (it) => sealedRuns(it).next(),
  serverHistories: (it) => serverHistories(it, [oneRun]).next(),
  serverRuns: (it) => serverRuns(it, "WorkflowType = 'lead'"),
  calledAccounts: (it) => calledAccounts(it),
  left: (it) => deploymentControl(it, 'd').left('1', 1),
  wake: (it) => deploymentControl(it, 'd').wake('1'),
};

const controls: Readonly<Record<string, (client: Client) => object>> = {
  adControl: (it) => entry.adControl(it, 'a', '1').within(limitMs),
  deskControl: (it) => entry.deskControl(it, 'a').within(limitMs),
  egressControl: (it) => entry.egressControl(it, 'e', { group: 'g' }).within(limitMs),
  guardControl: (it) => entry.guardControl(it, 'a', { group: 'g' }).within(limitMs),
  leadControl: (it) => entry.leadControl(it, 'g'),
  noticesControl: (it) => entry.noticesControl(it, 'a'),
  orderControl: (it) => entry.orderControl(it, 'a', '1').within(limitMs),
  placementControl: (it) => entry.placementControl(it, 'a', '1').within(limitMs),
  publicationControl: (it) => entry.publicationControl(it, 'a', 'n').within(limitMs),
};

/** What has no limit of its own, and why. */
const unlimited: Readonly<Record<string, string>> = {
  visibilityQuery: 'calls nothing',
  connectTemporal: 'its limit is that of connecting, tested beside it',
};
const waiting: ReadonlySet<string> = new Set(['result', 'awaitBanNews', 'within']);

const methodsOf = (control: object): string[] =>
  Object.entries(control).flatMap(([name, part]) => (typeof part === 'function' && !waiting.has(name) ? [name] : []));

const lazy = new Client({ connection: Connection.lazy() });
const methods = Object.entries(controls).flatMap(([name, make]) =>
  methodsOf(make(lazy)).map((method) => [name, method] as const),
);

const words = {
  start: new RegExp(`^no answer from the Temporal server in ${commandTimeoutMs} ms: \\S+ may have been started`),
  signal: /^no answer from the Temporal server in 20 ms: the signal to \S+ may have arrived/,
};

describe('U22: a server that takes connections and never answers', () => {
  it.each(Object.entries(starts))('%s ends: it may have been started', async (_name, call) => {
    await expect(call(client)).rejects.toMatchObject({
      name: 'CommandTimeoutError',
      message: expect.stringMatching(words.start),
    });
    expect(asked.mock.calls).toEqual([[commandTimeoutMs]]);
  });

  it.each(Object.entries(reads))('%s ends', async (_name, call) => {
    await expect(call(client)).rejects.toMatchObject({ name: 'CommandTimeoutError', isQuery: true });
    expect(asked).toHaveBeenCalledWith(commandTimeoutMs);
  });

  it.each(methods)('%s: %s ends', async (name, method) => {
    const control = (controls[name] as (client: Client) => Control)(client);
    const late = (control[method] as (...args: unknown[]) => Promise<unknown>)({ what: 'hold' }, {});
    await expect(late).rejects.toBeInstanceOf(CommandTimeoutError);
    const isSent = /^(send|report|tell)/.test(method);
    if (isSent) await expect(late).rejects.toThrow(words.signal);
  });

  it('every function of the entry is called above, or is said to have no limit', () => {
    const own = Object.entries(entry).filter(([name, part]) => typeof part === 'function' && !(name in definitions));
    const known = { ...starts, ...reads, ...controls, ...unlimited };
    expect(own.map(([name]) => name).filter((name) => !(name in known) && !name.endsWith('Error'))).toEqual([]);
    expect(methods.length).toBeGreaterThan(40);
  });
});
