import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatSocketOptions } from '../../../src/exchange/index.ts';
import {
  eventually,
  isList,
  isRead,
  listedOrder,
  openChat,
  push,
  startChatService,
  systemRow,
  type ChatService,
} from './chat-service.ts';
import { failure, type RawRequest } from '../recorder.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await service.close();
});

const base = 1_000_000_000_000_000_000n;
const created = (id: number, order: string) => systemRow(id, order, 'seller_merchant_trading');
const paid = (id: number, order: string) => systemRow(id, order, 'seller_payed');
const ended = (id: number, order: string) => systemRow(id, order, 'seller_completed');
const asks = (request: RawRequest, order: string): boolean =>
  isRead(request) && request.query.includes(`orderNo=${order}`);

const short = (id: string): string => (/^1\d{18}$/.test(id) ? String(BigInt(id) - base) : id);

/** A promise and its resolver. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

/** Opens a chat; `names` returns its events as order and number. */
async function openListed(options: ChatSocketOptions = {}) {
  const heard = openChat(service, options);
  await eventually(() => service.lists().length >= 2);
  const names = (): string[] => heard.events.map(({ orderNumber, id }) => `${orderNumber}:${short(id)}`);
  return { ...heard, names };
}

/** Ends the connection and waits for the next one to be logged in. */
async function reconnect(): Promise<void> {
  const logins = service.frames.length;
  service.sockets.at(-1)?.terminate();
  await eventually(() => service.frames.length > logins);
}

describe('interface 4.3 and 6: what was missed while there was no connection', () => {
  it('catchUp: false delivers live events alone and asks for nothing else', async () => {
    const { events } = openChat(service, { catchUp: false, loginSettleMs: 0 });
    await eventually(() => service.frames.length > 0);
    push(service, systemRow(1, '227', 'seller_payed'));
    await eventually(() => events.length === 1);
    service.sockets[0]?.terminate();
    await eventually(() => service.frames.length > 1);
    push(service, systemRow(3, '227', 'seller_completed'));
    await eventually(() => events.length === 2);
    expect(events.map(({ event }) => event)).toEqual(['paid', 'completed']);
    expect([service.lists(), service.reads()]).toEqual([[], []]);
  });

  it('is read by paging since the last id, and comes before what comes live, each once (I30)', async () => {
    const { names } = await openListed();
    push(service, created(1, '227'), created(2, '300'), ended(3, '300'));
    await eventually(() => names().length === 3);
    const missed = Array.from({ length: 120 }, (_, index) => paid(10 + index, '227'));
    const stray = { ...systemRow(500, 'stray', 'seller_completed') };
    service.history.push(stray, ...missed.toReversed(), created(1, '227'));
    service.onConnection = (connection) => {
      connection.once('message', () => {
        connection.send(JSON.stringify(missed[119]));
        connection.send(JSON.stringify(systemRow(200, '227', 'be_appeal')));
      });
    };
    await reconnect();
    await eventually(() => names().length >= 124);
    const gap = Array.from({ length: 120 }, (_, index) => `227:${10 + index}`);
    expect(names()).toEqual(['227:1', '300:2', '300:3', ...gap, '227:200']);
    expect(service.reads().filter((order) => order === '227')).toHaveLength(3);
  });

  it('a frame that waits for the gap of its order is delivered when the connection goes, not dropped', async () => {
    const { names } = await openListed({ holdLimitMs: 2 ** 40 });
    push(service, created(1, 'A'));
    await eventually(() => names().length === 1);
    const first = gate();
    service.instead = (request) => (asks(request, 'A') ? first.opened.then(() => failure(-1000, 'late')) : null);
    await reconnect();
    await eventually(() => service.reads().length === 1);
    push(service, paid(5, 'A'), created(6, 'NEW'));
    await eventually(() => names().includes('NEW:6'));
    expect(names()).toEqual(['A:1', 'NEW:6']);
    service.instead = () => null;
    service.history.push(paid(5, 'A'), paid(4, 'A'), created(1, 'A'));
    await reconnect();
    first.open();
    await eventually(() => names().length === 4);
    expect(names()).toEqual(['A:1', 'NEW:6', 'A:5', 'A:4']);
  });

  it('an order that cannot be read takes nothing from the others, and is tried again while connected', async () => {
    const { names, states } = await openListed();
    push(service, created(1, 'A'), created(2, 'B'));
    await eventually(() => names().length === 2);
    service.history.push(paid(6, 'B'), paid(5, 'A'), created(2, 'B'), created(1, 'A'));
    let refusals = 0;
    service.instead = (request) => {
      if (!asks(request, 'B') || refusals === 3) return null;
      refusals += 1;
      return failure(-1003, 'busy');
    };
    await reconnect();
    await eventually(() => names().includes('A:5'));
    push(service, paid(10, 'A'));
    await eventually(() => names().length === 5);
    expect(names().filter((name) => name.startsWith('A'))).toEqual(['A:1', 'A:5', 'A:10']);
    expect(names()).toContain('B:6');
    expect(states.filter(({ kind }) => kind === 'open')).toHaveLength(2);
  });

  it('while an order cannot be read its live events go on, and its mark stays', async () => {
    const { names } = await openListed();
    push(service, created(1, 'A'));
    await eventually(() => names().length === 1);
    service.history.push(paid(3, 'A'), created(1, 'A'));
    service.instead = (request) => (asks(request, 'A') ? failure(-1003, 'busy') : null);
    await reconnect();
    await eventually(() => service.reads().length > 0);
    push(service, paid(9, 'A'));
    await eventually(() => names().includes('A:9'));
    service.instead = () => null;
    await eventually(() => names().length === 3);
    expect(names()).toEqual(['A:1', 'A:9', 'A:3']);
  });

  it('live events of an order without a gap do not wait for the gap of another, and no longer than the limit', async () => {
    const { names } = await openListed({ holdLimitMs: 500 });
    push(service, created(1, 'A'));
    await eventually(() => names().length === 1);
    const answer = gate();
    service.instead = (request) => (asks(request, 'A') ? answer.opened.then(() => failure(-1000, 'late')) : null);
    await reconnect();
    push(service, paid(4, 'A'), created(5, 'Z'));
    await eventually(() => names().length === 3);
    expect(names()).toEqual(['A:1', 'Z:5', 'A:4']);
    answer.open();
  });

  it('an order that began in the gap is found in the list of running orders, and its whole chat is delivered', async () => {
    const { names } = await openListed();
    service.orders.push(listedOrder('NEW', { orderStatus: 2 }));
    service.history.push(paid(8, 'NEW'), created(7, 'NEW'));
    await reconnect();
    await eventually(() => names().length === 2);
    expect(names()).toEqual(['NEW:7', 'NEW:8']);
    expect(service.lists()[0]).toMatchObject({ page: 1, rows: 20, orderStatusList: [1, 2, 3, 5, 8] });
  });

  it('an order that began and ended in the gap is found by its time', async () => {
    const { names } = await openListed();
    service.orders.push(listedOrder('BRIEF', { orderStatus: 4, createTime: Date.now() }));
    service.history.push(ended(9, 'BRIEF'), created(7, 'BRIEF'));
    await reconnect();
    await eventually(() => names().length === 2);
    expect(names()).toEqual(['BRIEF:7', 'BRIEF:9']);
  });

  it('all pages of the list are read, also when an order ends meanwhile and the rest moves up', async () => {
    const { names } = await openListed();
    const running = Array.from({ length: 45 }, (_, index) => listedOrder(`O${index}`));
    service.orders.push(...running);
    service.history.push(...running.map(({ orderNumber }, index) => created(100 + index, orderNumber)));
    service.instead = (request) => {
      if (isList(request) && request.body.includes('"page":2') && service.orders.length === 45) service.orders.shift();
      return null;
    };
    await reconnect();
    await eventually(() => names().length === 45);
    expect(new Set(names()).size).toBe(45);
  });

  it('the first connection delivers what happened since the call, and nothing older', async () => {
    const nowMs = Date.now();
    const old = { ...created(1, 'OLD'), createTime: nowMs - 60_000 };
    const since = { ...paid(2, 'OLD'), createTime: Math.floor(nowMs / 1_000) * 1_000 };
    service.orders.push(listedOrder('OLD', { createTime: nowMs - 60_000 }));
    service.history.push(since, old);
    const { names } = await openListed();
    await eventually(() => names().length === 1);
    expect(names()).toEqual(['OLD:2']);
    service.history.unshift({ ...paid(3, 'OLD'), createTime: nowMs - 60_000 });
    await reconnect();
    await eventually(() => names().length === 2);
    expect(names()).toEqual(['OLD:2', 'OLD:3']);
  });

  it('a service that says nothing is asked as soon as its pong shows that the login has arrived', async () => {
    service.orders.push(listedOrder('A'));
    service.history.push({ ...created(1, 'A'), createTime: Date.now() });
    const { names } = await openListed({ loginSettleMs: 1_250, pingIntervalMs: 2_000 });
    await eventually(() => names().length === 1);
    expect(service.frames).toEqual(['{"listenKey":"key-1"}']);
  });

  it('after its end an order is still asked for: an appeal in the gap is delivered', async () => {
    const { names } = await openListed();
    push(service, created(1, 'A'), ended(2, 'A'));
    await eventually(() => names().length === 2);
    service.history.push(systemRow(4, 'A', 'be_appeal'), ended(2, 'A'), created(1, 'A'));
    await reconnect();
    await eventually(() => names().length === 3);
    expect(names()).toEqual(['A:1', 'A:2', 'A:4']);
  });

  it('a message without the service’s id is no mark, and is not delivered again when it comes with one', async () => {
    const { names } = await openListed();
    push(service, created(1, 'A'));
    const reply = { uuid: '226000000000000000001700000000000', type: 'auto_reply', orderNo: 'A', content: 'hi' };
    push(service, reply, reply, { ...reply, id: String(base + 2n) });
    push(service, { ...reply, uuid: 'u-7', content: 'bye' });
    await eventually(() => names().length === 3);
    service.history.push(paid(4, 'A'), paid(3, 'A'), { ...reply, id: String(base + 2n) }, created(1, 'A'));
    await reconnect();
    await eventually(() => names().length === 5);
    expect(names()).toEqual(['A:1', `A:${reply.uuid}`, 'A:u-7', 'A:3', 'A:4']);
  });

  it('two system rows of one moment that share their uuid are both delivered', async () => {
    const { names } = await openListed();
    const uuid = '22751768000000000';
    push(service, { ...created(1, 'A'), uuid }, { ...paid(2, 'A'), uuid }, { ...paid(3, 'A'), uuid });
    await eventually(() => names().length === 3);
  });

  it('one odd row does not hide the others', async () => {
    const { names } = await openListed();
    push(service, created(1, 'A'));
    await eventually(() => names().length === 1);
    const odd = { ...paid(3, 'A'), content: { a: 1 }, createTime: 'soon', width: 'wide' };
    service.history.push(paid(4, 'A'), odd, created(1, 'A'));
    await reconnect();
    await eventually(() => names().length === 3);
    expect(names()).toEqual(['A:1', 'A:3', 'A:4']);
  });

  it('one that cannot be read is counted as a frame is', async () => {
    const counts: number[] = [];
    const { names } = await openListed({ onUnreadable: (count) => counts.push(count) });
    push(service, created(1, 'A'));
    await eventually(() => names().length === 1);
    const rows = [paid(4, 'A'), { ...paid(3, 'A'), id: {} }, null, created(1, 'A')];
    service.instead = (request) =>
      asks(request, 'A') ? { body: JSON.stringify({ code: '000000', data: rows, total: 4, success: true }) } : null;
    await reconnect();
    await eventually(() => names().length === 2);
    expect(names()).toEqual(['A:1', 'A:4']);
    expect(counts).toEqual([1, 2]);
  });

  it('a service that ignores where a page begins is not asked forever', async () => {
    const { names } = await openListed();
    push(service, created(1, 'A'));
    await eventually(() => names().length === 1);
    service.history.push(...Array.from({ length: 50 }, (_, index) => paid(90 - index, 'A')));
    service.instead = (request) => {
      if (!asks(request, 'A') || !request.query.includes('&id=')) return null;
      const rows = service.history.slice(0, 50);
      return { body: JSON.stringify({ code: '000000', message: 'success', data: rows, total: 50, success: true }) };
    };
    await reconnect();
    await eventually(() => names().length === 51);
    expect(service.reads()).toHaveLength(2);
  });
});
