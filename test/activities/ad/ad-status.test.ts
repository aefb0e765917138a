import { CancelledFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import type { WriteReceipt } from '../../../src/activities/activity-contract.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';

const sim = { mode: 'sim' } as const;
const limits = { floor: '9.50', ceiling: '10.50' };

const offline = (world: ActivityWorld, adNumber: string, mode: 'sim' | 'shadow' = 'sim'): Promise<WriteReceipt> =>
  world.asAd(adNumber).run(world.acting.takeAdOffline, { mode, adNumber }) as Promise<WriteReceipt>;

const online = (world: ActivityWorld, adNumber: string, mode: 'sim' | 'shadow' = 'sim'): Promise<WriteReceipt> =>
  world.asAd(adNumber).run(world.acting.putAdOnline, { mode, adNumber, limits }) as Promise<WriteReceipt>;

/** The ads whose status changed, by the ledger. */
const statusEntries = (world: ActivityWorld): (string | undefined)[] =>
  world.simulator.ledger().entries.flatMap(({ kind, adNumber }) => (kind === 'ad-status' ? [adNumber] : []));

function adOf(world: ActivityWorld, adNumber: string) {
  const { status, price } = world.simulator.snapshot().ads.find((ad) => ad.advNo === adNumber) ?? {};
  return { status, price };
}

describe('ADR 0033: an ad leaves the market as soon as a process that stood still may call again', () => {
  const held = async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const behind = { isBehind: true };
    world.exchange.gate.holdWhile('standstill', () => behind.isBehind);
    const env = world.asAd(adNumber);
    const leaves = () => env.run(world.acting.takeAdOffline, { ...sim, adNumber });
    return { world, adNumber, behind, env, leaves };
  };

  it('waits within its attempt until bans were asked for', async () => {
    const { world, adNumber, behind, env, leaves } = await held();
    env.once('heartbeat', () => (behind.isBehind = false));
    expect(await leaves()).toMatchObject({ kind: 'applied' });
    expect(statusEntries(world)).toEqual([adNumber]);
  });

  it('I18: sends nothing once its attempt is nearly over', async () => {
    const { world, env, leaves } = await held();
    env.once('heartbeat', () => world.clock.advance(8_500));
    await expect(leaves()).rejects.toMatchObject({ details: [{ code: 'STOOD_STILL' }] });
    expect(world.callsOf('ads/updateStatus')).toBe(0);
  });

  it('a command that takes it back ends the wait', async () => {
    const { world, env, leaves } = await held();
    env.once('heartbeat', () => env.cancel());
    await expect(leaves()).rejects.toBeInstanceOf(CancelledFailure);
    expect(world.callsOf('ads/updateStatus')).toBe(0);
  });
});

describe('EP-8, design 6: an ad goes offline and comes back', () => {
  it('goes offline and comes back at its price', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    expect(await offline(world, adNumber)).toEqual({ kind: 'applied', atMs: world.clock.now() });
    expect(adOf(world, adNumber)).toEqual({ status: SimAdStatus.OFFLINE, price: '10.20' });
    expect((await world.deps.ownAds.listing()).find(adNumber)?.status).toBe('offline');
    await online(world, adNumber);
    expect(adOf(world, adNumber)).toEqual({ status: SimAdStatus.ONLINE, price: '10.20' });
    expect((await world.deps.ownAds.listing()).find(adNumber)?.status).toBe('online');
    expect(world.reports.map(({ message }) => message)).toEqual(['put offline', 'put online']);
  });

  it('I16: beside an own ad that took its place meanwhile it comes back at the next free price', async () => {
    const world = await openActivityWorld();
    const away = world.addAd({ price: '10.20', status: SimAdStatus.OFFLINE });
    world.addAd({ price: '10.22' });
    await online(world, away);
    expect(adOf(world, away)).toEqual({ status: SimAdStatus.ONLINE, price: '10.27' });
    expect(world.simulator.ledger()).toMatchObject({ pricesInZone: 0, rejected: {} });
  });

  it('I16: what others of the account did since the last look counts, and what is offline does not', async () => {
    const world = await openActivityWorld();
    const away = world.addAd({ price: '10.20', status: SimAdStatus.OFFLINE });
    world.addAd({ price: '10.19', status: SimAdStatus.OFFLINE });
    await world.deps.ownAds.listing();
    world.addAd({ price: '10.22' });
    await online(world, away);
    expect(adOf(world, away)).toEqual({ status: SimAdStatus.ONLINE, price: '10.27' });
    const quiet = await openActivityWorld();
    const alone = quiet.addAd({ price: '10.20', status: SimAdStatus.OFFLINE });
    quiet.addAd({ price: '10.19', status: SimAdStatus.OFFLINE });
    await online(quiet, alone);
    expect(adOf(quiet, alone)).toEqual({ status: SimAdStatus.ONLINE, price: '10.20' });
  });

  it('I16: one that was refused leaves its place to another own ad', async () => {
    const world = await openActivityWorld();
    const away = world.addAd({ price: '10.20', status: SimAdStatus.OFFLINE });
    const other = world.addAd({ price: '10.40' });
    world.simulator.setFaults([{ operation: 'updateStatus', fault: { kind: 'error', code: -1013 } }]);
    await expect(online(world, away)).rejects.toMatchObject({ type: 'NON_RETRIABLE_BUSINESS' });
    await world.asAd(other).run(world.acting.updateAdPrice, { ...sim, adNumber: other, price: '10.20', limits });
    expect(adOf(world, other).price).toBe('10.20');
  });

  it('I15: without a free price within the limits nothing is sent', async () => {
    const world = await openActivityWorld();
    const away = world.addAd({ price: '10.20', status: SimAdStatus.OFFLINE });
    world.addAd({ side: 'BUY', price: '10.48' });
    await expect(online(world, away)).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(world.callsOf('ads/updateStatus')).toBe(0);
  });

  it('a success that names the ad as failed is a refusal with its code', async () => {
    const world = await openActivityWorld();
    const closed = world.addAd({ price: '10.20', status: SimAdStatus.CLOSED });
    await expect(offline(world, closed)).rejects.toMatchObject({ details: [{ code: '187022' }] });
  });

  it('a success that lists the ad as failed is a refusal with the code of the list', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const failList = [{ advNo: adNumber, errorCode: '187055', errorMsg: 'The price overlaps another of your ads.' }];
    world.simulator.setFaults([{ operation: 'updateStatus', fault: { kind: 'answer', fields: { failList } } }]);
    const refused = { type: 'SPECIAL_HANDLER', details: [{ code: '187055' }] };
    await expect(offline(world, adNumber)).rejects.toMatchObject(refused);
    expect(world.reports.map(({ event }) => event)).not.toContain('status');
  });

  it('I3: shadow writes down what it would have done', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    expect((await offline(world, adNumber, 'shadow')).kind).toBe('intent');
    expect((await online(world, adNumber, 'shadow')).kind).toBe('intent');
    expect(world.intents).toEqual(
      ['offline', 'online'].map((status) => ({ operation: 'ads/updateStatus', subject: adNumber, detail: { status } })),
    );
    expect(world.calls).toEqual([]);
  });

  it('design 6: a success that did nothing is noticed by a read, and is no success', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([{ operation: 'updateStatus', when: { nth: 1 }, fault: { kind: 'false-success' } }]);
    await expect(offline(world, adNumber)).rejects.toMatchObject({
      type: 'UNKNOWN',
      message: expect.stringContaining('the service accepted offline, and the ad is still online') as string,
    });
    expect(statusEntries(world)).toEqual([]);
    expect(world.callsOf('ads/getDetailByNo')).toBe(4);
    expect((await offline(world, adNumber)).kind).toBe('applied');
    expect(statusEntries(world)).toEqual([adNumber]);
    world.simulator.setFaults([{ operation: 'updateStatus', when: { nth: 1 }, fault: { kind: 'false-success' } }]);
    await expect(online(world, adNumber)).rejects.toMatchObject({ type: 'UNKNOWN' });
  });

  it('design 6: an answer that is lost after its effect is repeated, and changes nothing more', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.simulator.setFaults([
      { operation: 'updateStatus', when: { nth: 1 }, fault: { kind: 'reset', when: 'after' } },
    ]);
    await expect(offline(world, adNumber)).rejects.toMatchObject({ nonRetryable: false });
    expect(adOf(world, adNumber).status).toBe(SimAdStatus.OFFLINE);
    expect((await offline(world, adNumber)).kind).toBe('applied');
  });

  it('design 6: no kill switch keeps an ad on the market', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    world.fakeDesk.switches.repricing = 'closed';
    expect((await offline(world, adNumber)).kind).toBe('applied');
    expect(adOf(world, adNumber).status).toBe(SimAdStatus.OFFLINE);
  });

  it('I18: a switch that is closed keeps an ad off it; a caller that is another ad is refused', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd({ price: '10.20' });
    const foreign = world.asAd('1').run(world.acting.takeAdOffline, { ...sim, adNumber });
    await expect(foreign).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED' });
    world.fakeDesk.switches.repricing = 'closed';
    // By the detail the workflow knows that someone knows of it.
    await expect(online(world, adNumber)).rejects.toMatchObject({ type: 'STALE_DECISION', details: [{ held: true }] });
    world.fakeDesk.switches.repricing = 'unknown';
    await expect(online(world, adNumber)).rejects.toMatchObject({ type: 'STALE_DECISION', details: [] });
    Object.assign(world.fakeDesk.switches, { repricing: 'open', ads: 'unknown' });
    await expect(online(world, adNumber)).rejects.toMatchObject({ type: 'STALE_DECISION' });
    world.fakeDesk.switches.ads = 'closed';
    await expect(online(world, adNumber)).rejects.toMatchObject({ type: 'ADS_SWITCHED_OFF' });
    expect(world.calls).toEqual([]);
  });
});
