import { describe, expect, it } from 'vitest';
import { orderChatSchema } from '../../../src/domain/sheet/order-sheet.ts';
import { OrderChats } from '../../../src/workers/window/order-chats.ts';
import { WindowReads } from '../../../src/workers/window/window-reads.ts';
import { openActivityWorld } from '../../activities/activity-fixture.ts';
import { paidSale } from '../../activities/money/money-fixture.ts';

async function openSale() {
  const world = await openActivityWorld();
  const orderNumber = paidSale(world);
  for (const text of ['Hola', 'ya pague']) world.simulator.counterparties.say(orderNumber, text);
  return { world, orderNumber, chats: new OrderChats(world.deps, new WindowReads(world.deps)) };
}

describe('the chat of an order', () => {
  it('window: the last messages, the newest last, with what is unread; showing them marks nothing', async () => {
    const { world, orderNumber, chats } = await openSale();
    const shown = orderChatSchema.parse(await chats.messages(orderNumber, 2));
    expect(shown).toMatchObject({ account: world.deps.account, orderNumber, readAtMs: world.clock.now() });
    expect(shown.chat).toMatchObject({
      known: {
        lines: [
          { by: 'them', text: 'Hola', unread: true },
          { by: 'them', text: 'ya pague', unread: true },
        ],
        unread: 2,
        hasOlder: true,
      },
    });
    expect((await chats.messages(orderNumber, 100)).chat).toMatchObject({ known: { unread: 2, hasOlder: false } });
    expect(world.calls).toEqual(Array(2).fill('chat/retrieveChatMessagesWithPagination'));
  });

  it('window: of an unknown order, and during a ban, it is missing', async () => {
    const { world, orderNumber, chats } = await openSale();
    expect(await chats.messages('22000000000000000999', 20)).toMatchObject({
      readAtMs: world.clock.now(),
      chat: { missing: { code: 'unread' } },
    });
    const untilMs = world.clock.now() + 60_000;
    world.exchange.gate.setBan(untilMs);
    expect((await chats.messages(orderNumber, 20)).chat).toEqual({ missing: { code: 'ban', untilMs } });
  });
});
