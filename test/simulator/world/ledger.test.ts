import { describe, expect, it } from 'vitest';
import { askAdNo, openWorld, stillMarket } from '../sim-fixture.ts';

describe('the ledger counts effects, and effects that happened again', () => {
  it('refuses the second payment and release by default: attempts, no doubles', async () => {
    const { simulator, desk, addAd } = await openWorld();
    const bought = simulator.counterparties.take({ adNumber: addAd({ side: 'BUY', price: '9.80' }) });
    const sold = simulator.counterparties.take({ adNumber: addAd() });
    simulator.counterparties.pay(sold);
    for (let round = 0; round < 3; round += 1) {
      await desk.code('orderMatch/markOrderAsPaid', { orderNumber: bought });
      await desk.code('orderMatch/releaseCoin', { orderNumber: sold });
    }
    const expected = { payments: 1, releases: 1, doublePayments: 0, doubleReleases: 0, repeatedAttempts: 4 };
    expect(simulator.ledger()).toMatchObject({ ...expected, rejected: { 83023: 2, '-3026': 2 } });
  });

  it('sees a naive caller’s second payment and release when the service would execute them', async () => {
    const { simulator, desk, addAd } = await openWorld({ idempotentMoney: false });
    const bought = simulator.counterparties.take({ adNumber: addAd({ side: 'BUY', price: '9.80' }) });
    const sold = simulator.counterparties.take({ adNumber: addAd() });
    simulator.counterparties.pay(sold);
    for (let round = 0; round < 2; round += 1) {
      expect(await desk.code('orderMatch/markOrderAsPaid', { orderNumber: bought })).toBe('000000');
      expect(await desk.code('orderMatch/releaseCoin', { orderNumber: sold })).toBe('000000');
    }
    const ledger = simulator.ledger();
    expect(ledger).toMatchObject({
      payments: 2,
      releases: 2,
      doublePayments: 1,
      doubleReleases: 1,
      repeatedAttempts: 2,
    });
    expect(ledger.entries.filter((entry) => entry.repeated).map((entry) => [entry.kind, entry.orderNumber])).toEqual([
      ['pay', bought],
      ['release', sold],
    ]);
    expect(ledger.orders).toEqual({ arrived: 2, completed: 1, cancelled: 0, open: 1 });
  });

  it('sees a double even when the caller of the first never got its answer', async () => {
    const { simulator, desk, addAd } = await openWorld({ idempotentMoney: false });
    const orderNumber = simulator.counterparties.take({ adNumber: addAd() });
    simulator.counterparties.pay(orderNumber);
    simulator.setFaults([{ operation: 'releaseCoin', when: { count: 1 }, fault: { kind: 'reset', when: 'after' } }]);
    await expect(desk.code('orderMatch/releaseCoin', { orderNumber })).rejects.toThrow();
    await desk.code('orderMatch/releaseCoin', { orderNumber });
    expect(simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 1 });
  });

  it('takes the same ad, side and amount within a minute for a double placement', async () => {
    const { simulator, desk, clock } = await openWorld();
    const place = (totalAmount: string) => desk.data('orderMatch/placeOrder', { advOrderNumber: askAdNo, totalAmount });
    await place('200');
    await place('300');
    expect(simulator.ledger()).toMatchObject({ placements: 2, doublePlacements: 0 });
    clock.advance(59_999);
    await place('300');
    expect(simulator.ledger()).toMatchObject({ placements: 3, doublePlacements: 1 });
    clock.advance(60_000);
    await place('300');
    expect(simulator.ledger()).toMatchObject({ placements: 4, doublePlacements: 1 });
  });

  it('the same wish is a double although the price, and with it the amount of the asset, has moved', async () => {
    let price = '10.05';
    const market = stillMarket();
    const at = market.at;
    market.at = (marketMs) =>
      at(marketMs).map((book) => ({ ...book, asks: book.asks.map((ask) => ({ ...ask, price })) }));
    const { simulator, desk, clock } = await openWorld({ market });
    const place = (totalAmount: string) => desk.data('orderMatch/placeOrder', { advOrderNumber: askAdNo, totalAmount });
    await place('200');
    clock.advance(1_000);
    price = '10.12';
    await place('200.0');
    await place('201');
    expect(simulator.ledger()).toMatchObject({ placements: 3, doublePlacements: 1 });
    expect(new Set(simulator.ledger().entries.map(({ amount }) => amount)).size).toBeGreaterThan(1);
  });

  it('does not count what simulated people do as the desk’s', async () => {
    const { simulator, addAd } = await openWorld();
    const sold = simulator.counterparties.take({ adNumber: addAd() });
    simulator.counterparties.pay(sold);
    const bought = simulator.counterparties.take({ adNumber: addAd({ side: 'BUY', price: '9.50' }) });
    simulator.counterparties.cancel(sold);
    expect(simulator.ledger()).toMatchObject({
      payments: 0,
      releases: 0,
      placements: 0,
      orders: { cancelled: 1, open: 1 },
    });
    expect(simulator.ledger().entries.map((entry) => entry.kind)).toEqual(['arrive', 'arrive', 'cancel']);
    expect(bought).toMatch(/^\d{20}$/);
  });

  it('keeps the money: completed, cancelled and reserved amounts, fees included, add up to what left the ad', async () => {
    const { simulator, desk, addAd } = await openWorld();
    const advNo = addAd({ initAmount: '1000' });
    const orders = ['10', '20.5', '30', '40.25'].map((amount) =>
      simulator.counterparties.take({ adNumber: advNo, amount }),
    );
    const [done = '', cancelled = ''] = orders;
    simulator.counterparties.pay(done);
    simulator.counterparties.cancel(cancelled);
    await desk.data('orderMatch/releaseCoin', { orderNumber: done });
    expect(simulator.marketplace.ads.get(advNo)?.surplusAmount).toBe('919.67');
  });
});

describe('the ledger knows which transfer paid an order', () => {
  it('a second order released on the same transfer counts; one with its own, and one without, do not', async () => {
    const { simulator, desk, admin, addAd } = await openWorld();
    const advNo = addAd();
    const take = () => simulator.counterparties.take({ adNumber: advNo });
    const [first, second, other, silent] = [take(), take(), take(), take()];
    for (const orderNumber of [first, second]) simulator.counterparties.pay(orderNumber, 'TX-1');
    await admin(`orders/${other}/pay`, { reference: 'TX-2' });
    await admin(`orders/${silent}/pay`, {});
    const used = async (orderNumber: string): Promise<number> => {
      expect(await desk.code('orderMatch/releaseCoin', { orderNumber })).toBe('000000');
      return simulator.ledger().releasesOnUsedPayment;
    };
    expect([await used(first), await used(other), await used(silent)]).toEqual([0, 0, 0]);
    expect(await used(second)).toBe(1);
  });
});
