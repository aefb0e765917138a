import type { Client } from '@temporalio/client';
import { defaultDataConverter } from '@temporalio/common';
import { describe, expect, it, type TestContext } from 'vitest';
import { noLeadWords } from '../../../src/client/controls/lead-keys.ts';
import { Lead } from '../../../src/workers/lead/lead.ts';
import { sleep } from '../../../src/workers/lead/stoppable.ts';
import { createManualClock } from '../../setup/manual-clock.ts';

const leaseMs = 6_000;
/** After it an answer that has not come is asked for once more. */
const lateMs = 900;
const grpcNotFound = 5;

type Answer = { cancelRequested?: boolean; activityPaused?: boolean; activityReset?: boolean } | Error;

/** A server that confirms the lead, or says otherwise, and a process that wants it. */
function world({ onTestFinished }: TestContext, pause = sleep) {
  const [clock, wall] = [createManualClock(0), createManualClock(1_768_000_000_000)];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const terms: AbortSignal[] = [];
  const ends: boolean[] = [];
  const drained = Promise.withResolvers<void>();
  const asked: { count: number; token: Uint8Array | null; errors: unknown[] } = { count: 0, token: null, errors: [] };
  const givenBack: unknown[] = [];
  const server: { answer: Answer; slowMs: number } = { answer: {}, slowMs: 0 };
  const client = {
    options: { namespace: 'default', identity: '1@host', loadedDataConverter: defaultDataConverter },
    withDeadline: <T>(_deadline: number, call: () => Promise<T>) => call(),
    activity: {
      fail: async (token: Uint8Array, failure: unknown) => void givenBack.push([[...token], failure]),
    },
    workflowService: {
      recordActivityTaskHeartbeat: async ({ taskToken }: { taskToken: Uint8Array }) => {
        asked.count += 1;
        asked.token = taskToken;
        const { answer, slowMs } = server;
        clock.advance(slowMs);
        // A slow answer is the last one.
        if (slowMs > 0) Object.assign(server, { slowMs: 0, answer: unreachable });
        if (answer instanceof Error) throw answer;
        return { cancelRequested: false, activityPaused: false, activityReset: false, ...answer };
      },
    },
  } as unknown as Client;
  const lead = new Lead({
    words: () => noLeadWords,
    client,
    clock: { now: () => wall.now(), elapsed: () => clock.now() },
    stopping: stop.signal,
    serve: async ({ over, isLost }) => {
      terms.push(over);
      over.addEventListener('abort', () => ends.push(isLost()), { once: true });
      await drained.promise;
    },
    onError: (error) => asked.errors.push(error),
    pause,
  });
  const hold = (ending = new AbortController().signal) =>
    lead.hold({
      taskToken: new Uint8Array([7]),
      workflowId: 'lead:main',
      ending,
      former: '9@other',
      formerWords: '9@other',
      beat: () => undefined,
    });
  return { lead, hold, server, asked, givenBack, terms, ends, drained, stop, clock, wall };
}

const gone = Object.assign(new Error('NOT_FOUND'), { code: grpcNotFound, details: 'not found', metadata: {} });
const foreign = Object.assign(new Error('INVALID_ARGUMENT'), { code: 3, details: 'namespace', metadata: {} });
const unreachable = Object.assign(new Error('UNAVAILABLE'), { code: 14, details: 'no server', metadata: {} });

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('I17, I28: one process of an account calls the service', () => {
  it.concurrent('it may call once the server has confirmed its attempt, and not before', async (context) => {
    const { lead, hold, asked, terms } = world(context);
    expect(lead.isHeld()).toBe(false);
    void hold();
    expect(terms).toEqual([]);
    await until(() => terms.length === 1);
    expect(lead.isHeld()).toBe(true);
    expect(asked.token).toEqual(new Uint8Array([7]));
  });

  it.concurrent.for(['clock', 'wall'] as const)(
    'without another word of the server its lead lapses after six seconds, by the %s too',
    async (which, context) => {
      const run = world(context);
      void run.hold();
      await until(() => run.lead.isHeld());
      run.server.answer = unreachable;
      run[which].advance(leaseMs - 1);
      expect(run.lead.isHeld()).toBe(true);
      run[which].advance(1);
      expect(run.lead.isHeld()).toBe(false);
      // It is still the lead: the next confirmation lets it go on, in the same term.
      await until(() => run.asked.errors.length > 0);
      expect(run.lead.isHeld()).toBe(false);
      run.server.answer = {};
      await until(() => run.lead.isHeld());
      expect(run.terms).toHaveLength(1);
      expect(run.terms[0]?.aborted).toBe(false);
    },
  );

  it.concurrent('the six seconds begin with the question, however long the answer took', async (context) => {
    const { lead, hold, server, clock } = world(context);
    server.slowMs = 2_000;
    void hold();
    await until(() => lead.isHeld());
    clock.advance(leaseMs - 2_001);
    expect(lead.isHeld()).toBe(true);
    clock.advance(1);
    expect(lead.isHeld()).toBe(false);
  });

  it.concurrent('an attempt that the server does not know ends the term and the right to call at once', async (context) => {
    const { lead, hold, server, terms, drained } = world(context);
    const held = hold();
    await until(() => lead.isHeld());
    server.answer = gone;
    await until(() => terms[0]?.aborted === true);
    expect(lead.isHeld()).toBe(false);
    drained.resolve();
    await held;
  });

  it.concurrent.for([['cancelRequested'], ['activityPaused'], ['activityReset']] as const)(
    '%s: calls that have begun end under the lead, which is then released',
    async ([flag], context) => {
      const { lead, hold, server, terms, drained, asked } = world(context);
      let isOver = false;
      const held = hold().then(() => (isOver = true));
      await until(() => lead.isHeld());
      server.answer = { [flag]: true };
      await until(() => terms[0]?.aborted === true);
      const { count } = asked;
      // A call that has left is waited for, and the server hears that this process is still there.
      await until(() => asked.count > count);
      expect([lead.isHeld(), isOver]).toEqual([true, false]);
      drained.resolve();
      await held;
      expect(lead.isHeld()).toBe(false);
    },
  );

  it.concurrent('a process that stops passes the lead on when its calls have ended', async (context) => {
    const { lead, hold, terms, drained, stop, asked } = world(context);
    const held = hold();
    await until(() => lead.isHeld());
    stop.abort();
    await until(() => terms[0]?.aborted === true);
    expect(lead.isHeld()).toBe(true);
    const endedAtMs = performance.now();
    const { count } = asked;
    drained.resolve();
    await held;
    expect(lead.isHeld()).toBe(false);
    // Where no server answers, each further question would cost the stop seconds.
    expect(asked.count).toBe(count);
    // Limits of calls count by the second: the next process finds no call of this one that is younger.
    expect(performance.now() - endedAtMs).toBeGreaterThan(990);
  });

  it.concurrent.for([
    { answer: {}, restMs: 4_100, when: 'answers at once' },
    { answer: unreachable, restMs: 1_500, when: 'does not answer' },
  ])('a server that $when is asked again within the life of the lead', async ({ answer, restMs }, context) => {
    const rests: number[] = [];
    const { hold, stop, drained, server } = world(context, async (ms, signal) => {
      if (ms === lateMs) return sleep(ms, signal);
      rests.push(ms);
      server.answer = answer;
      if (rests.length === 3) stop.abort();
    });
    drained.resolve();
    await hold();
    // The first question was answered in any case.
    expect(rests.slice(0, 3)).toEqual([4_100, restMs, restMs]);
    expect(4_100 + lateMs).toBeLessThan(leaseMs);
  });

  it.concurrent('one that is refused from the start serves no term', async (context) => {
    const { lead, hold, server, terms } = world(context);
    server.answer = gone;
    await hold();
    expect([lead.isHeld(), terms.length]).toEqual([false, 0]);
  });
});

describe('ADR 0031: a term knows whether the lead was lost, or is passed on', () => {
  /** A wait takes its time, and no longer than it has to; `cut` counts those that were over before they began. */
  function stepping(context: TestContext) {
    const cut = { count: 0 };
    const run: ReturnType<typeof world> = world(context, async (ms, signal) => {
      run.clock.advance(ms);
      if (signal?.aborted === true) cut.count += 1;
      await new Promise((resolve) => setImmediate(resolve));
    });
    run.drained.resolve();
    return { ...run, cut };
  }

  it('lost: the server knows the attempt no more', async (context) => {
    const { hold, server, terms, ends } = stepping(context);
    const holding = hold();
    await until(() => terms.length === 1);
    server.answer = gone;
    await holding;
    expect(ends).toEqual([true]);
  });

  it.for(['cancelRequested', 'activityPaused', 'activityReset'] as const)('passed on: %s', async (flag, context) => {
    const { hold, server, terms, ends } = stepping(context);
    const holding = hold();
    await until(() => terms.length === 1);
    server.answer = { [flag]: true };
    await holding;
    expect(ends).toEqual([false]);
  });

  it.for([
    ['knows it no more', gone, [true]],
    ['is another one, for which the token is none', foreign, [true]],
    ['confirms it', {}, []],
  ] as const)(
    'the worker takes the attempt for over while no server answers: not held after the lease, and the server, once it answers, %s',
    async ([, later, over], context) => {
      const { lead, hold, server, asked, terms, ends, stop } = stepping(context);
      const ending = new AbortController();
      const holding = hold(ending.signal);
      await until(() => terms.length === 1);
      server.answer = unreachable;
      ending.abort();
      await until(() => !lead.isHeld());
      const before = asked.count;
      await until(() => asked.count > before + 5);
      expect([lead.isHeld(), ends]).toEqual([false, []]);
      server.answer = later;
      await until(() => lead.isHeld() || ends.length > 0);
      expect([lead.isHeld(), ends]).toEqual([over.length === 0, over]);
      stop.abort();
      await holding;
    },
  );

  it('held: the worker takes the attempt for over, as after a server that stood still, and the server confirms it', async (context) => {
    const { lead, hold, asked, givenBack, terms, ends, stop, cut } = stepping(context);
    const ending = new AbortController();
    const holding = hold(ending.signal);
    await until(() => terms.length === 1);
    ending.abort();
    const before = asked.count;
    await until(() => asked.count > before + 5);
    expect([lead.isHeld(), ends]).toEqual([true, []]);
    // It is asked at once, and then no more often than before.
    expect(cut.count).toBeLessThanOrEqual(1);
    stop.abort();
    await holding;
    // The worker reports no end of it: the server is to offer the lead at once all the same.
    expect(ends).toEqual([false]);
    expect(givenBack).toEqual([[[7], expect.objectContaining({ type: 'LEAD_PASSED_ON', nextRetryDelay: 1 })]]);
  });

  it('passed on: whose end the worker reports is not reported twice', async (context) => {
    const { hold, server, givenBack, terms, stop } = stepping(context);
    const stopped = hold();
    await until(() => terms.length === 1);
    stop.abort();
    await stopped;
    const cancelled = stepping(context);
    const ending = new AbortController();
    const holding = cancelled.hold(ending.signal);
    await until(() => cancelled.terms.length === 1);
    cancelled.server.answer = { cancelRequested: true };
    ending.abort();
    await holding;
    expect([givenBack, cancelled.givenBack, server.answer]).toEqual([[], [], {}]);
  });

  it('passed on: the process stops, also where no server answers', async (context) => {
    const { hold, server, terms, ends, stop } = stepping(context);
    const holding = hold();
    await until(() => terms.length === 1);
    server.answer = unreachable;
    stop.abort();
    await holding;
    expect(ends).toEqual([false]);
  });
});
