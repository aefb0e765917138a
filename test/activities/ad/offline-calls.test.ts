import { describe, expect, it, vi } from 'vitest';
import type { WriteReceipt } from '../../../src/activities/activity-contract.ts';
import { OfflineCalls } from '../../../src/activities/ad/offline-calls.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const markets = ['SELL', 'BUY'] as const;

/** Ads that stand apart, half of them on each side. */
const ads = (world: ActivityWorld, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    world.addAd({
      side: markets[index % 2] ?? 'SELL',
      price: ((index % 2 === 0 ? 1_020 + 5 * index : 980 - 5 * index) / 100).toFixed(2),
    }),
  );

const take = (world: ActivityWorld, adNumber: string): Promise<WriteReceipt> =>
  world.asAd(adNumber).run(world.acting.takeAdOffline, { mode: 'sim' as const, adNumber }) as Promise<WriteReceipt>;

const takeAll = (world: ActivityWorld, numbers: readonly string[]) =>
  Promise.allSettled(numbers.map((adNumber) => take(world, adNumber)));

const statusOf = (world: ActivityWorld, adNumber: string) =>
  world.simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber)?.status;

const kinds = (outcomes: readonly PromiseSettledResult<WriteReceipt>[]): string[] =>
  outcomes.map((one) => (one.status === 'fulfilled' ? one.value.kind : 'refused'));

describe('ADR 0033, EP-8: ads that leave the market together share a call', () => {
  it('the first leaves at once, the others with the next one, and each is confirmed by a read', async () => {
    const world = await openActivityWorld();
    const numbers = ads(world, 8);
    expect(kinds(await takeAll(world, numbers))).toEqual(numbers.map(() => 'applied'));
    expect(numbers.map((adNumber) => statusOf(world, adNumber))).toEqual(numbers.map(() => SimAdStatus.OFFLINE));
    expect(world.callsOf('ads/updateStatus')).toBe(2);
    expect(world.callsOf('ads/getDetailByNo')).toBe(8);
    expect(world.reports.filter(({ message }) => message === 'put offline')).toHaveLength(8);
  });

  it('no call names more than fifty', async () => {
    const { exchange, deps, clock } = await openActivityWorld();
    const sent = vi.spyOn(exchange.ads, 'updateStatus').mockResolvedValue({} as never);
    const calls = new OfflineCalls(deps.marketplace.ads);
    const fence = { sendBeforeMs: clock.now() + 5_000, recvWindowMs: 5_000 };
    const numbers = Array.from({ length: 52 }, (_, index) => `1100000000000000${1_000 + index}`);
    await Promise.all(numbers.map((adNumber) => calls.take(adNumber, fence)));
    expect(sent.mock.calls.map(([update]) => (update as { advNos: readonly string[] }).advNos.length)).toEqual([
      1, 50, 1,
    ]);
  });

  it('I18: a shared call leaves no later than the first of those who asked may send', async () => {
    const world = await openActivityWorld();
    const [first = '', ...others] = ads(world, 3);
    const { exchange, deps, clock } = world;
    const sent = vi.spyOn(exchange.ads, 'updateStatus');
    const calls = new OfflineCalls(deps.marketplace.ads);
    const [soon, late] = [clock.now() + 5_000, clock.now() + 9_000];
    const fences = [
      { sendBeforeMs: soon, recvWindowMs: 5_000 },
      { sendBeforeMs: late, recvWindowMs: 4_000 },
    ];
    await Promise.all([
      calls.take(first, { sendBeforeMs: late, recvWindowMs: 5_000 }),
      ...fences.map((fence, at) => calls.take(others[at] ?? '', fence)),
    ]);
    expect(sent.mock.calls.map(([, options]) => options?.fence)).toEqual([
      { sendBeforeMs: late, recvWindowMs: 5_000 },
      { sendBeforeMs: soon, recvWindowMs: 4_000 },
    ]);
  });

  it('one that the service names as failed is refused alone', async () => {
    const world = await openActivityWorld();
    const [first = '', failing = '', other = ''] = ads(world, 3);
    const failList = [{ advNo: failing, errorCode: '187055', errorMsg: 'no' }];
    // The first call is that of the first ad alone.
    world.simulator.setFaults([
      { operation: 'updateStatus', when: { nth: 2 }, fault: { kind: 'answer', fields: { failList } } },
    ]);
    const [one, refused, three] = await takeAll(world, [first, failing, other]);
    expect(kinds([one, three].flatMap((outcome) => outcome ?? []))).toEqual(['applied', 'applied']);
    expect(refused).toMatchObject({ status: 'rejected', reason: { details: [{ code: '187055' }] } });
  });

  it('a list that is refused as a whole is asked for ad by ad: one keeps no other on the market', async () => {
    const world = await openActivityWorld();
    const [first = '', ...others] = ads(world, 4);
    world.simulator.setFaults([
      { operation: 'updateStatus', when: { nth: 2 }, fault: { kind: 'error', code: -1013, message: 'no' } },
    ]);
    expect(kinds(await takeAll(world, [first, ...others]))).toEqual(['applied', 'applied', 'applied', 'applied']);
    expect(world.callsOf('ads/updateStatus')).toBe(5);
  });

  it('a call that is lost is the failure of each of its ads, and nothing is believed', async () => {
    const world = await openActivityWorld();
    const [first = '', ...others] = ads(world, 3);
    const lost = { kind: 'http', status: 502 } as const;
    world.simulator.setFaults([{ operation: 'updateStatus', when: { nth: 2, count: 50 }, fault: lost }]);
    expect(kinds(await takeAll(world, [first, ...others]))).toEqual(['applied', 'refused', 'refused']);
    expect(others.map((adNumber) => statusOf(world, adNumber))).toEqual(others.map(() => SimAdStatus.ONLINE));
    world.simulator.setFaults([]);
    expect(kinds(await takeAll(world, others))).toEqual(['applied', 'applied']);
  });

  it('a call that hangs holds the others up for a second, not until its end', async () => {
    const world = await openActivityWorld({ settings: { requestTimeoutMs: 60_000 } });
    const [hanging = '', ...others] = ads(world, 3);
    world.simulator.setFaults([
      { operation: 'updateStatus', when: { nth: 1 }, fault: { kind: 'hang', when: 'before' } },
    ]);
    const first = takeAll(world, [hanging]);
    const rest = takeAll(world, others);
    // The first one hangs for a minute: the others would come after it.
    const winner = await Promise.race([first.then(() => 'the hanging one'), rest.then(() => 'the others')]);
    expect([winner, kinds(await rest)]).toEqual(['the others', ['applied', 'applied']]);
    await Promise.all([world.exchange.close(), first]);
  });
});
