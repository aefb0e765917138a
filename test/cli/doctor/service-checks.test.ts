import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checksOf, examine, type DoctorReport } from '../../../src/cli/doctor/report.ts';
import { readChecks } from '../../../src/cli/doctor/read-checks.ts';
import { serviceChecks } from '../../../src/cli/doctor/service-checks.ts';
import type { ServiceWorld } from '../../../src/cli/doctor/service-world.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import { defaultExchangeSettings } from '../../../src/domain/exchange-settings.ts';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import { openCallWorld } from '../call-world.ts';

type Env = Record<string, string>;

async function openWorld() {
  const { simulator: running, env } = await openCallWorld();
  onTestFinished(() => running.close());
  return { env, simulator: running.simulator };
}

interface Known {
  /** A ban that is known before. */
  banUntilMs?: number;
  isSimulator?: boolean;
  /** Holds calls back as long as it returns true. */
  isHeld?: () => boolean;
}

/** Looks at the service as the command does. */
async function look(
  env: Env,
  { banUntilMs = 0, isSimulator = false, isHeld = () => false }: Known = {},
): Promise<DoctorReport> {
  const [account] = readEgressConfig(env).accounts;
  const { baseUrl, credentials } = account;
  const exchange = createExchangeClient({ baseUrl, credentials, settings: { accountRequestsPerSecond: 1_000 } });
  onTestFinished(() => exchange.close());
  if (banUntilMs > 0) exchange.gate.setBan(banUntilMs);
  exchange.gate.holdWhile('standby', isHeld);
  const world = { account, exchange, prove: async () => isSimulator, seen: { ad: null, orderNumber: null } };
  return examine([checksOf({ title: 'Service', checks: serviceChecks, env }, world)], 0);
}

/** What lets every call leave. */
const gate = { peek: () => ({ allowed: true }) };

const findings = ({ groups }: DoctorReport) => groups.flatMap((group) => group.findings);
const worse = (report: DoctorReport) => findings(report).filter(({ verdict }) => !['ok', 'skipped'].includes(verdict));

describe('what the doctor finds at a service', () => {
  it('each read works, with the step of authentication that it worked by', async () => {
    const { env } = await openWorld();
    const report = await look(env);
    expect(report.verdict).toBe('ok');
    const ways = Object.fromEntries(findings(report).map(({ id, text }) => [id, text]));
    expect(ways).toMatchObject({
      'own ads': 'listWithPagination: signed, 4 own ads',
      getDetailByNo: 'getDetailByNo: signed',
      getReferencePrice: 'getReferencePrice: open',
      search: 'search: key',
      retrieveChatCredential: 'retrieveChatCredential: signed',
      listUserOrderHistory: 'listUserOrderHistory: signed',
      getUserOrderDetail: 'getUserOrderDetail: nothing to ask about yet',
      weight: expect.stringMatching(/^\d+ % of the weight/),
    });
  });

  it('waits while the lead of its own process is not confirmed, at the start and after the first call', async () => {
    const { env, simulator } = await openWorld();
    let asked = 0;
    let heldUntil = 3;
    let requests = 0;
    const end = simulator.on((event) => {
      if (event.type !== 'request') return;
      requests += 1;
      if (requests === 1) heldUntil = asked + 3;
    });
    onTestFinished(end);
    const isHeld = (): boolean => {
      asked += 1;
      return asked <= heldUntil;
    };
    expect((await look(env, { isHeld })).verdict).toBe('ok');
    expect([requests > 1, asked > heldUntil]).toEqual([true, true]);
  });

  it('an account that does not use the chat socket needs no ticket of it, and none is asked for', async () => {
    const { env, simulator } = await openWorld();
    const asked: string[] = [];
    simulator.on((event) => {
      if (event.type === 'request') asked.push(event.operation);
    });
    const finding = ({ id }: { id: string }) => id === 'retrieveChatCredential';
    const off = await look({ ...env, PEERDESK_CHAT_SOCKET: 'off' });
    expect(findings(off).find(finding)).toMatchObject({ verdict: 'skipped' });
    expect(asked.filter((operation) => /chat/i.test(operation))).toEqual([]);
    expect(findings(await look(env)).find(finding)).toMatchObject({ verdict: 'ok' });
    expect(asked.filter((operation) => /chat/i.test(operation))).toHaveLength(1);
  });

  it('a read that the service accepts by the second step only is named with that step', async () => {
    const { env, simulator } = await openWorld();
    const fault = { kind: 'error' as const, code: -1_022 };
    simulator.setFaults([{ operation: 'listUserOrderHistory', when: { count: 2 }, fault }]);
    expect(findings(await look(env))).toContainEqual({
      id: 'listUserOrderHistory',
      verdict: 'ok',
      text: 'listUserOrderHistory: signed-body',
    });
  });

  it('wrong keys: broken, with what to do, and what rests on them is not looked at', async () => {
    const { env } = await openWorld();
    const report = await look({ ...env, PEERDESK_API_SECRET: 'another-secret-0123456789' });
    expect(report.verdict).toBe('broken');
    expect(worse(report)).toEqual([
      { id: 'keys', verdict: 'broken', text: expect.stringMatching(/-1022/), remedy: expect.stringMatching(/secret/i) },
    ]);
    expect(findings(report).filter(({ verdict }) => verdict === 'skipped').length).toBeGreaterThan(10);
    expect(JSON.stringify(report)).not.toContain('another-secret');
  });

  it.each([
    [6_000, 'broken', /(5\.[6-9]|6\.\d) s behind the service's: money steps are refused/],
    [-6_000, 'broken', /(5\.[6-9]|6\.\d) s ahead of the service's: money steps are refused/],
    [3_500, 'warning', /(3\.[1-9]) s behind/],
  ])('a clock that is %i ms apart: %s', async (shiftMs, verdict, text) => {
    const { env, simulator } = await openWorld();
    simulator.shiftClock(shiftMs);
    const report = await look(env);
    expect(worse(report)).toEqual([
      { id: 'time', verdict, text: expect.stringMatching(text), remedy: expect.stringMatching(/time service/) },
    ]);
  });

  it.each([
    [2_000, 'ok'],
    [2_001, 'warning'],
    [-2_001, 'warning'],
    [5_000, 'warning'],
    [5_001, 'broken'],
  ])('a difference of %i ms between this clock and the service: %s', async (differenceMs, verdict) => {
    const exchange = { clockDifferenceMs: () => differenceMs, gate, settings: defaultExchangeSettings };
    const time = serviceChecks.find(({ id }) => id === 'time');
    expect(await time?.look({ exchange } as unknown as ServiceWorld)).toMatchObject({ verdict });
  });

  it('a port that nothing listens on: broken, and one question is asked', async () => {
    const { env } = await openWorld();
    const report = await look({ ...env, PEERDESK_BASE_URL: 'http://127.0.0.1:1' });
    expect(worse(report)).toMatchObject([{ id: 'answer', verdict: 'broken' }]);
  });

  const elsewhere =
    'check that PEERDESK_BASE_URL is the address of the service: another program or a proxy may answer there';
  it.each([
    ['a proxy that answers with a web page', [200, '<!doctype html><p>Sign in'], /web page/],
    ['another product that does not know the path', [404, 'not found'], /it says "not found"/],
    ['another product that speaks JSON', [200, '{"hello":"world"}'], /lacks data\.serverTime/],
  ] as const)('%s: broken, with its address as what to check', async (_, [status, body], text) => {
    const { env } = await openWorld();
    const other = createServer((_request, response) => {
      response.writeHead(status).end(body);
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const report = await look({ ...env, PEERDESK_BASE_URL: `http://127.0.0.1:${port}` });
    expect(worse(report)).toEqual([
      { id: 'answer', verdict: 'broken', text: expect.stringMatching(text), remedy: elsewhere },
    ]);
  });

  it('I27: during a ban nothing is called', async () => {
    const { env, simulator } = await openWorld();
    const before = simulator.ledger().requests;
    const report = await look(env, { banUntilMs: Date.now() + 60_000 });
    expect(worse(report)).toMatchObject([{ id: 'ban', verdict: 'broken' }]);
    expect(simulator.ledger().requests).toEqual(before);
  });

  it('a read that the desk needs and the service refuses is broken; another one is a warning', async () => {
    const { env, simulator } = await openWorld();
    const fault = { kind: 'error' as const, code: -2_015, message: 'Invalid API-key, IP, or permissions for action.' };
    simulator.setFaults(['search', 'getUserOrderSummary'].map((operation) => ({ operation, fault })));
    expect(worse(await look(env)).map(({ id, verdict }) => [id, verdict])).toEqual([
      ['search', 'broken'],
      ['getUserOrderSummary', 'warning'],
    ]);
  });

  it('of all reads, which the desk needs: those that are broken when the service refuses them', async () => {
    const { env, simulator } = await openWorld();
    const [ad] = simulator.snapshot().ads;
    simulator.counterparties.take({ adNumber: ad?.advNo ?? '', amount: '20' });
    const fault = { kind: 'error' as const, code: -2_015 };
    const listed = ['listWithPagination', 'listOrders', 'baseDetail'];
    const read = readChecks.map(({ id }) => id).filter((id) => !listed.includes(id));
    simulator.setFaults(read.map((operation) => ({ operation, fault })));
    const refused = worse(await look(env));
    expect(refused.flatMap(({ id, verdict }) => (verdict === 'broken' ? [id] : []))).toEqual([
      'getDetailByNo',
      'getReferencePrice',
      'search',
      'getUserOrderDetail',
      'queryCounterPartyOrderStatistic',
      'retrieveChatCredential',
    ]);
    expect(refused.map(({ id }) => id)).toEqual(read);
  });

  it('a business that is closed is a warning, and the report is one', async () => {
    const { env, simulator } = await openWorld();
    simulator.setMerchant('main', 'closed');
    const report = await look(env);
    expect(report.verdict).toBe('warning');
    expect(worse(report)).toMatchObject([{ id: 'keys', text: 'the business is closed: ads can not be taken' }]);
  });

  it.each([
    [true, {}, 'a simulator, proven with the secret of this account'],
    [false, {}, 'a real service: nothing is written (PEERDESK_ALLOW_LIVE is not set)'],
    [false, { PEERDESK_ALLOW_LIVE: 'yes' }, 'a real service: live writes may leave'],
  ])('whether it is a simulator (%s, %o): %s', async (isSimulator, more, text) => {
    const { env } = await openWorld();
    const report = await look({ ...env, ...more }, { isSimulator });
    expect(findings(report)).toContainEqual({ id: 'kind', verdict: 'ok', text });
  });

  it.each([
    [0.49, 'ok'],
    [0.5, 'warning'],
  ])('%d of the weight of a minute in use: %s', async (share, verdict) => {
    const budgetUse = () => ({ quotas: [{ share: 0 }, { share }] });
    const exchange = { budgetUse, gate, settings: defaultExchangeSettings };
    const weight = serviceChecks.find(({ id }) => id === 'weight');
    const found = await weight?.look({ exchange: { ...exchange, gate } } as unknown as ServiceWorld);
    expect(found).toMatchObject({ verdict, text: expect.stringContaining(`${share * 100} % of the weight`) });
  });
});
