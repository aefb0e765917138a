import type { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { sharesOf, slotsOf } from '../../../src/workers/dispatch/account-work.ts';
import { many, openAccounts, settled, shares } from './dispatch-world.ts';

describe('one worker, many accounts: the share of each', () => {
  it('an account whose calls hang leaves those of the others their places, whatever it asks for', async () => {
    const { ran, ask, letEnd } = openAccounts(['flooded', 'calm']);
    const flood = many(200, (index) => ask('calls', 'findPlacedOrder', `place:flooded:${index}`));
    await settled();
    expect(ran).toHaveLength(2);
    const calm = ask('calls', 'updateAdPrice', 'ad:calm:1');
    await settled();
    expect(ran.map(({ account }) => account)).toEqual(['flooded', 'flooded', 'calm']);
    letEnd();
    expect(await calm).toContain('calm');
    // Two run, two wait, and Temporal keeps the others.
    expect((await flood).filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  it('what waited runs as the activity that asked for it, not as the one that ended before', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const asked = many(5, (index) => ask('money', 'releaseCoin', `order:main:${index}`));
    await settled();
    letEnd();
    const ends = await asked;
    expect(ran.map(({ workflowId }) => workflowId)).toEqual([0, 1, 2, 3, 4].map((index) => `order:main:${index}`));
    expect(ends).toEqual(
      [0, 1, 2, 3, 4].map((index) => ({
        status: 'fulfilled',
        value: `releaseCoin of main, asked by order:main:${index}`,
      })),
    );
  });

  it('a money step waits for no read of its queue, and a message to the merchant for no call', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const reads = many(50, (index) => ask('money', 'checkRelease', `order:main:${index}`));
    const calls = many(50, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    const step = ask('money', 'releaseCoin', 'order:main:51');
    const notice = ask('calls', 'deliverNotice', 'notices:main');
    await settled();
    expect(ran.map(({ name }) => name).toSorted()).toEqual([
      'checkRelease',
      'checkRelease',
      'deliverNotice',
      'readOrder',
      'readOrder',
      'releaseCoin',
    ]);
    letEnd();
    await Promise.all([reads, calls, step, notice]);
  });

  it('a task without room in the share goes back to Temporal, so that no account holds more tasks than its share', async () => {
    const { sentBack, ask, letEnd } = openAccounts(['main']);
    const watches = many(3, (index) => ask('watch', 'watchMarket', `ad:main:${index}`));
    const calls = many(7, (index) => ask('calls', 'updateAdPrice', `ad:main:${index}`));
    await settled();
    expect(sentBack.map(({ reason }) => reason)).toEqual([
      'SHARE_USED_UP',
      'SHARE_USED_UP',
      'SHARE_USED_UP',
      'SHARE_USED_UP',
    ]);
    letEnd();
    const [refused] = (await calls).filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject({ reason: { type: 'SHARE_USED_UP', nonRetryable: false, nextRetryDelay: 2_125 } });
    expect((await watches).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    // The worker has as many slots for each account as this: two calls and two reads, as many of each that wait, one notice
    // and a thousand that wait.
    expect(slotsOf(shares, 'calls')).toBe(1_009);
    expect(slotsOf(shares, 'watch')).toBe(2);
  });

  it('ADR 0031: what changes something returns with the reads, one after the other', async () => {
    const { ask, letEnd } = openAccounts(['main']);
    const asked = ['readOrder', 'updateAdPrice'].map((name) =>
      many(5, (index) => ask('calls', name, `ad:main:${index}`)),
    );
    await settled();
    letEnd();
    const ends = (await Promise.all(asked)).flat();
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [retryDelayOf(end)] : []))).toEqual([2_000, 2_125]);
  });

  it('ADR 0031: of the reads of open orders as many wait as run; the others return one after the other, soon where their time is short', async () => {
    const { sentBack, ask, letEnd } = openAccounts(['main']);
    const reads = many(6, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    const short = many(200, (index) =>
      ask('calls', 'checkRelease', { workflowId: `order:main:${index}`, limitMs: 40_000 }),
    );
    const patient = many(2_000, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    await settled();
    expect(new Set(sentBack.map(({ reason }) => reason))).toEqual(new Set(['SHARE_USED_UP']));
    letEnd();
    const delays = (ends: PromiseSettledResult<unknown>[]) =>
      ends.flatMap((end) => (end.status === 'rejected' ? [retryDelayOf(end)] : []));
    expect(delays(await reads)).toEqual([2_000, 2_125]);
    expect(delays(await short).slice(0, 2)).toEqual([2_250, 2_375]);
    expect([Math.max(...delays(await short)), mostAtOnce(delays(await short))]).toEqual([10_000, 4]);
    expect([Math.max(...delays(await patient)), mostAtOnce(delays(await patient))]).toEqual([60_000, 5]);
  });

  it('ADR 0031: a write waits for no read of an order', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const reads = many(60, (index) => ask('calls', 'readOrder', `order:main:${index}`));
    await settled();
    const write = ask('calls', 'updateAdPrice', 'ad:main:1');
    await settled();
    expect(ran.map(({ name }) => name)).toEqual(['readOrder', 'readOrder', 'updateAdPrice']);
    letEnd();
    await Promise.all([reads, write]);
  });

  it('ADR 0031: of what waits a read that reconciles goes first, then a look at a gate', async () => {
    const { ran, ask, letEnd } = openAccounts(['main']);
    const running = many(2, (index) => ask('money', 'readOrder', `order:main:${index}`));
    await settled();
    const waiting = [
      ask('money', 'readOrder', 'order:main:5'),
      ask('money', 'checkRelease', 'order:main:6'),
      ask('money', 'findPlacedOrder', { workflowId: 'order:main:7', limitMs: 20_000, attemptMs: 10_000 }),
    ];
    await settled();
    letEnd();
    await Promise.all([running, ...waiting]);
    expect(ran.slice(2).map(({ name }) => name)).toEqual(['findPlacedOrder', 'checkRelease', 'readOrder']);
  });

  it.each([
    { rate: 5, read: 5, look: 10 },
    { rate: 1, read: 4, look: 4 },
    { rate: 400, read: 100, look: 20 },
  ])(
    'ADR 0031: at $rate calls a second $read reads are under way at once, and $look for money',
    ({ rate, ...share }) => {
      expect(sharesOf({ ...defaultSettings, accountRequestsPerSecond: rate })).toMatchObject(share);
    },
  );
});

const mostAtOnce = (delays: readonly number[]) =>
  Math.max(...[...Map.groupBy(delays, (ms) => ms).values()].map(({ length }) => length));
const retryDelayOf = ({ reason }: PromiseRejectedResult) => (reason as ApplicationFailure).nextRetryDelay as number;
