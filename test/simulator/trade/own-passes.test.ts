import { describe, expect, it } from 'vitest';
import { openWorld, stillMarket, type SimWorld } from '../sim-fixture.ts';

describe('the ledger counts what own ads do to each other', () => {
  const price = async ({ desk }: SimWorld, advNo: string, to: string): Promise<unknown> =>
    desk.code('ads/update', { advNo, price: to });

  it('passing an own ad of the same side counts; staying ahead, staying behind and the other side do not', async () => {
    const world = await openWorld();
    const { simulator, addAd } = world;
    const [ahead, behind] = [addAd({ price: '10.20' }), addAd({ price: '10.40' })];
    addAd({ side: 'BUY', price: '9.80' });
    for (const [advNo, to] of [
      [ahead, '10.15'],
      [behind, '10.30'],
      [ahead, '10.22'],
    ] as const)
      expect(await price(world, advNo, to)).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ reprices: 3, ownPasses: 0 });
    expect(await price(world, behind, '10.10')).toBe('000000');
    expect(await price(world, ahead, '10.00')).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ reprices: 5, ownPasses: 2 });
  });

  it('of the BUY side the higher price is the better one', async () => {
    const world = await openWorld();
    const { simulator, addAd } = world;
    const [ahead, behind] = [addAd({ side: 'BUY', price: '9.80' }), addAd({ side: 'BUY', price: '9.60' })];
    expect(await price(world, ahead, '9.90')).toBe('000000');
    expect(simulator.ledger().ownPasses).toBe(0);
    expect(await price(world, behind, '10.00')).toBe('000000');
    expect(simulator.ledger().ownPasses).toBe(1);
  });

  it('ads that are offline or of another account are not passed', async () => {
    const world = await openWorld();
    const { simulator, addAd, admin } = world;
    const [hidden, shown] = [addAd({ price: '10.20' }), addAd({ price: '10.40' })];
    addAd({ account: 'rival', price: '10.30' });
    await admin(`ads/${hidden}`, { status: 'offline' });
    expect(await price(world, shown, '10.10')).toBe('000000');
    expect(await price(world, hidden, '9.90')).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ reprices: 2, ownPasses: 0 });
  });

  it('passing the own ad with the best price of the market is an undercut; behind a rival, or at its price, it is none', async () => {
    const world = await openWorld();
    const { simulator, addAd, rival } = world;
    const [first, second] = [addAd({ price: '10.20' }), addAd({ price: '10.30' })];
    const theirs = addAd({ account: 'rival', price: '10.03' });
    // The best ask of the market is 10.05: each follows it and passes the other, but beats no own ad that leads.
    for (const [advNo, to] of [
      [second, '10.08'],
      [first, '10.03'],
    ] as const)
      expect(await price(world, advNo, to)).toBe('000000');
    expect(await price(world, second, '9.98')).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ ownPasses: 3, ownUndercuts: 0 });
    expect(await rival.code('ads/update', { advNo: theirs, price: '10.50' })).toBe('000000');
    expect(await price(world, first, '9.90')).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ ownPasses: 4, ownUndercuts: 1 });
  });

  it('of the BUY side as well; a bait ahead of the own ad is no rival', async () => {
    const market = stillMarket();
    const [book] = market.at(0);
    const [best] = book?.bids ?? [];
    if (book === undefined || best === undefined) throw new Error('no bid');
    const bids = [{ ...best, advNo: '13000000000000000009', price: '10.80', bait: true }, ...book.bids];
    const world = await openWorld({ market: { ...market, at: () => [{ ...book, bids }] } });
    const { simulator, addAd } = world;
    const [first, second] = [addAd({ side: 'BUY', price: '9.96' }), addAd({ side: 'BUY', price: '9.60' })];
    expect(await price(world, second, '10.01')).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ ownPasses: 1, ownUndercuts: 1 });
    expect(await price(world, first, '9.90')).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ ownPasses: 1, ownUndercuts: 1 });
  });

  it('an attempt within four ticks of an own ad of either side counts, though it is refused', async () => {
    const world = await openWorld();
    const { simulator, addAd } = world;
    const advNo = addAd({ price: '10.20' });
    const near = addAd({ price: '10.40' });
    addAd({ side: 'BUY', price: '9.80' });
    expect(await price(world, advNo, '10.36')).toBe(187055);
    expect(simulator.ledger().entries).toMatchObject([
      { kind: 'in-zone', adNumber: advNo, price: '10.36', beside: { adNumber: near, price: '10.40' } },
    ]);
    expect(await price(world, advNo, '9.84')).toBe(187055);
    expect(await price(world, advNo, '10.35')).toBe('000000');
    expect(simulator.ledger()).toMatchObject({ reprices: 1, pricesInZone: 2, ownPasses: 0 });
  });
});
