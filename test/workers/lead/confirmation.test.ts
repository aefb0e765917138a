import type { Client } from '@temporalio/client';
import { defaultDataConverter } from '@temporalio/common';
import { expect, it } from 'vitest';
import { Confirmation, never, type Moment } from '../../../src/workers/lead/confirmation.ts';
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
  const until: Moment[] = [];
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
    onHeld: (moment) => until.push(moment),
    onError: () => undefined,
    pause: () => late.promise,
  });
  const asked = async (count: number): Promise<PromiseWithResolvers<typeof held>> => {
    while (questions.length < count) await new Promise((resolve) => setImmediate(resolve));
    return questions[count - 1] as PromiseWithResolvers<typeof held>;
  };
  const untilMs = () => until.map(({ elapsedMs }) => elapsedMs);
  return { clock, confirmation, asked, late, untilMs };
}

it('I17: an answer that comes at once is asked for once', async () => {
  const { confirmation, asked, untilMs } = world();
  const answer = confirmation.ask();
  (await asked(1)).resolve(held);
  expect([await answer, confirmation.isPrompt, untilMs()]).toEqual(['held', true, [leaseMs]]);
});

it('I17: a late one is asked for beside it, and the first that comes counts, from its own question on', async () => {
  const { confirmation, asked, late, clock, untilMs } = world();
  const answer = confirmation.ask();
  const first = await asked(1);
  clock.advance(900);
  late.resolve();
  (await asked(2)).resolve(held);
  expect([await answer, confirmation.isPrompt, untilMs()]).toEqual(['held', false, [900 + leaseMs]]);
  first.resolve(held);
  await new Promise((resolve) => setImmediate(resolve));
  // The older question holds the lead no shorter.
  expect(untilMs()).toEqual([900 + leaseMs]);
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
  const { confirmation, asked, late, untilMs } = world();
  const answer = confirmation.ask();
  const first = await asked(1);
  late.resolve();
  (await asked(2)).reject(gone);
  expect(await answer).toBe('lost');
  first.resolve(held);
  await new Promise((resolve) => setImmediate(resolve));
  expect(untilMs()).toEqual([never.elapsedMs]);
});

it('I28: nor does what arrives after the attempt was given up', async () => {
  const { confirmation, asked, untilMs } = world();
  const answer = confirmation.ask();
  const first = await asked(1);
  confirmation.close();
  first.resolve(held);
  expect([await answer, untilMs()]).toEqual(['held', []]);
});
