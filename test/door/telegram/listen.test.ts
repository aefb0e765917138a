import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buttonData } from '../../../src/door/telegram/hold-button.ts';
import { listenToBot, type HoldOutcome } from '../../../src/door/telegram/listen.ts';
import type { Holding } from '../../../src/door/telegram/press.ts';
import { botToken, startBotApi } from './bot-api-server.ts';

const ana = 41;
const chat = { id: ana, type: 'private' };
const nowMs = Date.parse('2026-11-29T12:00:00Z');
const button = (orderNumber: string) =>
  buttonData(botToken, { account: 'main', orderNumber, chatId: ana, expiresAtS: nowMs / 1_000 + 60 }) ?? '';

/** A door that listens, and what it holds and logs. */
async function listening(outcomeOf: (holding: Holding) => Promise<HoldOutcome> | HoldOutcome = held) {
  const api = await startBotApi();
  const over = new AbortController();
  const holds: Holding[] = [];
  const log: object[] = [];
  const pauses: number[] = [];
  const note = (line: object, text?: string): void => void log.push({ ...line, text });
  const ended = listenToBot({
    address: { api: new URL(api.url), token: botToken, proxy: null },
    accounts: () => [{ account: 'main', people: new Map([['Ana', ana]]) }],
    hold: async (holding) => {
      holds.push(holding);
      return outcomeOf(holding);
    },
    logger: { info: note, warn: note } as never,
    clock: { now: () => nowMs },
    signal: over.signal,
    pause: async (ms) => void pauses.push(ms),
  });
  onTestFinished(async () => {
    over.abort();
    await ended;
  });
  return { api, holds, log, pauses, over, ended };
}

const held = ({ orderNumber, by }: Holding): HoldOutcome => ({
  isHeld: true,
  line: `order ${orderNumber}: hold by ${by} noted`,
});

describe('what people press in Telegram', () => {
  it('holds the order, says so beside the press, and the message says what became of it and has no button more', async () => {
    const { api, holds } = await listening();
    const row = [{ text: 'Hold order 2291', callback_data: button('2291') }];
    api.press({ from: ana, chat, data: button('2291'), message: { reply_markup: { inline_keyboard: [row] } } });
    await vi.waitFor(() => expect(api.sent).toHaveLength(2));
    expect(holds).toEqual([{ account: 'main', orderNumber: '2291', by: 'Ana' }]);
    expect(api.answers()).toEqual(['order 2291: hold by Ana noted']);
    expect(api.sent[1]).toMatchObject({
      method: 'editMessageText',
      parameters: {
        chat_id: ana,
        message_id: 7,
        text: 'order 1 waits\n\norder 2291: hold by Ana noted',
        reply_markup: { inline_keyboard: [] },
      },
    });
  });

  it('a second press of it holds nothing again, as after an unhold', async () => {
    const { api, holds } = await listening();
    api.press({ from: ana, chat, data: button('2291') });
    await vi.waitFor(() => expect(api.answers()).toHaveLength(1));
    api.press({ from: ana, chat, data: button('2291') });
    await vi.waitFor(() => expect(api.answers()).toHaveLength(2));
    expect(api.answers()[1]).toContain('has been used');
    expect(holds).toHaveLength(1);
  });

  it('what is not held is said, the message stays, and the button may be pressed again', async () => {
    const outcomes = [{ isHeld: false, line: 'NOT held: Temporal does not answer' }];
    const { api, holds } = await listening((holding) => outcomes.pop() ?? held(holding));
    api.press({ from: ana, chat, data: button('2291') });
    await vi.waitFor(() => expect(api.answers()).toEqual(['NOT held: Temporal does not answer']));
    api.press({ from: ana, chat, data: button('2291') });
    await vi.waitFor(() => expect(holds).toHaveLength(2));
  });

  it('a stranger gets no answer at all: his number is in the log, a few times and no more', async () => {
    const { api, holds, log } = await listening();
    for (let count = 0; count < 30; count += 1)
      api.press({ from: 66, chat: { id: 66, type: 'private' }, data: button('2291') });
    for (let count = 0; count < 30; count += 1) api.write(66);
    api.press({ from: ana, chat, data: button('2291') });
    await vi.waitFor(() => expect(api.answers()).toHaveLength(1));
    expect(holds).toHaveLength(1);
    const strangers = log.filter((line) => JSON.stringify(line).includes('"telegram":66'));
    expect(strangers).toHaveLength(10);
    expect(api.sent.every(({ parameters }) => parameters['chat_id'] !== 66)).toBe(true);
  });

  it('a hold that hangs keeps no other one', async () => {
    const hanging = Promise.withResolvers<HoldOutcome>();
    const { api, holds } = await listening((holding) =>
      holding.orderNumber === '1' ? hanging.promise : held(holding),
    );
    api.press({ from: ana, chat, data: button('1') });
    await vi.waitFor(() => expect(holds).toHaveLength(1));
    api.press({ from: ana, chat, data: button('2') });
    await vi.waitFor(() => expect(api.answers()).toEqual(['order 2: hold by Ana noted']));
    hanging.resolve({ isHeld: false, line: 'late' });
  });

  it('a Bot API that fails is asked again ever later, one line of the log says so, and no line has the token', async () => {
    const { api, log, pauses, holds } = await listening();
    let failures = 0;
    api.answerWith((method) => {
      if (method !== 'getUpdates' || failures >= 4) return 200;
      failures += 1;
      return 409;
    });
    api.write(ana);
    await vi.waitFor(() => expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000]));
    api.press({ from: ana, chat, data: button('2291') });
    await vi.waitFor(() => expect(holds).toHaveLength(1));
    expect(log.filter((line) => JSON.stringify(line).includes('another process listens'))).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain(botToken);
  });

  it('ends with the process, in the middle of a poll', async () => {
    const { over, ended } = await listening();
    over.abort();
    await ended;
  });
});
