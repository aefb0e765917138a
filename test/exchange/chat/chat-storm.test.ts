import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/simulator/world/seeded-random.ts';
import {
  eventually,
  isList,
  isRead,
  listedOrder,
  openChat,
  startChatService,
  systemRow,
  type ChatService,
} from './chat-service.ts';
import { failure } from '../recorder.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await service.close();
});

const kinds = ['seller_payed', 'be_appeal', 'something_new'];
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

describe('interface 6: the promises of the chat in a storm of broken connections', () => {
  it.each([4_711, 20_260_120, 31_337])('nothing is missed and nothing comes twice, seed %d', async (seed) => {
    const random = createRandom(seed);
    const chance = (percent: number): boolean => random.integer(1, 100) <= percent;
    let isCalm = false;
    service.instead = (request) =>
      !isCalm && (isRead(request) || isList(request)) && chance(20) ? failure(-1003, 'busy') : null;
    // A socket hears only once the service has read its key.
    const listening = new Set<(typeof service.sockets)[number]>();
    service.onConnection = (connection) => {
      connection.once('message', () => listening.add(connection));
      connection.once('close', () => listening.delete(connection));
    };
    const { events } = openChat(service, { random: () => random.integer(0, 99) / 100 });
    const orders: string[] = [];
    const happen = (id: number): void => {
      const isNew = orders.length === 0 || chance(15);
      if (isNew) {
        orders.unshift(`O${id}`);
        service.orders.unshift(listedOrder(`O${id}`));
      }
      const order = isNew ? `O${id}` : (orders[random.integer(0, orders.length - 1)] ?? '');
      const kind = isNew ? 'seller_merchant_trading' : (kinds[random.integer(0, kinds.length - 1)] ?? '');
      const row = { ...systemRow(id, order, kind), createTime: Date.now() };
      service.history.unshift(row);
      for (const socket of listening) {
        for (let copies = chance(10) ? 2 : 1; copies > 0; copies -= 1) socket.send(JSON.stringify(row));
      }
    };
    const maxRows = 300;
    for (let id = 1; id <= maxRows; id += 1) {
      happen(id);
      if (chance(8)) service.sockets.at(-1)?.terminate();
      if (chance(40)) await breath();
    }
    isCalm = true;
    service.sockets.at(-1)?.terminate();
    await eventually(() => events.length >= maxRows);
    await breath();
    const given = events.map(({ id }) => id).toSorted();
    expect(given).toEqual(service.history.map(({ id }) => String(id)).toSorted());
  });

  it('reading what was missed takes at most half of the account’s requests', async () => {
    const waits: number[] = [];
    let elapsedMs = 0;
    const sleep = async (ms: number): Promise<void> => {
      waits.push(ms);
      elapsedMs += ms;
    };
    for (let number = 0; number < 30; number += 1) service.orders.push(listedOrder(`O${number}`));
    // The account may send five requests a second; the budget of this client lets more through, to be quick.
    const settings = { ...service.client.settings, accountRequestsPerSecond: 5 };
    const client = { ...service.client, settings };
    openChat({ ...service, client }, { sleep, monotonic: () => elapsedMs, random: () => 0 });
    await eventually(() => service.reads().length === 30);
    expect(waits.filter((ms) => ms === 400).length).toBeGreaterThanOrEqual(service.lists().length + 30 - 1);
  });
});
