import { describe, expect, it, onTestFinished } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { openDoor } from '../../setup/wire/banned-door.ts';
import { until, type DeskWorld } from '../desk-harness.ts';
import { adOf, callsOf, group, isReleased, keysOf, openGroup, paidOrderOf, priceOf, sellOf } from './group-world.ts';

/** Best asks to follow, and the prices one tick before them. */
const moves = [
  ['10.20', '10.19'],
  ['10.15', '10.14'],
] as const;

/** The account that no one disturbs releases an order and follows the market, twice. */
async function goesOn(world: DeskWorld, adNumber: string): Promise<void> {
  for (const move of moves) await goesOnce(world, adNumber, move);
}

async function goesOnce(world: DeskWorld, adNumber: string, [bestAsk, price]: (typeof moves)[number]): Promise<void> {
  const order = await sellOf(world, 'third');
  world.market.move('10.00', bestAsk, '9.70');
  await until(
    `the third account releases and follows to ${price}`,
    () => [isReleased(world, order), priceOf(world, adNumber)],
    ([released, stands]) => released === true && stands === price,
  );
}

/** Ten thousand messages, in all rooms. */
async function chatter({ simulator }: DeskWorld, orders: readonly string[]): Promise<void> {
  for (let message = 0; message < 10_000 / orders.length; message += 1) {
    for (const orderNumber of orders) simulator.counterparties.say(orderNumber, `message ${message}`);
    // The sockets and everybody else get their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('ADR 0031: one account is disturbed, the others release and reprice', () => {
  it('keys that are refused from one moment to the next: the account calls no more, and stops no market that it had read for all', async () => {
    const { world, log } = await openGroup();
    const [struck, ad] = [await adOf(world, 'second', '10.50'), await adOf(world, 'third', '10.40')];
    world.market.move('10.00', '10.30', '9.70');
    await until(
      'both follow the market',
      () => [priceOf(world, struck), priceOf(world, ad)],
      (prices) => prices.every((price) => price === '10.29'),
    );
    const revoked = { kind: 'error', code: -2015, httpStatus: 401 } as const;
    world.simulator.setFaults([{ operation: '*', when: { account: 'second' }, fault: revoked }]);
    await until('its keys count as refused', log, (text) => /"account":"second".*"event":"keys"/.test(text));
    await goesOnce(world, ad, moves[0]);
    // By now every call that had left is answered.
    const calls = callsOf(world, 'second');
    await goesOnce(world, ad, moves[1]);
    expect(calls()).toBe(0);
    expect(priceOf(world, struck)).toBe('10.29');
    expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0 });
  });

  it('calls that hang outnumber every place of the account: before one of them is answered the others have done all their work', async () => {
    const settings = { actingSlots: 2, moneySlots: 2, requestsInFlight: 3 };
    const { world, service } = await openGroup({ settings });
    const ad = await adOf(world, 'third', '10.40');
    const hanging = service.hang((text) => text.includes(keysOf('second').apiKey));
    const still = await adOf(world, 'second', '10.50');
    const orders = await Promise.all(Array.from({ length: 12 }, () => sellOf(world, 'second')));
    const asked = (orderNumber: string) =>
      world.client.workflow.getHandle(orderControl(world.client, 'second', orderNumber).workflowId).describe();
    await until(
      'each of its orders waits for an answer, and its calls hang',
      async () => [
        (await Promise.all(orders.map(asked))).filter(({ raw }) => (raw.pendingActivities ?? []).length > 0).length,
        hanging.count,
      ],
      ([waiting = 0, hung = 0]) => waiting === orders.length && hung >= settings.requestsInFlight - 1,
    );
    await goesOn(world, ad);
    expect(orders.map((orderNumber) => isReleased(world, orderNumber))).not.toContain(true);
    expect(priceOf(world, still)).toBe('10.50');
    expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0 });
    hanging.letGo();
  });

  it('a flood: before one of a hundred open orders is read, after ten thousand chat messages and many signals, the others go on', async () => {
    const { world, service } = await openGroup();
    const ad = await adOf(world, 'third', '10.40');
    const hanging = service.hang(
      (text) => text.includes('getUserOrderDetail') && text.includes(keysOf('second').apiKey),
    );
    const orders = Array.from({ length: 100 }, () => paidOrderOf(world, 'second'));
    await world.startDesk({ account: 'second', group, egress: group });
    const [first = ''] = orders;
    const control = orderControl(world.client, 'second', first);
    await until(
      'its intake has begun',
      () => control.state(),
      () => true,
    );
    await chatter(world, orders);
    const news = Array.from({ length: 100 }, () => [{ status: null, atMs: Date.now(), source: 'list' as const }]);
    const signals = Promise.all(news.map((event) => control.report(event)));
    await goesOn(world, ad);
    await signals;
    expect(hanging.count).toBeGreaterThan(0);
    expect(orders.map((orderNumber) => isReleased(world, orderNumber))).not.toContain(true);
    expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0, callsOverLimit: 0 });
    hanging.letGo();
  });

  it('a ban of another address: its account calls no more, and the others hear nothing of it', async () => {
    const { world, log } = await openGroup({ without: 'second' });
    const door = await openDoor(world.baseUrl, onTestFinished);
    const { apiKey, apiSecret } = keysOf('second');
    world.startWorker({
      PEERDESK_ACCOUNT: 'second',
      PEERDESK_API_KEY: apiKey,
      PEERDESK_API_SECRET: apiSecret,
      PEERDESK_BASE_URL: door.baseUrl,
      PEERDESK_EGRESS: 'away',
    });
    await until('its worker leads', world.log, (text) => text.includes('this process leads'));
    const ad = await adOf(world, 'third', '10.40');
    door.ban();
    const order = await sellOf(world, 'second', 'second');
    await until('the ban is met', world.log, (text) => text.includes('"event":"ban"'));
    await goesOnce(world, ad, moves[0]);
    const met = door.refused();
    await goesOnce(world, ad, moves[1]);
    expect(door.refused()).toBe(met);
    expect(log()).not.toContain('"event":"ban"');
    expect(isReleased(world, order)).toBe(false);
    expect(world.simulator.ledger()).toMatchObject({ releases: 2, doubleReleases: 0 });
  });
});
