import { createSecretKey } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { authSteps } from '../../../src/exchange/call/auth-plan.ts';
import type { Dispatch, SenderParts } from '../../../src/exchange/call/dispatch.ts';
import type { HttpTransport } from '../../../src/exchange/wire/http-transport.ts';
import type { SendHooks, WireAnswer } from '../../../src/exchange/wire/wire-message.ts';
import { createGate, defaultExchangeSettings, findOperation } from '../../../src/exchange/index.ts';
import { RateBudget } from '../../../src/exchange/limits/rate-budget.ts';
import { sendOnce } from '../../../src/exchange/call/sender.ts';
import { ServerClock } from '../../../src/exchange/limits/server-clock.ts';
import { clientFor } from '../fixtures.ts';
import { failure, startRecorder, success, type Recorder } from '../recorder.ts';

let recorder: Recorder | null = null;
afterEach(async () => {
  await recorder?.close();
  recorder = null;
});

const body = Buffer.from(String(success(null).body));

/** The gap between a call and its bytes: the test decides when the connection is open. */
function slowConnection(): { transport: HttpTransport; connect: () => void; left: () => number } {
  const waiting: (() => void)[] = [];
  let left = 0;
  const send = async (_request: unknown, { onLeave }: SendHooks): Promise<WireAnswer> => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
    onLeave();
    left += 1;
    return { status: 200, headers: {}, body };
  };
  return {
    transport: { send } as unknown as HttpTransport,
    connect: () => waiting.shift()?.(),
    left: () => left,
  };
}

function parts(transport: HttpTransport): SenderParts {
  const gate = createGate(defaultExchangeSettings);
  const now = (): number => performance.now();
  const lane = { gate, banGates: [gate], budget: new RateBudget(defaultExchangeSettings, now), transport, headers: {} };
  const readTime = () => Promise.reject(new Error('not asked in this test'));
  return {
    settings: defaultExchangeSettings,
    keys: { apiKey: 'a key', secret: createSecretKey('a secret', 'utf8') },
    lanes: { account: lane, public: lane },
    clock: new ServerClock({ wallNow: Date.now, monotonicNow: now, readTime }),
    wallNow: Date.now,
    monotonicNow: now,
    steadyNow: now,
    redact: (text) => text,
    closing: new AbortController().signal,
    onAttempt: () => undefined,
  };
}

function release(): Dispatch {
  const operation = findOperation('releaseCoin');
  if (operation === null) throw new Error('the table lacks releaseCoin');
  const { method, path } = operation;
  const common = { priority: 'money', adKey: null, signal: undefined, fence: undefined } as const;
  const begun = { wallMs: Date.now(), steadyMs: performance.now() };
  return { operation, form: { method, path }, step: authSteps.signed, fields: { orderNumber: '1' }, begun, ...common };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('interface 7.1, I27: limits reported while a call waits for its connection hold for it, too', () => {
  it('a ban: nothing leaves', async () => {
    const { transport, connect, left } = slowConnection();
    const all = parts(transport);
    const outcome = sendOnce(all, release());
    await settled();
    all.lanes.account.gate.setBan(Date.now() + 3_600_000);
    connect();
    expect(await outcome).toMatchObject({ ok: false, error: { category: 'IP_BAN', sent: 'no' } });
    expect(left()).toBe(0);
  });

  it('an open breaker: nothing leaves', async () => {
    const { transport, connect, left } = slowConnection();
    const all = parts(transport);
    const outcome = sendOnce(all, release());
    await settled();
    all.lanes.account.gate.setBreaker({ phase: 'open', failures: 15, openUntilMs: Date.now() + 40_000 });
    connect();
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'BREAKER_OPEN', sent: 'no' } });
    expect(left()).toBe(0);
  });

  it('a long pause: nothing leaves, and the wait is named', async () => {
    const { transport, connect, left } = slowConnection();
    const all = parts(transport);
    const outcome = sendOnce(all, release());
    await settled();
    all.lanes.account.budget.pauseForLimit(60_000);
    connect();
    const result = await outcome;
    expect(result).toMatchObject({ ok: false, error: { category: 'RATE_LIMITED', sent: 'no' } });
    expect(left()).toBe(0);
    expect(all.lanes.account.gate.state().breaker.failures).toBe(0);
  });

  it('a short pause: it queues again, and leaves once', async () => {
    const { transport, connect, left } = slowConnection();
    const all = parts(transport);
    const outcome = sendOnce(all, release());
    await settled();
    all.lanes.account.budget.pauseForLimit(30);
    connect();
    const again = setInterval(connect, 5);
    expect(await outcome).toMatchObject({ ok: true });
    clearInterval(again);
    expect(left()).toBe(1);
  });

  it('the probe of a half-open breaker leaves', async () => {
    const { transport, connect, left } = slowConnection();
    const all = parts(transport);
    all.lanes.account.gate.setBreaker({ phase: 'open', failures: 15, openUntilMs: Date.now() - 1 });
    const outcome = sendOnce(all, release());
    await settled();
    connect();
    expect(await outcome).toMatchObject({ ok: true });
    expect(left()).toBe(1);
  });
});

describe('I29: closing a client says nothing of the service', () => {
  it('calls of it fail, those that wait are refused, and the shared gate stays as it was', async () => {
    recorder = await startRecorder(() => ({ instead: () => undefined }));
    const gate = createGate({ breakerFailureThreshold: 2, breakerOpenMs: 45_000 });
    const client = clientFor(recorder.baseUrl, { gate, settings: { requestsInFlight: 4 } });
    const calls = Array.from({ length: 12 }, () => client.user.baseDetail());
    const outcomes = Promise.allSettled(calls);
    while (recorder.requests.length < 3) await settled();
    await client.close();
    const reasons = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null));
    expect(reasons.filter((reason) => reason?.code === 'CLOSED' && reason?.sent === 'no')).not.toHaveLength(0);
    expect(reasons.filter((reason) => reason?.name === 'ExchangeError')).toHaveLength(12);
    expect(gate.state()).toEqual(createGate({ breakerFailureThreshold: 2, breakerOpenMs: 45_000 }).state());
    expect(recorder.requests).toHaveLength(3);
    await expect(client.user.baseDetail()).rejects.toMatchObject({ code: 'CLOSED', sent: 'no' });
  });
});

describe('interface 4.6, I27: the gate of the public search', () => {
  const market = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20 } as const;
  const banned = { ...failure(-1003, 'banned', 418), headers: { 'retry-after': '3600' } };

  it('its ban can be shared, and set back after a restart', async () => {
    recorder = await startRecorder(() => banned);
    const publicGate = createGate(defaultExchangeSettings);
    const { baseUrl } = recorder;
    const one = clientFor('http://127.0.0.1:9', { publicBaseUrl: baseUrl, publicGate });
    const other = clientFor('http://127.0.0.1:9', { publicBaseUrl: baseUrl, publicGate });
    await expect(one.public.searchPublicAds(market)).rejects.toMatchObject({ category: 'IP_BAN', sent: 'yes' });
    await expect(other.public.searchPublicAds(market)).rejects.toMatchObject({ category: 'IP_BAN', sent: 'no' });
    expect(other.publicGate.state()).toEqual(publicGate.state());
    expect(one.gate.state().banUntilMs).toBeNull();
    expect(recorder.requests).toHaveLength(1);
    await Promise.all([one.close(), other.close()]);
  });

  it('on the origin of the account it is the address that is banned', async () => {
    recorder = await startRecorder(() => banned);
    const client = clientFor(recorder.baseUrl);
    await expect(client.public.searchPublicAds(market)).rejects.toMatchObject({ category: 'IP_BAN' });
    await expect(client.orders.releaseCoin({ orderNumber: '1' })).rejects.toMatchObject({
      category: 'IP_BAN',
      sent: 'no',
    });
    await client.close();
  });
});
