import { describe, expect, it } from 'vitest';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import {
  capsRule,
  cappedAd,
  comeBack,
  methodsOf,
  ordered,
  rulesWith,
  untouched,
  update,
  watched,
  watchedAway,
} from './caps-world.ts';

const dayMs = 86_400_000;

describe('ads#payment-caps: a look at the methods of an ad', () => {
  it('adds up what each account has carried, by the orders of the service: paid, released and made by hand', async () => {
    const { world, adNumber, bank, wise } = await cappedAd();
    world.simulator.counterparties.release(ordered(world, adNumber, ['300', bank]));
    ordered(world, adNumber, ['200.50', bank]);
    ordered(world, adNumber, ['400', wise]);
    world.simulator.counterparties.cancel(ordered(world, adNumber, ['500', null]));
    const verdict = await watched(world, adNumber, { rules: rulesWith({ paymentCaps: capsRule(bank) }) });
    expect(verdict).toMatchObject({
      kind: 'quiet',
      caps: {
        sums: [
          { method: String(bank), sum: '500.5', daily: '1000', isFull: false },
          { method: 'Wise', sum: '400', isFull: false },
        ],
        unknown: [],
        until: '2026-11-22 00:00 (UTC)',
      },
    });
  });

  it('finds an account that has reached its cap, and one that an open order may fill', async () => {
    const { world, adNumber, bank, bankMethod, wiseMethod } = await cappedAd();
    ordered(world, adNumber, ['800', bank]);
    const open = ordered(world, adNumber, ['150', null]);
    const paymentCaps = capsRule(bank);
    expect(await watched(world, adNumber, { rules: rulesWith({ paymentCaps }) })).toMatchObject({
      kind: 'caps',
      decision: { kind: 'change', methods: [wiseMethod], withheld: [bankMethod] },
      seen: {
        sums: [
          { sum: '950', isFull: true },
          { sum: '150', isFull: false },
        ],
      },
    });
    world.simulator.counterparties.cancel(open);
    world.clock.advance(60_000);
    expect(await watched(world, adNumber, { rules: rulesWith({ paymentCaps }) })).toMatchObject({ kind: 'quiet' });
  });

  it('an ad that shares the account counts, and the day before does not', async () => {
    const { world, adNumber, bank } = await cappedAd();
    const other = world.addAd({ price: '10.00', initAmount: '5000', minFiat: '100' });
    ordered(world, other, ['950', bank]);
    const rules = rulesWith({ paymentCaps: capsRule(bank) });
    expect(await watched(world, adNumber, { rules })).toMatchObject({ kind: 'caps' });
    world.clock.advance(dayMs);
    expect(await watched(world, adNumber, { rules })).toMatchObject({
      caps: { sums: [{ sum: '0' }, {}] },
    });
  });

  it('an order of yesterday evening counts on the day on which it is paid', async () => {
    const { world, adNumber, bank } = await cappedAd();
    world.clock.advance(dayMs / 2 - 300_000);
    const late = ordered(world, adNumber, ['950', null]);
    world.clock.advance(600_000);
    world.simulator.counterparties.pay(late, undefined, bank);
    world.clock.advance(1_000);
    const rules = rulesWith({ paymentCaps: capsRule(bank) });
    expect(await watched(world, adNumber, { rules })).toMatchObject({
      kind: 'caps',
      seen: { sums: [{ sum: '950' }, {}] },
    });
  });

  it('reads each order once while it is open and once when it is paid, and the list for all ads together', async () => {
    const { world, adNumber, bank } = await cappedAd();
    const rules = rulesWith({ paymentCaps: capsRule(bank) });
    const other = world.addAd({ price: '10.40', initAmount: '5000', status: SimAdStatus.OFFLINE });
    const orderNumber = ordered(world, adNumber, ['200', null]);
    await watched(world, adNumber, { rules });
    const asked = { adNumber: other, rule: capsRule(bank), wish: untouched };
    await expect(update(world, asked)).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect([world.callsOf('orderMatch/listOrders'), world.callsOf('orderMatch/getUserOrderDetail')]).toEqual([1, 1]);
    world.clock.advance(60_000);
    await watched(world, adNumber, { rules });
    expect(world.callsOf('orderMatch/getUserOrderDetail')).toBe(1);
    world.simulator.counterparties.pay(orderNumber, undefined, bank);
    for (let minute = 0; minute < 3; minute += 1) {
      world.clock.advance(60_000);
      await watched(world, adNumber, { rules });
    }
    expect(world.callsOf('orderMatch/getUserOrderDetail')).toBe(2);
  });

  it('names a cap that means no own account: it would hold nothing', async () => {
    const { world, adNumber } = await cappedAd();
    const rules = rulesWith({ paymentCaps: capsRule('Bank Trnasfer') });
    expect(await watched(world, adNumber, { rules })).toMatchObject({ caps: { unknown: ['Bank Trnasfer'] } });
  });

  it.each(['listOrders', 'getUserOrderDetail', 'getDetailByNo'])(
    'moves nothing when %s is refused',
    async (operation) => {
      const { world, adNumber, bank } = await cappedAd();
      ordered(world, adNumber, ['1000', bank]);
      world.simulator.setFaults([{ operation, fault: { kind: 'error', code: -1000 } }]);
      const rules = rulesWith({ paymentCaps: capsRule(bank) });
      expect(await watched(world, adNumber, { rules })).toMatchObject({ kind: 'quiet' });
      expect(world.reports).toMatchObject([{ event: 'refused', operation }]);
    },
  );

  it('an order about which the service says nothing counts for each account', async () => {
    const { world, adNumber, bank, wise } = await cappedAd();
    ordered(world, adNumber, ['950', wise]);
    world.simulator.setFaults([{ operation: 'getUserOrderDetail', fault: { kind: 'error', code: 83998 } }]);
    const rules = rulesWith({ paymentCaps: capsRule(bank) });
    expect(await watched(world, adNumber, { rules })).toMatchObject({ decision: { kind: 'exhausted' } });
  });

  it('an ad without caps asks for nothing, also with those of another currency alone', async () => {
    const { world, adNumber, bank } = await cappedAd();
    const { caps } = capsRule(bank);
    const dollars = { timezone: 'UTC', caps: caps.map((cap) => ({ ...cap, fiat: 'USD' })) };
    ordered(world, adNumber, ['1000', bank]);
    const rules = rulesWith({ paymentCaps: dollars });
    expect(await watched(world, adNumber, { rules })).toMatchObject({ kind: 'quiet', caps: { sums: [], unknown: [] } });
  });
});

describe('ads#payment-caps: the methods of an ad are set by EP-7', () => {
  it('alone, never with a price, and not again when nothing is due', async () => {
    const { world, adNumber, bank, wise, bankMethod, wiseMethod } = await cappedAd();
    ordered(world, adNumber, ['1000', bank]);
    const asked = { adNumber, rule: capsRule(bank), wish: { ...untouched, withheld: [bankMethod] } };
    expect(await update(world, asked)).toMatchObject({
      kind: 'applied',
      methods: [wiseMethod],
      withheld: [bankMethod],
    });
    expect(methodsOf(world, adNumber)).toEqual([wise]);
    expect(world.simulator.ledger().entries.filter(({ kind }) => kind === 'reprice')).toEqual([]);
    await expect(update(world, asked)).rejects.toMatchObject({ type: 'STALE_DECISION' });
    world.clock.advance(dayMs);
    expect(await update(world, asked)).toMatchObject({ methods: [wiseMethod, bankMethod], withheld: [] });
    expect(methodsOf(world, adNumber)).toEqual([wise, bank]);
    expect(world.callsOf('ads/update')).toBe(2);
  });

  it('takes out nothing that is not remembered: its answer may be lost, and no one would give it back', async () => {
    const { world, adNumber, bank } = await cappedAd();
    ordered(world, adNumber, ['1000', bank]);
    await expect(update(world, { adNumber, rule: capsRule(bank), wish: untouched })).rejects.toMatchObject({
      type: 'STALE_DECISION',
    });
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('puts back what was taken out when nothing is capped any more, but no account that was deleted', async () => {
    const { world, adNumber, bank, wise, bankMethod } = await cappedAd();
    const deleted = { payId: '7', identifier: 'Wise', name: 'Wise' };
    ordered(world, adNumber, ['1000', bank]);
    await update(world, { adNumber, rule: capsRule(bank), wish: { ...untouched, withheld: [bankMethod] } });
    const wish = { ...untouched, withheld: [bankMethod, deleted] };
    expect(await update(world, { adNumber, rule: null, wish })).toMatchObject({ withheld: [] });
    expect(methodsOf(world, adNumber)).toEqual([wise, bank]);
  });

  it('I14: is refused once a switch is engaged, and I17: to strangers', async () => {
    const { world, adNumber, bank, bankMethod } = await cappedAd();
    ordered(world, adNumber, ['1000', bank]);
    const asked = { adNumber, rule: capsRule(bank), wish: { ...untouched, withheld: [bankMethod] } };
    const stranger = world.asAd('19').run(world.acting.updateAdMethods, { mode: 'sim' as const, ...asked });
    await expect(stranger).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED' });
    world.fakeDesk.switches.ads = 'closed';
    await expect(update(world, asked)).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(world.callsOf('ads/update')).toBe(0);
  });

  it('is an intent in shadow, and is not intended again', async () => {
    const { world, adNumber, bank, bankMethod, wiseMethod } = await cappedAd();
    ordered(world, adNumber, ['1000', bank]);
    const wish = { ...untouched, withheld: [bankMethod] };
    const asked = { adNumber, rule: capsRule(bank), wish, mode: 'shadow' as const };
    expect(await update(world, asked)).toMatchObject({ kind: 'intent', methods: [wiseMethod] });
    expect(world.intents).toEqual([{ operation: 'ads/update', subject: adNumber, detail: { payMethods: 'Wise' } }]);
    const again = update(world, { ...asked, wish: { ...wish, intended: [wiseMethod] } });
    await expect(again).rejects.toMatchObject({ type: 'STALE_DECISION' });
    expect(world.callsOf('ads/update')).toBe(0);
  });
});

describe('ads#payment-caps: an ad whose methods are all capped', () => {
  it('is found, comes back with the next day, and not to the market before', async () => {
    const { world, adNumber, bank, wise } = await cappedAd();
    ordered(world, adNumber, ['950', bank]);
    ordered(world, adNumber, ['850', wise]);
    const rule = capsRule(bank);
    expect(await watched(world, adNumber, { rules: rulesWith({ paymentCaps: rule }) })).toMatchObject({
      decision: {
        kind: 'exhausted',
        note: {
          code: 'all-full',
          caps: [
            { method: String(bank), sum: '950' },
            { method: 'Wise', sum: '850' },
          ],
        },
      },
    });
    const caps = { rule, wish: { ...untouched, offlineSinceMs: world.clock.now() } };
    await expect(comeBack(world, adNumber, { caps })).rejects.toMatchObject({
      type: 'METHODS_CAPPED',
      nonRetryable: true,
    });
    await world.admin(`ads/${adNumber}`, { status: 'offline' });
    world.clock.advance(dayMs);
    expect(await watchedAway(world, { adNumber, paymentCaps: caps })).toMatchObject({
      caps: { decision: { kind: 'free' } },
    });
    await comeBack(world, adNumber, { caps });
    const { status } = world.simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber) ?? {};
    expect(status).toBe(SimAdStatus.ONLINE);
  });
});

it('ads#payment-caps: an ad that buys goes by what it pays, by identifier', async () => {
  const { world, bank } = await cappedAd();
  const method = { payId: 0, identifier: 'BANK', name: 'Bank Transfer', account: '' };
  const price = '9.80';
  const adNumber = world.addAd({ side: 'BUY', price, initAmount: '5000', minFiat: '100', paymentMethods: [method] });
  const sold = world.addAd({ price: '10.40', initAmount: '5000', minFiat: '100' });
  ordered(world, sold, ['5000', bank]);
  world.simulator.counterparties.take({ adNumber, totalPrice: '950' });
  const rule = { timezone: 'UTC', caps: [{ method: 'bank', daily: '1000', fiat: 'BOB' }] };
  const rules = rulesWith({ paymentCaps: rule, strategy: { kind: 'fixed', price } });
  expect(await watched(world, adNumber, { rules })).toMatchObject({
    kind: 'caps',
    decision: { kind: 'exhausted' },
    seen: { sums: [{ sum: '950' }], unknown: [] },
  });
});
