import { expect, it } from 'vitest';
import { UnreadOrders } from '../../../../src/domain/orders/intake/unread-orders.ts';

function openUnread(): { unread: UnreadOrders; pass: (ms: number) => void } {
  let nowMs = 0;
  const unread = new UnreadOrders({ clock: { now: () => nowMs }, forgetAfterMs: 40_000 });
  return { unread, pass: (ms) => (nowMs += ms) };
}

it('ADR 0031: twenty orders may be taken up and unread, and one more with each that was read', () => {
  const { unread } = openUnread();
  for (let order = 0; order < 20; order += 1) {
    expect(unread.room()).toBe(20 - order);
    unread.begin(`${order}`);
  }
  expect(unread.room()).toBe(0);
  unread.end('7');
  unread.end('7');
  unread.end('no such order');
  expect(unread.room()).toBe(1);
});

it('ADR 0031: one that is taken up again keeps one place', () => {
  const { unread } = openUnread();
  unread.begin('7');
  unread.begin('7');
  expect(unread.room()).toBe(19);
});

it('ADR 0031: one that was not read in time keeps no place', () => {
  const { unread, pass } = openUnread();
  unread.begin('early');
  pass(39_999);
  unread.begin('late');
  expect(unread.room()).toBe(18);
  pass(1);
  expect(unread.room()).toBe(19);
  pass(39_999);
  expect(unread.room()).toBe(20);
});

it('ADR 0031: who waits for a place hears of the next order that is read, and of nothing else', async () => {
  const { unread } = openUnread();
  unread.begin('7');
  let heard = 0;
  void unread.freed().then(() => (heard += 1));
  unread.end('no such order');
  await Promise.resolve();
  expect(heard).toBe(0);
  unread.end('7');
  await Promise.resolve();
  expect(heard).toBe(1);
});
