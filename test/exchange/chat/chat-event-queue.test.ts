import { expect, it } from 'vitest';
import { EventQueue } from '../../../src/exchange/chat/event-queue.ts';

it('interface 6: the producer is held on with the item that reaches the limit, until half of them are read', async () => {
  const pressures: boolean[] = [];
  const queue = new EventQueue<number>(4, (full) => pressures.push(full));
  for (const item of [1, 2, 3]) queue.push(item);
  expect([queue.isFull, pressures]).toEqual([false, []]);
  queue.push(4);
  expect([queue.isFull, pressures]).toEqual([true, [true]]);
  queue.push(5);
  const reader = queue[Symbol.asyncIterator]();
  for (const left of [4, 3]) {
    await reader.next();
    expect([left, queue.isFull]).toEqual([left, true]);
  }
  expect(await reader.next()).toEqual({ value: 3, done: false });
  expect([queue.isFull, pressures]).toEqual([false, [true, false]]);
});
