import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { TestDesk } from '../contract/test-desk.ts';
import { SqliteFolder } from '../sqlite-folder.ts';

const folder = new SqliteFolder();
afterAll(() => folder.end());

const silent = (message: RegExp) =>
  expect.objectContaining({ name: 'RegisterSilent', message: expect.stringMatching(message) });

/** Holds the lock of a register as another process would. */
function lock(file: string): { release(): void } {
  const database = new DatabaseSync(file);
  database.exec('BEGIN IMMEDIATE');
  return { release: () => database.close() };
}

describe('a register that does not answer', () => {
  it('design 6: one that is locked for longer than the limit is silent, and then answers again', async () => {
    const file = await folder.create();
    const patient = await folder.open(file);
    const desk = await TestDesk.open({ register: patient, change: async () => undefined });
    const hasty = await folder.open(file, { answerLimitMs: 200 });
    const held = lock(file);
    for (let time = 0; time < 2; time += 1)
      await expect(
        hasty.beginTerm({ account: desk.account, leader: '2@here', signers: null, nowMs: 1 }),
      ).rejects.toEqual(silent(/locked|did not answer within 200 ms/));
    held.release();
    // What was answered by silence has not happened.
    expect(await desk.claim('order-1')).toMatchObject({ claimed: true, number: 1 });
  });

  it('design 6: what waits too long behind another call is never done', async () => {
    const file = await folder.create();
    const patient = await folder.open(file);
    const { account } = await TestDesk.open({ register: patient, change: async () => undefined });
    const hasty = await folder.open(file, { answerLimitMs: 300 });
    const held = lock(file);
    const word = { account, orderNumber: 'order-1', what: 'revoke', by: 'ana', note: '', nowMs: 1 } as const;
    const settled = await Promise.allSettled(Array.from({ length: 4 }, () => hasty.takeBack(word)));
    held.release();
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    await hasty.close();
    expect(await patient.marksOf({ account, subject: 'order-1' })).toMatchObject({ epoch: 0 });
  });
});

describe('a register whose thread ends', () => {
  const threads: Worker[] = [];
  const collect = (thread: Worker): number => threads.push(thread);
  process.on('worker', collect);
  afterAll(() => process.off('worker', collect));

  async function endThread(): Promise<void> {
    const thread = threads.at(-1);
    await thread?.terminate();
  }

  it('design 6: is silent for what was asked, and opens again with the next call, up to a bound', async () => {
    const file = await folder.create();
    const register = await folder.open(file);
    const identity = await register.identity();
    const thread = threads.at(-1);
    // It waits for the lock until its thread is told to end: it cannot be answered before.
    const held = lock(file);
    const asked = register.takeBack({
      account: 'main',
      orderNumber: '1',
      what: 'revoke',
      by: 'ana',
      note: '',
      nowMs: 1,
    });
    const exit = thread === undefined ? Promise.reject(new Error('there is no thread')) : once(thread, 'exit');
    const ended = endThread();
    held.release();
    await Promise.all([ended, exit]);
    await expect(asked).rejects.toEqual(silent(/the thread of the register has ended/));
    for (let death = 1; death <= 5; death += 1) {
      expect(await register.identity()).toEqual(identity);
      await endThread();
    }
    await expect(register.identity()).rejects.toEqual(silent(/has ended 5 times within a minute: it rests/));
  });

  it('design 6: a register that is closed ends its thread', async () => {
    const register = await folder.open(await folder.create());
    const thread = threads.at(-1);
    const exit = thread === undefined ? Promise.reject(new Error('there is no thread')) : once(thread, 'exit');
    await register.close();
    expect(await exit).toEqual([0]);
    await register.close();
  });
});
