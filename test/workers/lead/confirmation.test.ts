import type { Client } from '@temporalio/client';
import { defaultDataConverter } from '@temporalio/common';
import { expect, it } from 'vitest';
import { Confirmation } from '../../../src/workers/lead/confirmation.ts';
import { createManualClock } from '../../setup/manual-clock.ts';

const leaseMs = 6_000;
const gone = Object.assign(new Error('NOT_FOUND'), { code: 5, details: 'not found', metadata: {} });
const unreachable = Object.assign(new Error('UNAVAILABLE'), { code: 14, details: 'no server', metadata: {} });
const held = { cancelRequested: false, activityPaused: false, activityReset: false };

/** A server whose answers come when the test says so. */
function world() {
  const clock = createManualClock(0);
  const questions: PromiseWithResolvers<typeof held>[] = [];
  const late = Promise.withResolvers<void>();
  const client = {
    options: { namespace: 'default', identity: '1@host', loadedDataConverter: defaultDataConverter },
    withDeadline: <T>(_deadline: number, call: () => Promise<T>) => call(),
    workflowService: {
      recordActivityTaskHeartbeat: () => {
        const question = Promise.withResolvers<typeof held>();
        questions.push(question);
        return question.promise;
      },
    },
  } as unknown as Client;
  const confirmation = new Confirmation({
    client,
    clock: { now: () => clock.now(), elapsed: () => clock.now() },
    leaseMs,
    taskToken: new Uint8Array([7]),
    workflowId: 'lead:main',
    words: () => '1@host',
    onError: () => undefined,
    pause: () => late.promise,
  });
  const asked = async (count: number): Promise<PromiseWithResolvers<typeof held>> => {
    while (questions.length < count) await new Promise((resolve) => setImmediate(resolve));
    return questions[count - 1] as PromiseWithResolvers<typeof held>;
  };
  /** Whether it is held until then and no longer; it is then. */
  const isHeldUntil = (ms: number): boolean => {
    clock.advance(ms - 1 - clock.now());
    const isHeld = confirmation.isHeld();
    clock.advance(1);
    return isHeld && !confirmation.isHeld();
  };
  return { clock, confirmation, asked, late, isHeldUntil };
}

it('I17: an answer that comes at once is asked for once', async () => {
  const { confirmation, asked, isHeldUntil } = world();
  const answer = confirmation.ask();
  expect(confirmation.isHeld()).toBe(false);
  (await asked(1)).resolve(held);
  expect([await answer, confirmation.isPrompt, isHeldUntil(leaseMs)]).toEqual(['held', true, true]);
});

it('I17: a late one is asked for beside it, and the first that comes counts, from its own question on', async () => {
  const { confirmation, asked, late, clock, isHeldUntil } = world();
  const answer = confirmation.ask();
  const first = await asked(1);
  clock.advance(900);
  late.resolve();
  (await asked(2)).resolve(held);
  expect([await answer, confirmation.isPrompt]).toEqual(['held', false]);
  first.resolve(held);
  await new Promise((resolve) => setImmediate(resolve));
  // The older question holds the lead no shorter.
  expect(isHeldUntil(900 + leaseMs)).toBe(true);
});

it('I17: of two questions one that fails ends nothing', async () => {
  const { confirmation, asked, late } = world();
  const answer = confirmation.ask();
  const first = await asked(1);
  late.resolve();
  const second = await asked(2);
  first.reject(unreachable);
  second.resolve(held);
  expect(await answer).toBe('held');
});

it('I28: what arrives after the server has said that the attempt is over confirms nothing', async () => {
  const { confirmation, asked, late } = world();
  const answer = confirmation.ask();
  const first = await asked(1);
  late.resolve();
  (await asked(2)).reject(gone);
  expect(await answer).toBe('lost');
  first.resolve(held);
  await new Promise((resolve) => setImmediate(resolve));
  expect(confirmation.isHeld()).toBe(false);
});

it('I28: nor does what arrives after the attempt was given up', async () => {
  const { confirmation, asked } = world();
  const answer = confirmation.ask();
  const first = await asked(1);
  confirmation.close();
  first.resolve(held);
  expect([await answer, confirmation.isHeld()]).toEqual(['held', false]);
});
