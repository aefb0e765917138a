import { describe, expect, it } from 'vitest';
import { askAdNo, openWorld, type SimWorld } from '../sim-fixture.ts';

type Row = Record<string, unknown>;

const list = async (world: SimWorld, path: string, filter: Row): Promise<Row[]> =>
  (await world.desk.data(path, { page: 1, rows: 20, ...filter })) as Row[];
const refusal = async (world: SimWorld, path: string, filter: Row) =>
  (await world.desk.call(path, { body: { page: 1, rows: 20, ...filter } })).json;
const missing = (name: string) => ({
  code: -1102,
  msg: `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
});

describe('EP-4 order and sort', () => {
  const path = 'ads/listWithPagination';
  const prices = async (world: SimWorld, filter: Row) => (await list(world, path, filter)).map((ad) => ad['price']);

  async function threeAds(): Promise<SimWorld> {
    const world = await openWorld();
    for (const price of ['9.50', '10.60', '10.20']) {
      world.addAd({ price });
      world.clock.advance(1_000);
    }
    return world;
  }

  it('sorts by a column of the answer, numbers by value; newest first without them', async () => {
    const world = await threeAds();
    expect(await prices(world, {})).toEqual(['10.20', '10.60', '9.50']);
    expect(await prices(world, { sort: 'asc' })).toEqual(['9.50', '10.60', '10.20']);
    expect(await prices(world, { order: 'price' })).toEqual(['10.60', '10.20', '9.50']);
    expect(await prices(world, { order: 'price', sort: 'ASC' })).toEqual(['9.50', '10.20', '10.60']);
  });

  it('refuses an unknown column or direction, and a text that is not a time: -1102', async () => {
    const world = await threeAds();
    expect(await refusal(world, path, { order: 'constructor' })).toEqual(missing('order'));
    expect(await refusal(world, path, { sort: 'upwards' })).toEqual(missing('sort'));
    for (const startDate of ['garbage', 'garbage 1', '2026-13-45', '2026-02-31', '2026-02-29 10:00', '-1']) {
      expect(await refusal(world, path, { startDate })).toEqual(missing('startDate'));
    }
    expect(await refusal(world, path, { endDate: 'soon' })).toEqual(missing('endDate'));
    expect(await list(world, path, { startDate: '2026-11-21 12:00:02' })).toHaveLength(1);
    expect(await list(world, path, { startDate: '2026-11-21T13:00:01+01:00' })).toHaveLength(2);
  });
});

describe('EP-15 order, sort and payType', () => {
  const path = 'orderMatch/listOrders';

  it('sorts by a column of the answer', async () => {
    const world = await openWorld();
    const adNumber = world.addAd();
    for (const amount of ['50', '200', '100']) world.simulator.counterparties.take({ adNumber, amount });
    const amounts = async (filter: Row) => (await list(world, path, filter)).map((row) => Number(row['amount']));
    expect(await amounts({})).toEqual([100, 200, 50]);
    expect(await amounts({ sort: 'asc' })).toEqual([50, 200, 100]);
    expect(await amounts({ order: 'totalPrice', sort: 'desc' })).toEqual([200, 100, 50]);
    expect(await refusal(world, path, { order: 'price' })).toEqual(missing('order'));
  });

  it('filters by the number of a payment method in the catalogue', async () => {
    const world = await openWorld();
    world.simulator.counterparties.take({ adNumber: world.addAd() });
    const catalogue = (await world.desk.data('paymentMethod/listAll', {})) as { id: number; identifier: string }[];
    const idOf = (name: string) => catalogue.find(({ identifier }) => identifier === name)?.id;
    expect(await list(world, path, { payType: idOf('BANK') })).toHaveLength(1);
    expect(await list(world, path, { payType: idOf('Zelle') })).toEqual([]);
    expect(await list(world, path, { payType: 4_711 })).toEqual([]);
  });
});

describe('EP-34 order and sort', () => {
  const path = 'chat/retrieveChatMessagesWithPagination';
  const ask = async (world: SimWorld, filter: Record<string, string>) =>
    (await world.desk.get(path, { query: { page: '1', rows: '20', ...filter } })).json;

  it('sorts by a column of the answer; newest first without them', async () => {
    const world = await openWorld();
    const adNumber = world.addAd({ autoReply: 'Welcome' });
    const { take, say } = world.simulator.counterparties;
    const orders = [take({ adNumber }), take({ adNumber })];
    say(orders[0] ?? '', 'Hola');
    const types = async (filter: Record<string, string>) =>
      ((await ask(world, filter))['data'] as Row[]).map(({ type }) => type);
    const oldestFirst = ['system', 'auto_reply', 'system', 'auto_reply', 'text'];
    expect(await types({})).toEqual(oldestFirst.toReversed());
    for (const sort of ['asc', 'ASC']) expect(await types({ sort })).toEqual(oldestFirst);
    expect(await types({ sort: 'asc', order: 'id' })).toEqual(oldestFirst);
    expect(await types({ order: 'type', sort: 'Asc' })).toEqual(oldestFirst.toSorted());
    const sorted = (await ask(world, { order: 'orderNo' }))['data'] as Row[];
    expect([...new Set(sorted.map(({ orderNo }) => orderNo))]).toEqual(orders.toReversed());
  });

  it('refuses a column or a direction that there is not: -1102', async () => {
    const world = await openWorld();
    expect(await ask(world, { order: 'content' })).toEqual(missing('order'));
    expect(await ask(world, { sort: 'upwards' })).toEqual(missing('sort'));
  });
});

describe('EP-6 order and sort', () => {
  const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY' };
  const prices = async (world: SimWorld, filter: Row) =>
    (await list(world, 'ads/search', { ...search, ...filter })).map(({ adv }) => (adv as Row)['price']);

  it('turns the order of prices, sorts by other columns, and leaves equals in the order of the best price', async () => {
    const world = await openWorld();
    world.addAd({ price: '10.20' });
    expect(await prices(world, {})).toEqual(['10.05', '10.10', '10.20']);
    expect(await prices(world, { sort: 'desc' })).toEqual(['10.20', '10.10', '10.05']);
    expect(await prices(world, { order: 'monthOrderCount' })).toEqual(['10.20', '10.05', '10.10']);
    expect(await prices(world, { order: 'surplusAmount', sort: 'asc' })).toEqual(['10.05', '10.10', '10.20']);
    expect(await refusal(world, 'ads/search', { ...search, order: 'beauty' })).toEqual(missing('order'));
  });
});

describe('EP-0 order, periods and classifies (wire-facts section 11)', () => {
  const ask = async (world: SimWorld, filter: Row) => {
    const search = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 20, ...filter };
    const url = `${world.baseUrl}/bapi/c2c/v2/friendly/c2c/adv/search`;
    return (await (await fetch(url, { method: 'POST', body: JSON.stringify(search) })).json()) as Row;
  };
  const numbers = async (world: SimWorld, filter: Row) =>
    ((await ask(world, filter))['data'] as { adv: Row }[]).map(({ adv }) => adv['advNo']);

  it('sorts by what the web page calls trade_count, completion_rate and feedback_rating', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ price: '10.20' });
    for (const order of ['trade_count', 'completion_rate']) {
      expect((await numbers(world, { order }))[0]).toBe(advNo);
    }
    expect((await numbers(world, { order: 'feedback_rating' }))[0]).toBe(askAdNo);
    expect(await ask(world, { order: 'looks' })).toMatchObject({ code: '000002', success: false });
  });

  it('filters by the time to pay and by the class; none means all', async () => {
    const world = await openWorld();
    const advNo = world.addAd({ payTimeLimitMinutes: 30, classify: 'profession' });
    expect(await numbers(world, { periods: [30, 45] })).toEqual([advNo]);
    expect(await numbers(world, { classifies: ['profession'] })).toEqual([advNo]);
    expect(await numbers(world, { periods: [15], classifies: ['mass'] })).toHaveLength(2);
    expect(await numbers(world, { periods: [], classifies: [] })).toHaveLength(3);
  });
});

describe('EP-3 payType', () => {
  it('leaves out markets in which no ad takes that payment method', async () => {
    const world = await openWorld();
    const prices = (payType: string) =>
      world.desk.data('ads/getReferencePrice', { fiatCurrency: 'BOB', tradeType: 'BUY', payType });
    expect(await prices('BANK')).toMatchObject([{ asset: 'USDT', referencePrice: '10.00' }]);
    expect(await prices('Zelle')).toEqual([]);
  });
});
