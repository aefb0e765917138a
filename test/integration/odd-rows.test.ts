/** One order, one own ad and one competitor that cannot be read: the others go on, and a human is asked. */
import { expect, it } from 'vitest';
import { adControl, deskControl, orderControl, startAd } from '../../src/client/index.ts';
import { describePair, type MarketFeed } from '../../src/simulator/world/market-feed.ts';
import { offer } from '../setup/still-markets.ts';
import { account, openDeskWorld, quickSettings, until } from './desk-harness.ts';
import { json, operatorOf } from './operator.ts';

const [oddRival, rival] = ['13000000000000000001', '13000000000000000002'];
const pair = describePair('USDT', 'BOB', 2);
const asks = [offer(oddRival, '10.05'), offer(rival, '10.08')];
const feed: MarketFeed = {
  pairs: [pair],
  startMs: 0,
  description: 'stands still',
  referenceRange: () => ({ low: '9.00', high: '11.00' }),
  at: () => [{ pair, reference: '10.00', asks, bids: [offer('13000000000000000003', '9.95')] }],
};
const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.50', ceiling: '11.00' } } as const;

it('promise 4: an odd order, own ad and offer are each left out and named, and the others go on', async () => {
  const world = await openDeskWorld({ market: feed });
  const { simulator, client } = world;
  const [ad = '', oddAd = ''] = ['10.50', '10.60'].map((price) =>
    simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price }),
  );
  const [first = '', odd = '', second = ''] = [1, 2, 3].map(() =>
    simulator.counterparties.take({ adNumber: ad, totalPrice: '500.00' }),
  );
  simulator.setFaults([
    {
      operation: 'listOrders',
      fault: { kind: 'answer', where: { orderNumber: odd }, fields: { totalPrice: { private: 'of a person' } } },
    },
    { operation: 'listWithPagination', fault: { kind: 'answer', where: { advNo: oddAd }, fields: { price: '--' } } },
    { operation: 'search', fault: { kind: 'answer', where: { 'adv.advNo': oddRival }, fields: { 'adv.price': '--' } } },
  ]);
  await world.runWorker();
  await world.startDesk();
  for (const adNumber of [ad, oddAd]) {
    await startAd(client, { account, adNumber, mode: 'sim', rules, settings: quickSettings });
  }
  const { report, needsHuman } = await until(
    'the desk names both',
    () => deskControl(client, account).state(),
    (view) => (view.report?.unreadableAds ?? []).length > 0,
  );
  expect(report).toMatchObject({
    running: 2,
    unreadable: [{ orderNumber: odd, why: 'totalPrice: not a decimal' }],
    unreadableAds: [{ adNumber: oddAd, why: 'price: not a decimal' }],
  });
  expect(needsHuman).toBe(true);
  for (const orderNumber of [first, second]) {
    const view = await until('it is carried', () => orderControl(client, account, orderNumber).state(), Boolean);
    expect(view.orderNumber).toBe(orderNumber);
  }
  await expect(orderControl(client, account, odd).state()).rejects.toThrow();

  const priceOf = (adNumber: string) => simulator.snapshot().ads.find(({ advNo }) => advNo === adNumber)?.price;
  // One tick below the rival that can be read.
  await until(
    'the ad is priced',
    () => Number(priceOf(ad)),
    (price) => price === 10.07,
  );
  expect(Number(priceOf(oddAd))).toBe(10.6);
  const peerdesk = operatorOf(world);
  expect((await peerdesk('ad', 'explain', ad)).stdout).toContain(
    `ad ${oddRival} cannot be read: adv.price: not a decimal`,
  );
  const shown = await peerdesk('desk', 'show');
  expect(shown.stdout).toContain(`${odd}: totalPrice: not a decimal`);
  expect(shown.stdout).toContain(`ad ${oddAd}: price: not a decimal`);
  const listed = await peerdesk('call', 'listOrders', '--param', 'page=1', '--param', 'rows=20');
  expect(json(listed)).toMatchObject({
    items: [
      { orderNumber: second },
      { orderNumber: odd, totalPrice: { private: 'of a person' } },
      { orderNumber: first },
    ],
    odd: [{ index: 1, subject: odd, why: 'totalPrice: not a decimal' }],
    total: 3,
  });
  expect(listed).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`${odd} cannot be read`) as string });
  expect(await world.log()).not.toContain('of a person');

  simulator.setFaults([]);
  await until('the order is taken in', () => orderControl(client, account, odd).state(), Boolean);
  await until(
    'the ad is priced',
    () => Number(priceOf(oddAd)),
    (price) => price !== 10.6,
  );
  expect(await adControl(client, account, oddAd).state()).toMatchObject({ adNumber: oddAd });
});
