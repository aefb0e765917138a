import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAd, guardControl, type AdChangeInput, type AdChangeView } from '../../../src/client/index.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import type { FaultRule } from '../../../src/simulator/world/fault-script.ts';
import { untilView } from '../workflow-harness.ts';
import { market, openEnv, type MarketWorld } from './market-world.ts';

const env = openEnv();
beforeAll(env.open);
afterAll(env.close);

const updates = ({ callsOf }: MarketWorld): number => callsOf('ads/update');

async function change(world: MarketWorld, adNumber: string, part: Partial<AdChangeInput>) {
  const { account } = world;
  const input = { account, adNumber, mode: 'sim', by: 'ana', act: 'change', ...part } as const;
  return changeAd(world.client, { ...input, group: account });
}

const ended: ReadonlySet<AdChangeView['state']> = new Set(['done', 'refused', 'intent']);

async function changed(world: MarketWorld, adNumber: string, part: Partial<AdChangeInput>): Promise<AdChangeView> {
  const control = await change(world, adNumber, part);
  return untilView(
    () => control.state(20_000),
    ({ state }) => ended.has(state),
  );
}

const adOf = ({ simulator }: MarketWorld, adNumber: string) =>
  simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber);

const always = (fault: FaultRule['fault'], count: number): FaultRule[] => [
  { operation: 'update', when: { nth: 1, count }, fault },
];

describe('interface 4.2 rule 2, EP-7: the terms of an ad are changed without its price', () => {
  it('only what differs is sent, and read again; a second time there is nothing to do', async () => {
    await market(env, [], async (world) => {
      const adNumber = world.add({ price: '10.20', initAmount: '500', minFiat: '100', maxFiat: '2000' });
      const terms = { maxOrder: '3000', minOrder: '100', quantity: '800', remarks: 'no third parties' };
      const view = await changed(world, adNumber, { terms });
      expect(view.differences.map(({ term }) => term)).toEqual(['quantity', 'maxOrder', 'remarks']);
      expect(adOf(world, adNumber)).toMatchObject({
        price: '10.20',
        initAmount: '800',
        surplusAmount: '800',
        maxFiat: '3000',
        remarks: 'no third parties',
      });
      expect(world.simulator.ledger()).toMatchObject({ reprices: 0, rejected: {} });
      expect(await changed(world, adNumber, { terms })).toMatchObject({ state: 'done', differences: [] });
      expect(updates(world)).toBe(1);
    });
  });

  it('what the service takes and shows otherwise, rounded, is said with both values, and not sent forever', async () => {
    const shown: FaultRule = {
      operation: 'getDetailByNo',
      fault: { kind: 'answer', fields: { initAmount: '500.1', surplusAmount: '500.1' } },
    };
    await market(env, [shown], async (world) => {
      const adNumber = world.add({ price: '10.20', initAmount: '500.1', maxFiat: '2000' });
      const view = await changed(world, adNumber, { terms: { quantity: '500.12' } });
      expect(view.state).toBe('refused');
      expect(view.why).toBe(
        'after 3 tries the service still shows quantity 500.1, not 500.12: it rounds, so want what it shows',
      );
      expect(updates(world)).toBe(3);
    });
  });

  it('compare only reads; shadow only says what it would do', async () => {
    await market(env, [], async (world) => {
      const adNumber = world.add({ price: '10.20', maxFiat: '2000' });
      const terms = { maxOrder: '3000' };
      const differences = [{ term: 'maxOrder', wanted: '3000', listed: '2000.00', isForLife: false }];
      expect(await changed(world, adNumber, { terms, act: 'compare' })).toMatchObject({ state: 'done', differences });
      expect(await changed(world, adNumber, { terms, mode: 'shadow' })).toMatchObject({ state: 'intent', differences });
      expect(updates(world)).toBe(0);
    });
  });

  it('an ad that is closed for good has nothing to compare: it is refused, and no difference is left to take away', async () => {
    await market(env, [], async (world) => {
      const adNumber = world.add({ price: '10.20', maxFiat: '2000' });
      expect(await changed(world, adNumber, { act: 'close', terms: {} })).toMatchObject({ state: 'done' });
      const terms = { maxOrder: '3000' };
      expect(await changed(world, adNumber, { terms, act: 'compare' })).toMatchObject({
        state: 'refused',
        why: 'it is closed for good',
      });
    });
  });

  it('a change of what an ad keeps for life, an unknown ad and an unknown payment method are refused', async () => {
    await market(env, [], async (world) => {
      const adNumber = world.add({ price: '10.20' });
      expect(await changed(world, adNumber, { terms: { side: 'BUY' } })).toMatchObject({
        state: 'refused',
        why: 'an ad keeps its side for life: it is SELL, not BUY',
      });
      expect(await changed(world, '4711', { terms: { maxOrder: '1' } })).toMatchObject({
        state: 'refused',
        why: 'the service knows no such ad',
      });
      const missing = await changed(world, adNumber, { terms: { payMethods: ['Zelle'] } });
      expect(missing).toMatchObject({ state: 'refused', why: expect.stringContaining('Zelle is not known') });
      expect(updates(world)).toBe(0);
    });
  });

  it.each<[string, FaultRule['fault']]>([
    ['RETRY_WITH_VOLUME_SYNC (187049): the ad is read again, and sent again', { kind: 'error', code: 187049 }],
    ['RETRY_WITH_SYNC (-1021): signed again', { kind: 'error', code: -1021 }],
    ['RETRIABLE_WITH_BACKOFF (-1000)', { kind: 'error', code: -1000 }],
    ['an unknown code', { kind: 'error', code: 990_001 }],
    ['429 with Retry-After', { kind: 'http', status: 429, retryAfterS: 1 }],
    ['an answer that was lost after the effect', { kind: 'reset', when: 'after' }],
    ['a success that did nothing', { kind: 'false-success' }],
  ])('7.4 %s', async (...[, fault]) => {
    await market(env, always(fault, 1), async (world) => {
      const adNumber = world.add({ price: '10.20' });
      expect(await changed(world, adNumber, { terms: { remarks: 'x' } })).toMatchObject({ state: 'done' });
      expect(adOf(world, adNumber)).toMatchObject({ remarks: 'x', price: '10.20' });
    });
  });

  it('7.4 NON_RETRIABLE_BUSINESS (-1111): no retry within the block, then the end', async () => {
    await market(env, always({ kind: 'error', code: -1111, message: 'Precision.' }, 1), async (world) => {
      const adNumber = world.add({ price: '10.20' });
      const view = await changed(world, adNumber, { terms: { remarks: 'x' } });
      expect(view).toMatchObject({ state: 'refused', why: expect.stringContaining('Precision.') });
      expect(updates(world)).toBe(1);
    });
  });

  it('7.4 AD_OFFLINE: waits for a human', async () => {
    await market(env, [], async (world) => {
      const adNumber = world.add({ price: '10.20' });
      world.simulator.setMerchant(world.account, 'closed');
      const control = await change(world, adNumber, { terms: { remarks: 'x' } });
      const view = await untilView(
        () => control.state(20_000),
        ({ state }) => state === 'offline',
      );
      expect(view).toMatchObject({ needsHuman: true, why: expect.stringContaining('Business closed') });
      // One change of an ad at a time.
      expect((await change(world, adNumber, { terms: { remarks: 'y' } })).started).toBe(false);
      await world.client.workflow.getHandle(control.workflowId).signal('stop', { by: 'ana' });
      await untilView(
        () => control.state(20_000),
        ({ state }) => state === 'refused',
      );
    });
  });
});

describe('design 6: the kill switch "all" and the terms of an ad', () => {
  it('nothing is changed while it is engaged, and a human is asked; closing stays free', async () => {
    await market(env, [], async (world) => {
      const adNumber = world.add({ price: '10.20' });
      const guard = guardControl(world.client, world.account, { group: world.account });
      await guard.killSwitch({ name: 'all', thrown: true, by: 'ana', reason: 'a test' });
      const view = await changed(world, adNumber, { terms: { remarks: 'x' } });
      expect(view).toMatchObject({
        state: 'refused',
        why: expect.stringContaining('the kill switch all is engaged by ana'),
      });
      expect(updates(world)).toBe(0);
      expect(await changed(world, adNumber, { act: 'close' })).toMatchObject({ state: 'done', why: 'it is closed' });
    });
  });
});

describe('I3: what an operator does to a change of an ad', () => {
  it('terminated and asked again: the ad is read first, and only what still differs is sent', async () => {
    await market(env, always({ kind: 'hang', when: 'after' }, 1), async (world) => {
      const adNumber = world.add({ price: '10.20' });
      const terms = { remarks: 'x' };
      const control = await change(world, adNumber, { terms });
      await untilView(
        async () => adOf(world, adNumber)?.remarks,
        (remarks) => remarks === 'x',
      );
      await world.client.workflow.getHandle(control.workflowId).terminate('a test');
      expect(await changed(world, adNumber, { terms })).toMatchObject({ state: 'done', differences: [] });
      expect(updates(world)).toBe(1);
    });
  });
});

describe('EP-8: an ad is closed for good', () => {
  it('once, and confirmed by a read; closed again there is nothing to do, and nothing is changed any more', async () => {
    await market(env, [], async (world) => {
      const adNumber = world.add({ price: '10.20' });
      expect(await changed(world, adNumber, { act: 'close' })).toMatchObject({ state: 'done', why: 'it is closed' });
      expect(adOf(world, adNumber)?.status).toBe(SimAdStatus.CLOSED);
      expect(await changed(world, adNumber, { act: 'close' })).toMatchObject({ state: 'done' });
      const late = await changed(world, adNumber, { terms: { remarks: 'x' } });
      expect(late).toMatchObject({ state: 'refused', why: 'it is closed for good' });
      expect(world.callsOf('ads/updateStatus')).toBe(1);
      const entries = world.simulator.ledger().entries.filter(({ kind }) => kind === 'ad-status');
      expect(entries).toMatchObject([{ adNumber }]);
    });
  });
});
