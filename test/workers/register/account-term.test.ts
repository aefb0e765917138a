import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PermittedCall } from '../../../src/domain/guard/permitted-call.ts';
import type { Signers } from '../../../src/register/operations/signers.ts';
import { registerOfTerm } from '../../../src/workers/register/account-term.ts';
import { memoryRegister, type MemoryRegister } from '../../register/memory-register.ts';

const nowMs = 1_800_000_000_000;
const money = { asset: 'USDT', amount: '10', price: '7', total: '70', fiat: 'BOB', counterparty: null };
const wish = { step: 'release', subject: 'order-1', epoch: 0, ...money, payments: [], perDay: null } as const;

/** A call of another copy. */
const unknown = { number: 2, callId: 'of another copy' };

let memory: MemoryRegister;
let released: string[];
/** How often the service was asked. */
let comparisons: number;
/** Moves as the machine's clock does, also while the process is frozen. */
let atMs: number;
/** Ends the term, and with it the watch of its clock. */
let over: AbortController;
let isServiceAway: boolean;
let isLeading: boolean;
/** What the guard of the account says of itself; null: it does not answer. */
let guard: { generation: string; permitted: PermittedCall | null } | null;

/** The namespace that the process serves; undefined: the server does not say. */
let temporal: string | undefined;

function term(signers: Signers | null = null) {
  return registerOfTerm(termOptions(signers));
}

function termOptions(signers: Signers | null = null): Parameters<typeof registerOfTerm>[0] {
  return {
    register: memory.register,
    account: 'main',
    leader: '1@here',
    signers,
    temporal: async () => temporal,
    mayBegin: () => isLeading,
    introduce: async (register) => {
      if (guard === null) throw new Error('no answer');
      await register.compareGuard(guard);
    },
    compare: (register) => async () => {
      comparisons += 1;
      if (isServiceAway) throw new Error('no answer');
      return register.compareReleases(released);
    },
    clock: { now: () => atMs, elapsed: () => 0 },
    stopping: over.signal,
    // No claim of these tests is refused because the machine is busy.
    claimWaitMs: 60_000,
    nextCallId: randomUUID,
  };
}

beforeEach(async () => {
  memory = memoryRegister();
  await memory.register.mint({ generation: 'one', how: 'restored', nowMs });
  [released, comparisons, isServiceAway, isLeading] = [[], 0, false, true];
  guard = { generation: 'one', permitted: null };
  temporal = undefined;
  atMs = nowMs;
  over = new AbortController();
});

afterEach(() => over.abort());

describe('a term of the lead', () => {
  it('compares the releases of the service before its first claim, and once', async () => {
    const { register, compared } = term();
    expect(await register.claim(wish)).toMatchObject({ claimed: true, number: 1 });
    expect(await register.claim({ ...wish, subject: 'order-2' })).toMatchObject({ claimed: true, number: 2 });
    expect(await compared()).toEqual([]);
    expect(comparisons).toBe(1);
  });

  it('claims nothing beside a Temporal that has begun empty, until a person has accepted it', async () => {
    temporal = 'namespace-1';
    expect(await term().register.claim(wish)).toMatchObject({ claimed: true });
    temporal = 'namespace-2';
    const next = term();
    expect(await next.begin()).toMatchObject({ isOtherTemporal: true });
    expect(await next.register.claim({ ...wish, subject: 'order-2' })).toMatchObject({ reason: 'OTHER_TEMPORAL' });
    expect(await next.register.hasOtherTemporal()).toBe(true);
    await memory.register.acceptTemporal({ account: 'main', temporal, by: 'ana', nowMs });
    expect(await next.register.claim({ ...wish, subject: 'order-2' })).toMatchObject({ claimed: true });
  });

  it('claims nothing before the server has said which it is', async () => {
    const silent = registerOfTerm({ ...termOptions(), temporal: () => Promise.reject(new Error('no answer')) });
    await expect(silent.begin()).rejects.toThrow('no answer');
  });

  it('is begun by no process that leads no more: its successor would lose its claims', async () => {
    isLeading = false;
    const late = term();
    const refused = expect.objectContaining({ name: 'RegisterSilent', message: expect.stringContaining('not lead') });
    await expect(late.begin()).rejects.toEqual(refused);
    isLeading = true;
    const next = term();
    expect(await next.begin()).toMatchObject({ term: 1 });
    isLeading = false;
    await expect(late.register.claim(wish)).rejects.toEqual(refused);
    expect(await next.register.claim(wish)).toMatchObject({ claimed: true, number: 1 });
  });

  it('finding: begins again under a register that is put back, whatever its term is, and compares the releases with it', async () => {
    const { register, compared, begin } = term();
    expect(await register.claim(wish)).toMatchObject({ claimed: true });
    const before = await begin();
    released = ['order-9'];
    await memory.register.mint({ generation: 'two', how: 'restored', nowMs });
    expect(await register.claim({ ...wish, subject: 'order-2' })).toMatchObject({ reason: 'NOT_COMPARED' });
    expect(await register.claim({ ...wish, subject: 'order-2' })).toMatchObject({ reason: 'REGISTER_BEHIND' });
    expect(await begin()).toMatchObject({ term: before.term + 1, generation: 'two' });
    expect(await compared()).toEqual(['order-9']);
    expect(comparisons).toBe(2);
  });

  it('money-steps#when-something-fails: is begun by no process that has lost the lead while it asked the server', async () => {
    const asking = async () => {
      isLeading = false;
      return 'namespace-1';
    };
    const late = registerOfTerm({ ...termOptions(), temporal: asking });
    await expect(late.begin()).rejects.toThrow('does not lead');
    isLeading = true;
    expect(await term().begin()).toMatchObject({ term: 1 });
  });

  it('claims nothing on an older copy, although no one has looked before', async () => {
    released = ['order-9'];
    expect(await term().register.claim(wish)).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
  });

  it('finding: a copied file without a call that its guard has permitted claims nothing, and no refusal brings its number nearer', async () => {
    guard = { generation: 'one', permitted: unknown };
    for (const register of [term().register, term().register])
      for (const subject of ['order-1', 'order-2', 'order-3'])
        expect(await register.claim({ ...wish, subject })).toMatchObject({
          claimed: false,
          reason: 'REGISTER_BEHIND',
          code: 'older-copy',
        });
  });

  it('finding: what is booked before the comparison stops every claim; what is booked after it is asked about alone', async () => {
    const { register, compared } = term();
    const trade = { side: 'SELL', status: 'COMPLETED', asset: 'USDT', amount: '10', price: '7', total: '70' } as const;
    const rest = { fiat: 'BOB', counterparty: null, payments: [], beganAtMs: nowMs, resetId: null } as const;
    const book = (orderNumber: string) => register.orderSeen({ ...trade, ...rest, orderNumber, isReleasedHere: true });
    await book('order-8');
    released = ['order-8'];
    await compared();
    await book('order-9');
    expect(await register.unexplainedReleases()).toEqual([
      { orderNumber: 'order-8', stops: true },
      { orderNumber: 'order-9', stops: false },
    ]);
    expect(await register.claim(wish)).toMatchObject({ claimed: false, reason: 'REGISTER_BEHIND' });
  });

  it('money-steps#the-comparison-of-releases: asks the guard before it compares, also where nothing is claimed', async () => {
    guard = { generation: 'one', permitted: unknown };
    await term().compared();
    const { accounts } = await memory.register.summary({ nowMs });
    expect(accounts).toMatchObject([{ account: 'main', unknownNumber: unknown.number }]);
  });

  it('asks a guard that did not answer again, for the next claim', async () => {
    const { register } = term();
    guard = null;
    expect(await register.claim(wish)).toMatchObject({ claimed: true, number: 1 });
    guard = { generation: 'one', permitted: unknown };
    expect(await register.claim({ ...wish, subject: 'order-2' })).toMatchObject({ reason: 'REGISTER_BEHIND' });
  });

  it('claims nothing while the service does not say what was released, and looks again for the next claim', async () => {
    const { register } = term();
    isServiceAway = true;
    const refused = { claimed: false, reason: 'NOT_COMPARED', code: 'not-compared', why: 'no answer' };
    for (let time = 0; time < 2; time += 1) expect(await register.claim(wish)).toEqual(refused);
    isServiceAway = false;
    expect(await register.claim(wish)).toMatchObject({ claimed: true });
    expect(comparisons).toBe(3);
  });

  it('S25: lifts a hold by the signatures that it counts itself, although it has claimed nothing yet', async () => {
    const orderNumber = 'order-1';
    const former = term().register;
    await former.begin();
    await former.takeBack({ orderNumber, what: 'hold', by: 'ana', note: '' });
    const { generation, epoch } = await former.marksOf(orderNumber);
    const word = { orderNumber, by: 'ana', generation, epoch, signed: null };
    expect(await term({ keys: { ana: 'a key' }, lifeMs: 1 }).register.unhold(word)).toMatchObject({
      word: 'unhold',
      problem: 'missing',
    });
    expect(await former.marksOf(orderNumber)).toMatchObject({ held: { by: 'ana' } });
    expect(await term().register.unhold(word)).toBeNull();
  });
});

describe('a standstill: the machine slept, or the process was frozen', () => {
  const standstillMs = 120_001;

  it('finding: the first claim after it waits for a comparison, as at the beginning of a term', async () => {
    const { register } = term();
    expect(await register.claim(wish)).toMatchObject({ claimed: true });
    released = ['order-9'];
    atMs += standstillMs - 1;
    expect(await register.claim({ ...wish, subject: 'order-2' })).toMatchObject({ claimed: true });
    expect(comparisons).toBe(1);
    atMs += standstillMs;
    expect(await register.claim({ ...wish, subject: 'order-3' })).toMatchObject({ reason: 'REGISTER_BEHIND' });
    expect(comparisons).toBe(2);
  });

  it('is no longer one when the process has compared; a failure is tried again', async () => {
    const { register, compared, uncomparedSinceMs } = term();
    expect(uncomparedSinceMs()).toBe(nowMs);
    await compared();
    expect(uncomparedSinceMs()).toBeNull();
    isServiceAway = true;
    atMs += standstillMs;
    expect(uncomparedSinceMs()).toBe(atMs);
    await expect(compared()).rejects.toThrow('no answer');
    expect(await register.claim(wish)).toMatchObject({ reason: 'NOT_COMPARED' });
    expect(uncomparedSinceMs()).toBe(atMs);
    isServiceAway = false;
    expect(await register.claim(wish)).toMatchObject({ claimed: true });
    expect(await compared()).toEqual([]);
    expect(uncomparedSinceMs()).toBeNull();
    expect(comparisons).toBe(4);
  });

  it('a comparison that began before it proves nothing', async () => {
    const gates: (() => void)[] = [];
    const { register } = registerOfTerm({
      ...termOptions(),
      compare: (own) => async () => {
        const shown = released;
        await new Promise<void>((resolve) => gates.push(resolve));
        return own.compareReleases(shown);
      },
    });
    const claiming = register.claim(wish);
    await vi.waitFor(() => expect(gates).toHaveLength(1));
    released = ['order-9'];
    atMs += standstillMs;
    gates[0]?.();
    await vi.waitFor(() => expect(gates).toHaveLength(2));
    gates[1]?.();
    expect(await claiming).toMatchObject({ reason: 'REGISTER_BEHIND' });
  });

  it('a claim does not wait for a long list: it is refused, and the list is read on', async () => {
    const gate = Promise.withResolvers<readonly string[]>();
    const { register } = registerOfTerm({ ...termOptions(), compare: () => () => gate.promise, claimWaitMs: 1 });
    expect(await register.claim(wish)).toMatchObject({
      reason: 'NOT_COMPARED',
      code: 'not-compared',
      why: null,
    });
    gate.resolve([]);
    await vi.waitFor(async () => expect(await register.claim(wish)).toMatchObject({ claimed: true }));
  });

  it('a register that is silent meanwhile is one, and not the service', async () => {
    const { register } = term();
    await register.begin();
    memory.silent = true;
    await expect(register.claim(wish)).rejects.toMatchObject({ name: 'RegisterSilent' });
  });
});
