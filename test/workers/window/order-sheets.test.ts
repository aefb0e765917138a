import { describe, expect, it, vi } from 'vitest';
import type { OrderSheet } from '../../../src/domain/sheet/order-sheet.ts';
import { OrderSheets } from '../../../src/workers/window/order-sheets.ts';
import { WindowReads } from '../../../src/workers/window/window-reads.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';
import { buyerName, duePurchase, paidSale } from '../../activities/money/money-fixture.ts';

/** Without a time a person waits as long as he does. */
const sheetsOf = (deps: ActivityWorld['deps'], limitMs?: number) =>
  new OrderSheets(deps, new WindowReads(deps, limitMs));

const calls = {
  order: 'orderMatch/getUserOrderDetail',
  record: 'orderMatch/queryCounterPartyOrderStatistic',
  chat: 'chat/retrieveChatMessagesWithPagination',
  tips: 'chat/getRiskWarningTips',
};

async function openSale(limitMs?: number) {
  const world = await openActivityWorld();
  const orderNumber = paidSale(world);
  world.simulator.counterparties.say(orderNumber, 'Hola, ya pague');
  const sheets = sheetsOf(world.deps, limitMs);
  return { world, orderNumber, sheets, counts: () => Object.values(calls).map((path) => world.callsOf(path)) };
}

const missingOf = (sheet: OrderSheet): string[] =>
  [sheet.order, sheet.record, sheet.block, sheet.chat, sheet.tips].map((part) =>
    'missing' in part ? part.missing.code : 'known',
  );

const hang = (world: ActivityWorld): void => {
  const never = () => new Promise<never>(() => undefined);
  vi.spyOn(world.deps.marketplace.orders, 'readInFull').mockImplementation(never);
  vi.spyOn(world.deps.marketplace.orders, 'counterparty').mockImplementation(never);
  vi.spyOn(world.deps.marketplace.orders, 'lastMessages').mockImplementation(never);
};

describe('the sheets of an account', () => {
  it('window: a sale with the people, my account, the record, the chat and the warnings, and no act', async () => {
    const { orderNumber, sheets, world } = await openSale();
    const sheet = await sheets.sheet(orderNumber);
    expect(sheet).toMatchObject({
      account: world.deps.account,
      orderNumber,
      readAtMs: world.clock.now(),
      order: {
        known: {
          side: 'SELL',
          name: buyerName,
          nickname: 'Ana',
          totalPrice: expect.stringMatching(/^510/),
          chosen: { name: 'Bank Transfer', fields: [{ kind: 'payee' }, { kind: 'pay_account' }, { kind: 'bank' }] },
        },
      },
      record: { known: { completedOrders: 240, registerDays: 400 } },
      block: { known: { kind: 'clear' } },
      person: { known: { remark: null, assigned: null, before: null } },
      tips: { known: [expect.stringContaining('payment account of the person'), expect.any(String)] },
    });
    const chat = 'known' in sheet.chat ? sheet.chat.known : null;
    expect(chat?.lines.at(-1)).toMatchObject({ by: 'them', kind: 'text', text: 'Hola, ya pague' });
    expect(chat).toMatchObject({ unread: 1, hasOlder: false, odd: [] });
    // A list has the same number of it.
    expect(sheet.order).toMatchObject({ known: { unread: 3 } });
    expect(await sheets.brief(orderNumber)).toMatchObject({ known: { unread: 3 } });
    expect([...new Set(world.calls)].toSorted()).toEqual(Object.values(calls).toSorted());
  });

  it('window: a purchase with the account of the payee', async () => {
    const { world, sheets } = await openSale();
    const { order } = await sheets.sheet(duePurchase(world));
    expect(order).toMatchObject({
      known: { side: 'BUY', status: 'AWAITING_PAYMENT', offered: [{ name: 'Bank Transfer' }] },
    });
  });

  it('window: several people who look at once share one read, and so does who looks again in a moment', async () => {
    const { world, orderNumber, sheets, counts } = await openSale();
    await Promise.all([sheets.sheet(orderNumber), sheets.sheet(orderNumber), sheets.brief(orderNumber)]);
    await sheets.sheet(orderNumber);
    expect(counts()).toEqual([1, 1, 1, 1]);
    world.clock.advance(4_000);
    expect(await sheets.brief(orderNumber)).toMatchObject({ known: { method: 'Bank Transfer' } });
    expect(counts()).toEqual([1, 1, 1, 1]);
    await sheets.sheet(orderNumber);
    expect(counts()).toEqual([2, 2, 2, 1]);
  });

  it('window: a list is told a method and initials', async () => {
    const { orderNumber, sheets, counts } = await openSale();
    const brief = await sheets.brief(orderNumber);
    expect(brief).toEqual({
      known: { method: 'Bank Transfer', initials: expect.stringMatching(/^\p{L}\*\*\*/u), unread: 3, assigned: null },
    });
    expect(JSON.stringify(brief)).not.toContain(buyerName);
    expect(counts()).toEqual([1, 0, 0, 0]);
  });

  it('ADR 0059: a list is told who has an order; a register that is silent hides nothing else of it', async () => {
    const { orderNumber, sheets, world } = await openSale();
    const assigned = vi.spyOn(world.deps.register, 'assignedTo');
    assigned.mockResolvedValueOnce({ assignee: 'ana', untilMs: 9 });
    expect(await sheets.brief(orderNumber)).toMatchObject({ known: { assigned: { assignee: 'ana', untilMs: 9 } } });
    assigned.mockRejectedValueOnce(new TypeError('gone'));
    expect(await sheets.brief(orderNumber)).toMatchObject({ known: { method: 'Bank Transfer', assigned: null } });
  });

  it('window: one part that cannot be read hides no other one', async () => {
    const { world, orderNumber, sheets } = await openSale();
    vi.spyOn(world.deps.marketplace.orders, 'counterparty').mockRejectedValue(new TypeError('a secret'));
    world.fakeGuard.silent = true;
    const sheet = await sheets.sheet(orderNumber);
    expect(missingOf(sheet)).toEqual(['known', 'unread', 'register', 'known', 'known']);
    expect(sheet.record).toEqual({
      missing: { code: 'unread', category: 'UNKNOWN', answer: null, message: 'TypeError' },
    });
  });

  it('window: an order of another account is not shown, with the answer of the service', async () => {
    const { sheets } = await openSale();
    const sheet = await sheets.sheet('22000000000000000999');
    expect(missingOf(sheet)).toEqual(['unread', 'unread', 'needs-order', 'unread', 'needs-order']);
    expect(await sheets.brief('22000000000000000999')).toMatchObject({ missing: { code: 'unread' } });
  });

  it('window: an answer about another order is not shown', async () => {
    const { world, orderNumber, sheets } = await openSale();
    const other = paidSale(world);
    const turn = { priority: 'market' } as const;
    const answer = await world.deps.marketplace.orders.readInFull(other, turn);
    vi.spyOn(world.deps.marketplace.orders, 'readInFull').mockResolvedValue(answer);
    expect(missingOf(await sheets.sheet(orderNumber))[0]).toBe('other-order');
  });

  it('window: during a ban nothing is called, and it is said until when', async () => {
    const { world, orderNumber, sheets, counts } = await openSale();
    const untilMs = world.clock.now() + 60_000;
    world.exchange.gate.setBan(untilMs);
    const sheet = await sheets.sheet(orderNumber);
    expect(sheet.order).toEqual({ missing: { code: 'ban', untilMs } });
    expect(missingOf(sheet)).toEqual(['ban', 'ban', 'needs-order', 'ban', 'needs-order']);
    expect(counts()).toEqual([0, 0, 0, 0]);
  });

  it('window: a service that hangs keeps a person waiting for so long, and takes no turns for what waits behind it', async () => {
    const { world, orderNumber, sheets } = await openSale(50);
    hang(world);
    const many = Array.from({ length: 9 }, (_, index) => sheets.brief(`${index}`));
    expect((await sheets.sheet(orderNumber)).order).toEqual({ missing: { code: 'silent', afterMs: 50 } });
    expect(await Promise.all(many)).toEqual(many.map(() => ({ missing: { code: 'silent', afterMs: 50 } })));
  });

  it('window: a worker that ends says so', async () => {
    const world = await openActivityWorld();
    const over = new AbortController();
    const sheets = sheetsOf({ ...world.deps, stopping: over.signal });
    hang(world);
    const sheet = sheets.sheet('88');
    over.abort();
    expect(missingOf(await sheet)).toEqual(['ended', 'ended', 'needs-order', 'ended', 'needs-order']);
  });

  it('window: every read of it comes after what the desk itself asks', async () => {
    const { world, orderNumber, sheets } = await openSale();
    const turns: unknown[] = [];
    for (const name of ['readInFull', 'counterparty', 'lastMessages', 'riskTips'] as const) {
      const read = world.deps.marketplace.orders[name] as (of: never, turn: { priority: string }) => Promise<never>;
      vi.spyOn(world.deps.marketplace.orders, name).mockImplementation(
        async (of: unknown, turn: { priority: string }) => {
          turns.push(turn.priority);
          return await read(of as never, turn);
        },
      );
    }
    await sheetsOf(world.deps).sheet(orderNumber);
    expect(turns).toEqual(['market', 'market', 'market', 'market']);
    expect(sheets).toBeDefined();
  });

  it('window: an order that is over is compared with no block list', async () => {
    const { world, orderNumber, sheets } = await openSale();
    world.simulator.counterparties.dispute(orderNumber);
    world.simulator.counterparties.resolve(orderNumber, 'completed');
    expect(missingOf(await sheets.sheet(orderNumber))[2]).toBe('over');
  });

  it('window: the last reads of two hundred orders are kept', async () => {
    const { world, orderNumber, sheets } = await openSale();
    const answer = await world.deps.marketplace.orders.readInFull(orderNumber, { priority: 'market' });
    const read = vi.spyOn(world.deps.marketplace.orders, 'readInFull').mockImplementation(async (number) => ({
      ...answer,
      order: { ...answer.order, orderNumber: number },
    }));
    const fresh = sheetsOf(world.deps);
    for (let number = 0; number <= 200; number += 1) await fresh.brief(`${number}`);
    await fresh.brief('200');
    expect(read).toHaveBeenCalledTimes(201);
    await fresh.brief('0');
    expect(read).toHaveBeenCalledTimes(202);
    expect(sheets).toBeDefined();
  });
});
