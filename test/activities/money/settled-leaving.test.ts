/** How long a word waits for calls that were armed before it, where there are several. */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { settledLeaving } from '../../../src/activities/money/settled-leaving.ts';
import { leaseMs } from '../../../src/domain/orders/money-outcome.ts';
import type { AccountRegister } from '../../../src/register/account-register.ts';
import { startMs, TestDesk } from '../../register/contract/test-desk.ts';
import { accountRegister, memoryRegister } from '../../register/memory-register.ts';

const account = 'main';
let nowMs: number;
let register: AccountRegister;
let desk: TestDesk;

beforeEach(async () => {
  nowMs = startMs;
  const memory = memoryRegister();
  register = await accountRegister(memory, { account, clock: { now: () => nowMs } });
  desk = await TestDesk.open({ register: memory.register, change: async () => undefined }, account);
});

/** Asks; `at` returns what was answered by when the clock has stood there for two looks. */
function asking() {
  const looks = vi.spyOn(register, 'leavingRows');
  const answer = { said: null as string[] | null };
  void settledLeaving({ register, clock: { now: () => nowMs } }, () => true).then(
    (rows) => (answer.said = rows.map(({ subject }) => subject)),
  );
  return async (afterMs: number): Promise<string[] | null> => {
    nowMs = startMs + afterMs;
    const before = looks.mock.calls.length;
    while (answer.said === null && looks.mock.calls.length < before + 2) await delay(10);
    return answer.said;
  };
}

it('money-steps#taking-back: of several calls the newest counts, whichever was claimed first', async () => {
  const [first, second] = [await desk.claimed('88'), await desk.claimed('89')];
  await desk.arm(second, '89', { nowMs: startMs - 3_000 });
  await desk.arm(first, '88', { nowMs: startMs - 1_000 });
  const at = asking();
  expect(await at(leaseMs - 1_001)).toBeNull();
  expect(await at(leaseMs - 1_000)).toEqual(['88', '89']);
  nowMs = startMs;
  await desk.sent('90', { nowMs: startMs });
  const later = asking();
  expect(await later(leaseMs - 1)).toBeNull();
  expect(await later(leaseMs)).toEqual(['88', '89', '90']);
});

it('money-steps#taking-back: the answer does not wait for one that has an end by then', async () => {
  await desk.sent('88', { nowMs: startMs });
  const at = asking();
  expect(await at(1)).toBeNull();
  await desk.see('88', { status: 'COMPLETED' });
  expect(await at(2)).toEqual([]);
});

it('money-steps#taking-back: one that is armed meanwhile knows the word, and is not named', async () => {
  await desk.sent('88', { nowMs: startMs });
  const at = asking();
  expect(await at(1)).toBeNull();
  await desk.sent('89', { nowMs: startMs + 1 });
  expect(await at(leaseMs)).toEqual(['88']);
});
