import { describe, expect, it, vi } from 'vitest';
import type { Greeting } from '../../../src/domain/greetings/greeting.ts';
import { markedSchema, type OrderMessage } from '../../../src/domain/sheet/chat-message.ts';
import { orderChatSchema } from '../../../src/domain/sheet/order-sheet.ts';
import { ExchangeError, type ChatImage, type ExchangeFailure } from '../../../src/exchange/index.ts';
import { OrderChats } from '../../../src/workers/window/order-chats.ts';
import { WindowReads } from '../../../src/workers/window/window-reads.ts';
import { openActivityWorld, type ActivityWorld } from '../../activities/activity-fixture.ts';
import { paidSale } from '../../activities/money/money-fixture.ts';
import { deskAccount } from '../../simulator/sim-fixture.ts';

const id = '6f1f6a0e-3b1c-4c57-9d0e-0a8f6e0d2b11';
const message = { id, text: 'Ya lo reviso', triedAtMs: null, despiteAppeal: false } satisfies OrderMessage;
const picture: OrderMessage = { ...message, text: null, picture: { ending: '.png', base64: 'iVBORw==' } };
const reads = 'chat/retrieveChatMessagesWithPagination';
const sent = { outcome: 'sent', before: false };

/** A desk whose socket takes what is written, or fails, before it arrives or after. */
async function openSale(part: Partial<ActivityWorld['deps'] & { greetings: readonly Greeting[] }> = {}) {
  const world = await openActivityWorld();
  const orderNumber = paidSale(world);
  for (const text of ['Hola', 'ya pague']) world.simulator.counterparties.say(orderNumber, text);
  const arrive = (text: string, uuid?: string, type: 'text' | 'image' = 'text'): void => {
    const { marketplace } = world.simulator;
    const order = marketplace.orders.get(orderNumber);
    if (order === undefined) throw new Error('the order is there');
    const row = { uuid: uuid ?? '', orderNo: orderNumber, createdAtMs: world.clock.now(), readBy: [] };
    const content = { maker: text, taker: text };
    const author = order.maker.account === deskAccount.name ? 'maker' : 'taker';
    order.chat.push({ ...row, id: marketplace.nextId('5'), type, author, content });
  };
  const sendText = vi.fn(async (_number: string, text: string, uuid?: string) => {
    arrive(text, uuid);
    return await Promise.resolve('77');
  });
  const sendImage = vi.fn(async (_number: string, _image: ChatImage, uuid?: string) => {
    arrive('', uuid, 'image');
    return await Promise.resolve('77');
  });
  const writer = { closed: Promise.resolve(), sendText, sendImage };
  const socket = { held: true };
  const chat = { writer: async () => await Promise.resolve(socket.held ? writer : null) };
  const deps = { ...world.deps, greetings: [], ...part, chat };
  const chats = new OrderChats(deps, new WindowReads(deps));
  const fail = (failure: Pick<ExchangeFailure, 'sent'>, arrives: boolean): void => {
    sendText.mockImplementationOnce(async (_number, text, uuid) => {
      if (arrives) arrive(text, uuid);
      return await Promise.reject(
        new ExchangeError({ message: 'the connection was lost', endpoint: 'chat', ...failure }),
      );
    });
  };
  return { world, orderNumber, chats, deps, socket, sendText, sendImage, fail, arrive };
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
    expect(world.calls).toEqual([reads, reads]);
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

describe('messages that a person has read', () => {
  it('chat: are marked by their own call alone, and not where nothing may be written or called', async () => {
    const { world, orderNumber, chats, deps } = await openSale();
    expect(await chats.markRead(orderNumber)).toEqual({ outcome: 'marked' });
    expect(world.calls).toEqual(['chat/markOrderMessagesAsRead']);
    expect((await chats.messages(orderNumber, 20)).chat).toMatchObject({ known: { unread: 0 } });
    const isIntentOnly = (): never => {
      throw new Error('this worker does not allow live writes');
    };
    const shadow = new OrderChats({ ...deps, isIntentOnly }, new WindowReads(deps));
    const why = { code: 'not-allowed', message: 'this worker does not allow live writes' } as const;
    expect(markedSchema.parse(await shadow.markRead(orderNumber))).toEqual({ outcome: 'not-marked', why });
    const untilMs = world.clock.now() + 60_000;
    world.exchange.gate.setBan(untilMs);
    const banned = { code: 'order', missing: { code: 'ban', untilMs } };
    expect(await chats.markRead(orderNumber)).toEqual({ outcome: 'not-marked', why: banned });
    expect(world.calls).toHaveLength(2);
  });
});

describe('a message to the counterparty', () => {
  it('chat: leaves once, with its own id, however often it is asked for, and the log says that and not what', async () => {
    const { world, orderNumber, chats, sendText } = await openSale();
    const both = await Promise.all([chats.say(orderNumber, message), chats.say(orderNumber, message)]);
    expect(both).toEqual([sent, { ...sent, before: true }]);
    expect(await chats.say(orderNumber, { ...message, triedAtMs: 0 })).toEqual({ ...sent, before: true });
    expect(sendText.mock.calls).toEqual([[orderNumber, message.text, id]]);
    expect(world.callsOf(reads)).toBe(0);
    expect(world.reports).toEqual([
      {
        event: 'chat',
        level: 'info',
        mode: null,
        orderNumber,
        message: `a person wrote at the order: message ${id}: sent`,
      },
    ]);
  });

  it('chat: is read back where its receipt is lost, and one that is not there is not known', async () => {
    const { world, orderNumber, chats, fail, sendText } = await openSale();
    fail({ sent: 'unknown' }, true);
    expect(await chats.say(orderNumber, message)).toEqual(sent);
    fail({ sent: 'unknown' }, false);
    const other = { ...message, id: '6f1f6a0e-3b1c-4c57-9d0e-0a8f6e0d2b12' };
    const why = { code: 'unseen', triedAtMs: world.clock.now() } as const;
    expect(await chats.say(orderNumber, other)).toEqual({ outcome: 'unknown', why });
    expect(sendText).toHaveBeenCalledTimes(2);
    expect(world.reports.at(-1)).toMatchObject({ level: 'warn', message: expect.stringContaining('unknown') });
  });

  it('chat: a repetition is looked for first: sent, too early to say, or sent now', async () => {
    const { world, orderNumber, chats, deps, arrive, sendText } = await openSale();
    arrive(message.text, id);
    const again = { ...message, triedAtMs: world.clock.now() };
    expect(await chats.say(orderNumber, again)).toEqual({ outcome: 'sent', before: true });
    const otherProcess = new OrderChats(deps, new WindowReads(deps));
    expect(await otherProcess.say(orderNumber, { ...again, text: 'Otra' })).toEqual({
      outcome: 'not-sent',
      why: { code: 'other-text' },
    });
    const other = { ...again, id: '6f1f6a0e-3b1c-4c57-9d0e-0a8f6e0d2b12' };
    expect(await chats.say(orderNumber, other)).toMatchObject({ outcome: 'unknown', why: { code: 'unseen' } });
    expect(sendText).not.toHaveBeenCalled();
    world.clock.advance(61_000);
    expect(await chats.say(orderNumber, other)).toEqual(sent);
  });

  it('chat: a picture leaves once, named by the id of its message, and is found again as one', async () => {
    const { orderNumber, chats, deps, sendImage, sendText } = await openSale();
    expect(await chats.say(orderNumber, picture)).toEqual(sent);
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
    expect(sendImage.mock.calls).toEqual([[orderNumber, { name: `${id}.png`, bytes }, id]]);
    const otherProcess = new OrderChats(deps, new WindowReads(deps));
    expect(await otherProcess.say(orderNumber, { ...picture, triedAtMs: 0 })).toEqual({ ...sent, before: true });
    const why = { code: 'other-text' };
    const third = new OrderChats(deps, new WindowReads(deps));
    expect(await third.say(orderNumber, { ...message, triedAtMs: 0 })).toEqual({ outcome: 'not-sent', why });
    expect(sendText).not.toHaveBeenCalled();
  });

  it('chat: a picture whose upload fails in any way was not sent, and one that may have left after it is not known', async () => {
    const { world, orderNumber, chats, sendImage } = await openSale();
    const failure = { message: 'the image could not be uploaded', sent: 'unknown' } as const;
    sendImage.mockRejectedValueOnce(new ExchangeError({ ...failure, endpoint: 'getImagePreSignedUrl' }));
    expect(await chats.say(orderNumber, picture)).toEqual({
      outcome: 'not-sent',
      why: { code: 'refused', message: 'the image could not be uploaded' },
    });
    sendImage.mockRejectedValueOnce(new ExchangeError({ ...failure, endpoint: 'chat' }));
    const why = { code: 'unseen', triedAtMs: world.clock.now() };
    expect(await chats.say(orderNumber, picture)).toEqual({ outcome: 'unknown', why });
  });

  it('chat: where the chat cannot be read back, or goes on beyond what is read, nothing is repeated', async () => {
    const { world, orderNumber, chats, arrive, sendText } = await openSale();
    const again = { ...message, triedAtMs: world.clock.now() };
    const find = vi
      .spyOn(world.deps.marketplace.orders, 'findMessage')
      .mockRejectedValueOnce(new TypeError('a secret'));
    expect(await chats.say(orderNumber, again)).toEqual({
      outcome: 'unknown',
      why: { code: 'unread', missing: { code: 'unread', category: 'UNKNOWN', answer: null, message: 'TypeError' } },
    });
    find.mockRestore();
    for (let row = 0; row < 100; row += 1) arrive(`row ${row}`);
    world.clock.advance(120_000);
    expect(await chats.say(orderNumber, again)).toEqual({ outcome: 'unknown', why: { code: 'beyond' } });
    expect(sendText).not.toHaveBeenCalled();
    const longAfter = { ...again, triedAtMs: world.clock.now() };
    expect(await chats.say(orderNumber, longAfter)).toMatchObject({ why: { code: 'unseen' } });
  });

  it('chat: is not sent where it may not be, and nothing is called then', async () => {
    const { world, orderNumber, chats, deps, socket, fail, sendText } = await openSale();
    const notSent = async (number: string, part: Partial<OrderMessage> = {}) => {
      const said = await chats.say(number, { ...message, ...part });
      return said.outcome === 'not-sent' ? said.why : said;
    };
    expect(await notSent(orderNumber, { text: ' ' })).toEqual({ code: 'fault', fault: 'empty' });
    expect(await notSent('22000000000000000999')).toMatchObject({ code: 'order', missing: { code: 'unread' } });
    socket.held = false;
    expect(await notSent(orderNumber)).toEqual({ code: 'no-socket' });
    socket.held = true;
    fail({ sent: 'no' }, false);
    expect(await notSent(orderNumber)).toEqual({ code: 'offline', message: 'the connection was lost' });
    fail({ sent: 'yes' }, false);
    expect(await notSent(orderNumber)).toEqual({ code: 'refused', message: 'the connection was lost' });
    const untilMs = world.clock.now() + 60_000;
    const before = world.calls.length;
    world.exchange.gate.setBan(untilMs);
    expect(await notSent(orderNumber)).toEqual({ code: 'order', missing: { code: 'ban', untilMs } });
    const isIntentOnly = (): never => {
      throw new Error('this worker does not allow live writes');
    };
    const shadow = new OrderChats({ ...deps, isIntentOnly }, new WindowReads(deps));
    expect(await shadow.say(orderNumber, message)).toEqual({
      outcome: 'not-sent',
      why: { code: 'not-allowed', message: 'this worker does not allow live writes' },
    });
    expect(world.calls).toHaveLength(before);
    expect(sendText).toHaveBeenCalledTimes(2);
  });

  it('chat: after an appeal has begun it is sent only where that is meant', async () => {
    const { world, orderNumber, chats, sendText } = await openSale();
    world.simulator.counterparties.dispute(orderNumber);
    expect(await chats.say(orderNumber, message)).toEqual({ outcome: 'not-sent', why: { code: 'appeal' } });
    expect(sendText).not.toHaveBeenCalled();
    expect(await chats.say(orderNumber, { ...message, despiteAppeal: true })).toEqual(sent);
  });
});
