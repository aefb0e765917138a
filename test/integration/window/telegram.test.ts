import { describe, expect, it } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { botToken, startBotApi, type BotApi } from '../../door/telegram/bot-api-server.ts';
import { account, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { startDoor } from './real-door.ts';

const [ana, eve] = [41, 66];
const release = { policy: 'approve', amountCap: null, counterparty: noRules } as const;

/** A desk whose sold orders wait for an approval, a worker that says so by a bot, and a door that hears its buttons. */
async function openBotWorld(): Promise<{ world: DeskWorld; api: BotApi; orderNumber: string; data: string }> {
  const api = await startBotApi();
  const world = await openDeskWorld({}, { ...quickSettings, noticeLookIntervalMs: 500 });
  await world.runWorker({
    PEERDESK_NOTIFY_TELEGRAM_TOKEN: botToken,
    PEERDESK_NOTIFY_TELEGRAM_PEOPLE: `Ana=${ana}`,
    PEERDESK_NOTIFY_TELEGRAM_API: api.url,
  });
  const accountSections = `egress = "${account}"

[account.${account}.notify]
telegram_token_file = "telegram"
telegram_people = ["Ana=${ana}"]
telegram_api = "${api.url}"
`;
  await startDoor(world, { accountSections, sources: `[egress.${account}]\n` });
  await world.startDesk({ release });
  const { simulator } = world;
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const orderNumber = simulator.counterparties.take({
    adNumber,
    totalPrice: '500.00',
    realName: 'Ben Whose Name Is His',
  });
  simulator.counterparties.pay(orderNumber);
  const data = await until(
    'the message comes',
    async () => buttonIn(api, orderNumber),
    (found) => found !== '',
  );
  return { world, api, orderNumber, data };
}

/** What the button of an order carries in the last message, or nothing. */
function buttonIn({ sent }: BotApi, orderNumber: string): string {
  const messages = sent.filter(({ method, parameters }) => method === 'sendMessage' && parameters['chat_id'] === ana);
  const rows = messages.flatMap(
    ({ parameters }) =>
      (parameters['reply_markup'] as { inline_keyboard: { text: string; callback_data: string }[][] } | undefined)
        ?.inline_keyboard ?? [],
  );
  return rows.flat().findLast(({ text }) => text === `Hold order ${orderNumber}`)?.callback_data ?? '';
}

describe('outlook 2.2: a message in Telegram holds, and has no authority for more', () => {
  it('a stranger’s press of it changes nothing and is not answered; the person’s holds the order, and an approval is then refused', async () => {
    const { world, api, orderNumber, data } = await openBotWorld();
    const control = orderControl(world.client, account, orderNumber);
    expect(JSON.stringify(api.sent)).not.toMatch(/Ben|500/);
    api.press({ from: eve, chat: { id: eve, type: 'private' }, data });
    api.press({ from: eve, chat: { id: ana, type: 'private' }, data });
    api.press({ from: ana, chat: { id: -100, type: 'supergroup' }, data });
    await until(
      'the group is refused',
      async () => api.answers(),
      ({ length }) => length === 1,
    );
    expect(api.answers()).toEqual(['buttons count in your private chat with the bot alone']);
    expect((await control.state()).held).toBeNull();

    api.press({ from: ana, chat: { id: ana, type: 'private' }, data });
    await until(
      'it is answered',
      async () => api.answers(),
      ({ length }) => length === 2,
    );
    expect(api.answers()[1]).toContain(`order ${orderNumber}: hold by Ana noted`);
    expect((await control.state()).held).toMatchObject({ by: 'Ana' });
    const edited = await until(
      'the message says so',
      async () => api.sent.find(({ method }) => method === 'editMessageText')?.parameters,
      (found) => found !== undefined,
    );
    expect(edited).toMatchObject({ chat_id: ana, text: expect.stringContaining('hold by Ana noted') });
    await expect(control.approve({ by: 'ana' })).rejects.toThrow(/on hold/);
    expect(world.simulator.ledger().releases).toBe(0);
  });
});
