import { describe, expect, it } from 'vitest';
import { buttonData, isButtonOf, parseButton } from '../../../src/door/telegram/hold-button.ts';
import { botToken as token } from './bot-api-server.ts';

const button = { account: 'main', orderNumber: '22911485604983042220', chatId: 41, expiresAtS: 1_800_000_000 };
const data = buttonData(token, button) ?? '';

describe('the button that holds an order (ADR 0020)', () => {
  it('names order and end, within what Telegram carries', () => {
    expect(parseButton(data)).toMatchObject({ orderNumber: button.orderNumber, expiresAtS: button.expiresAtS });
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
    expect(buttonData(token, { ...button, orderNumber: '9'.repeat(40) })).toBeNull();
    expect(buttonData(token, { ...button, orderNumber: 'an-order' })).toBeNull();
  });

  it('is of one account, one chat and one bot, and nothing of it can be changed', () => {
    const of = (text: string, { account, chatId }: Pick<typeof button, 'account' | 'chatId'>, by = token) => {
      const parsed = parseButton(text);
      return parsed !== null && isButtonOf(by, parsed, { account, chatId });
    };
    expect(of(data, button)).toBe(true);
    expect(of(data, { ...button, account: 'second' })).toBe(false);
    expect(of(data, { ...button, chatId: 42 })).toBe(false);
    expect(of(data, button, `${token}x`)).toBe(false);
    const [head = '', number = '', end = '', mac = ''] = data.split('.');
    for (const changed of [
      [head, `${number.slice(0, -1)}1`, end, mac],
      [head, number, `${end.slice(0, -1)}z`, mac],
      [head, number, end, `${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`],
    ])
      expect(of(changed.join('.'), button)).toBe(false);
  });

  it.each(['', 'h', 'hold', `${data}x`, ` ${data}`, `h.${'9'.repeat(41)}.1.${'A'.repeat(22)}`])('is not %j', (text) => {
    expect(parseButton(text)).toBeNull();
  });
});
