import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createExchangeClient,
  openChatSocket,
  toAdFacts,
  toMarketOffer,
  toMarketSearch,
  toOrderFacts,
  toPlaceOrder,
  toPriceUpdate,
  toStatusUpdate,
  type ExchangeClientOptions,
  type ChatOrderEvent,
} from '../../src/exchange/index.ts';
import { askAdNo, deskAccount, openWorld, type SimWorld } from '../simulator/sim-fixture.ts';
import { eventually } from './chat/chat-service.ts';

function clientOf(world: SimWorld, options: Partial<ExchangeClientOptions> = {}) {
  const { apiKey, apiSecret } = deskAccount;
  const client = createExchangeClient({
    baseUrl: world.baseUrl,
    credentials: { apiKey, apiSecret },
    clock: world.clock,
    sleep: async () => {},
    settings: { accountRequestsPerSecond: 1_000, adRequestsPerSecond: 1_000 },
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

describe('the client against the stand-in of the service', () => {
  it('an ad: read, reprice, take offline', async () => {
    const world = await openWorld();
    const client = clientOf(world);
    const adNumber = world.addAd();
    const before = toAdFacts(await client.ads.getDetailByNo(adNumber));
    expect(before).toMatchObject({ adNumber, side: 'SELL', fiat: 'BOB', status: 'online', priceScale: 2 });
    expect(await client.ads.update(toPriceUpdate({ adNumber, price: '10.15' }))).toBe(true);
    await client.ads.updateStatus(toStatusUpdate({ adNumbers: [adNumber], status: 'offline' }));
    const { items } = await client.ads.listWithPagination({ page: 1, rows: 20 });
    expect(items.map(toAdFacts)).toMatchObject([{ adNumber, status: 'offline' }]);
    expect(Number(items[0]?.price)).toBe(10.15);
  });

  it('the market: search and reference price', async () => {
    const world = await openWorld();
    const client = clientOf(world);
    const { items } = await client.ads.search(toMarketSearch({ side: 'SELL', asset: 'USDT', fiat: 'BOB' }));
    expect(items.map(toMarketOffer).map(({ adNumber }) => adNumber)).toContain(askAdNo);
    const [reference] = await client.ads.getReferencePrice({
      fiatCurrency: 'BOB',
      tradeType: 'SELL',
      assets: ['USDT'],
    });
    expect(Number(reference?.referencePrice)).toBe(10);
  });

  it('an order as taker: check, place, mark paid', async () => {
    const world = await openWorld();
    const client = clientOf(world);
    expect(await client.orders.checkIfCanPlaceOrder(askAdNo)).toBe(true);
    const market = { adNumber: askAdNo, asset: 'USDT', fiat: 'BOB', side: 'BUY' } as const;
    const intent = toPlaceOrder({ ...market, totalAmount: '502.50', matchPrice: '10.05', payId: null });
    const placed = toOrderFacts((await client.orders.placeOrder(intent)).orderMatch);
    expect(placed).toMatchObject({ adNumber: askAdNo, side: 'BUY', status: 'AWAITING_PAYMENT' });
    const detail = toOrderFacts(await client.orders.getUserOrderDetail(placed.orderNumber));
    expect(detail.orderNumber).toBe(placed.orderNumber);
    const payId = detail.payMethodIds[0];
    await client.orders.markOrderAsPaid({ orderNumber: placed.orderNumber, ...(payId === undefined ? {} : { payId }) });
    const { items } = await client.orders.listOrders({ page: 1, rows: 20 });
    expect(items.map((row) => toOrderFacts(row))).toMatchObject([{ orderNumber: placed.orderNumber, status: 'PAID' }]);
    expect(world.simulator.ledger()).toMatchObject({ doublePlacements: 0, doublePayments: 0 });
  });

  it('a wrong secret is refused', async () => {
    const world = await openWorld();
    const client = clientOf(world, { credentials: { apiKey: deskAccount.apiKey, apiSecret: 'another' } });
    await expect(client.user.baseDetail()).rejects.toMatchObject({ code: '-1022', category: 'RETRY_WITH_SYNC' });
  });

  it('a clock that is an hour off is put right', async () => {
    const world = await openWorld();
    const client = clientOf(world, { clock: { now: () => world.clock.now() - 3_600_000 } });
    expect(await client.user.baseDetail()).toMatchObject({ businessStatus: 1 });
    expect(Math.abs(client.now() - world.clock.now())).toBeLessThan(2_000);
  });

  it('interface 7.6: surplusAmount beside the price brings 187049', async () => {
    const world = await openWorld();
    const client = clientOf(world);
    const body = { ...toPriceUpdate({ adNumber: world.addAd(), price: '10.15' }), surplusAmount: '5' };
    const call = client.call('ads/update', { body });
    await expect(call).rejects.toMatchObject({ category: 'RETRY_WITH_VOLUME_SYNC' });
  });

  it('an unknown ad is NOT_FOUND, an unknown path says so', async () => {
    const world = await openWorld();
    const client = clientOf(world);
    await expect(client.ads.getDetailByNo('13999999999999999999')).rejects.toMatchObject({ category: 'NOT_FOUND' });
    await expect(client.call('ads/getAds')).rejects.toMatchObject({ category: 'NOT_FOUND', sent: 'no' });
  });

  it('the chat socket reports a new order and its payment', async () => {
    const world = await openWorld();
    const client = clientOf(world);
    const adNumber = world.addAd();
    const events: ChatOrderEvent[] = [];
    const socket = openChatSocket(client, { onEvent: (event) => events.push(event) });
    onTestFinished(() => socket.close());
    // The login has no receipt, so orders arrive until the first of them is heard of.
    const arrived: string[] = [];
    await eventually(() => {
      if (socket.state().kind === 'open' && events.length === 0) {
        arrived.push(world.simulator.counterparties.take({ adNumber, totalPrice: '100' }));
      }
      return events.length > 0;
    });
    const [created] = events;
    expect(created).toMatchObject({ event: 'created' });
    expect(arrived).toContain(created?.orderNumber);
    world.simulator.counterparties.pay(created?.orderNumber ?? '');
    await eventually(() => events.some(({ event }) => event === 'paid'));
    expect(events.find(({ event }) => event === 'paid')?.orderNumber).toBe(created?.orderNumber);
  });
});
