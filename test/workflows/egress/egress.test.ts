import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { closedBreaker, type BreakerState } from '../../../src/domain/failures/circuit-breaker.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { EgressInput, EgressView } from '../../../src/workflows/contract/definitions.ts';
import { skipTimeInEachTest } from '../../setup/time-skipping-env.ts';
import { orderFacts } from '../fixtures.ts';
import { quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);
skipTimeInEachTest((created) => {
  env = created;
});

const hourMs = 3_600_000;

/** Runs one egress; ended with the test. */
async function withEgress(
  name: string,
  test: (
    handle: Awaited<ReturnType<typeof start>>,
    read: (holds: (view: EgressView) => boolean) => Promise<EgressView>,
  ) => Promise<void>,
  memory?: EgressInput['memory'],
): Promise<void> {
  // A worker has to offer some activity; an egress calls none.
  const activities: FakeActivities = { readOrder: async () => ({ ...orderFacts(), stand: null }) };
  await withWorkers(env, { account: name, activities }, async () => {
    const handle = await start(name, memory);
    await test(handle, (holds) => untilView(() => handle.query(definitions.egressStateQuery), holds));
    await handle.terminate();
  });
}

const report = (account: string, breaker: BreakerState, service = 'api.example.com') => ({
  account,
  service,
  breaker,
});

/** Inputs of a person or another version. */
const malformed: readonly (readonly unknown[])[] = [[], [null], [{}], [[]], ['x'], [{ untilMs: 'soon', reason: 'x' }]];

function start(name: string, memory?: EgressInput['memory']) {
  return env.client.workflow.start('egress', {
    workflowId: definitions.egressWorkflowId(name),
    taskQueue: definitions.groupTaskQueue(name),
    args: [{ egress: name, ...(memory === undefined ? {} : { memory }) }],
  });
}

describe('7.1, I27: the ban of an address outlives every process', () => {
  it('a reported ban is kept and shown until its end, and a timer ends it', async () => {
    await withEgress('egress-ban', async (handle, read) => {
      expect(await read(() => true)).toMatchObject({ state: 'open', ban: null, bans: 0 });
      const untilMs = (await env.currentTimeMs()) + 2 * hourMs;
      await handle.signal(definitions.banReportedFact.signal, { untilMs, reason: 'HTTP 418' });
      expect(await read((view) => view.ban !== null)).toMatchObject({
        state: 'banned',
        ban: { untilMs, reason: 'HTTP 418' },
        bans: 1,
      });
      await env.sleep(2 * hourMs - 60_000);
      expect((await read(() => true)).state).toBe('banned');
      await env.sleep(61_000);
      expect(await read((view) => view.state === 'open')).toMatchObject({ ban: null, bans: 1 });
    });
  });

  it('of two reports the later end counts; an older one never shortens a ban, and both are one ban', async () => {
    await withEgress('egress-later', async (handle, read) => {
      const nowMs = await env.currentTimeMs();
      const report = (hours: number) =>
        handle.signal(definitions.banReportedFact.signal, { untilMs: nowMs + hours * hourMs, reason: `${hours} h` });
      await report(2);
      await report(1);
      await report(3);
      await report(2);
      const longest = await read(({ ban }) => ban?.untilMs === nowMs + 3 * hourMs);
      expect(longest).toMatchObject({ state: 'banned', bans: 1 });
    });
  });

  it('a start with a memory of its own is refused: it could clear a ban that holds', async () => {
    const forged = { ban: null, breakers: [], bans: 0, news: 0, refused: { count: 0, last: null } };
    const activities: FakeActivities = { readOrder: async () => ({ ...orderFacts(), stand: null }) };
    await withWorkers(env, { account: 'egress-forged', activities }, async () => {
      const handle = await start('egress-forged', forged);
      await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'FORGED_MEMORY' } });
    });
  });

  it('a human may clear a ban by update or signal; without a ban, or without a name, it is refused', async () => {
    await withEgress('egress-clear', async (handle, read) => {
      const clear = (by: string) =>
        handle.executeUpdate(definitions.egressCommands.clearBan.update, { args: [{ by }] });
      await expect(clear('ana')).rejects.toMatchObject({ cause: { message: 'there is no ban' } });
      const untilMs = (await env.currentTimeMs()) + hourMs;
      await handle.signal(definitions.banReportedFact.signal, { untilMs, reason: 'HTTP 418' });
      await read((view) => view.state === 'banned');
      await expect(clear(' ')).rejects.toMatchObject({ cause: { message: expect.stringContaining('say who') } });
      // Workers end the ban that this names, and no later one.
      expect(await clear('ana')).toMatchObject({ state: 'open', ban: null, clearedUntilMs: untilMs });
      await handle.signal(definitions.banReportedFact.signal, { untilMs: untilMs + 1, reason: 'HTTP 418' });
      await read((view) => view.state === 'banned');
      await handle.signal(definitions.egressCommands.clearBan.signal, { by: 'ana' });
      await read((view) => view.state === 'open');
    });
  });
});

describe('7.1, I27: a ban is pushed to each worker that waits for it', () => {
  type Handle = Pick<Awaited<ReturnType<typeof start>>, 'startUpdate' | 'signal'>;
  const ask = (handle: Handle, known: number) =>
    handle.startUpdate(definitions.awaitBanNewsUpdate, { args: [{ known }], waitForStage: 'ACCEPTED' });
  const ban = async (handle: Handle) => {
    const untilMs = (await env.currentTimeMs()) + hourMs;
    await handle.signal(definitions.banReportedFact.signal, { untilMs, reason: 'HTTP 418' });
    return untilMs;
  };

  it('news that a worker has not seen is answered at once; a ban, its end by time and a human who clears it answer the waiting', async () => {
    await withEgress('egress-push', async (handle) => {
      const first = await (await ask(handle, -1)).result();
      expect(first).toMatchObject({ view: { ban: null, news: 0 }, isCrowded: false });
      const wait = await ask(handle, 0);
      const untilMs = await ban(handle);
      expect(await wait.result()).toMatchObject({ view: { ban: { untilMs }, news: 1 }, isCrowded: false });
      const end = await ask(handle, 1);
      await env.sleep(hourMs + 1_000);
      const ended = await end.result();
      expect(ended).toMatchObject({ view: { ban: null, news: 2 } });
      expect(ended.atMs).toBeGreaterThanOrEqual(untilMs);
      await ban(handle);
      const cleared = await ask(handle, 3);
      await handle.executeUpdate(definitions.egressCommands.clearBan.update, { args: [{ by: 'ana' }] });
      expect(await cleared.result()).toMatchObject({ view: { ban: null, news: 4 } });
    });
  });

  it('a wait costs no event while it lasts', async () => {
    await withEgress('egress-still', async (handle) => {
      const wait = await ask(handle, 0);
      const events = (await handle.describe()).historyLength;
      await env.sleep(24 * hourMs);
      expect((await handle.describe()).historyLength).toBe(events);
      await ban(handle);
      await wait.result();
    });
  });

  it('of nine the one that waits longest is answered, so that workers that were killed keep no place', async () => {
    await withEgress('egress-crowd', async (handle) => {
      const waits = [];
      for (let wait = 0; wait < 9; wait += 1) waits.push(await ask(handle, 0));
      expect(await waits[0]?.result()).toMatchObject({ view: { ban: null, news: 0 }, isCrowded: true });
      await ban(handle);
      const answers = await Promise.all(waits.slice(1).map((wait) => wait.result()));
      expect(answers.map(({ view, isCrowded }) => [view.news, isCrowded])).toEqual(answers.map(() => [1, false]));
    });
  });

  it('a question of another form is refused', async () => {
    await withEgress('egress-odd-question', async (handle) => {
      for (const args of [[], [null], [{}], [{ known: 'x' }], [{ known: 0, more: 1 }]] as [unknown][]) {
        const asked = handle.executeUpdate('awaitBanNews', { args });
        await expect(asked).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
      }
    });
  });
});

describe('I29: the breaker of an address', () => {
  it('an open one is kept until its time is over; a closed one is shown at once', async () => {
    await withEgress('egress-breaker', async (handle, read) => {
      const openUntilMs = (await env.currentTimeMs()) + 45_000;
      await handle.signal(
        definitions.breakerReportedFact.signal,
        report('acme', { phase: 'open', failures: 15, openUntilMs }),
      );
      await read((view) => view.state === 'breaker-open');
      await handle.signal(definitions.breakerReportedFact.signal, report('acme', closedBreaker));
      await read((view) => view.state === 'open');
      await handle.signal(
        definitions.breakerReportedFact.signal,
        report('acme', { phase: 'open', failures: 15, openUntilMs }),
      );
      await read((view) => view.state === 'breaker-open');
      await env.sleep(50_000);
      expect(await read((view) => view.state === 'open')).toMatchObject({ breakers: [] });
    });
  });

  it('the end of the breaker leaves a longer ban alone', async () => {
    await withEgress('egress-both', async (handle, read) => {
      const nowMs = await env.currentTimeMs();
      await handle.signal(definitions.banReportedFact.signal, { untilMs: nowMs + hourMs, reason: 'HTTP 418' });
      const breaker = { phase: 'open', failures: 15, openUntilMs: nowMs + 45_000 } as const;
      await handle.signal(definitions.breakerReportedFact.signal, report('acme', breaker));
      await env.sleep(60_000);
      expect(await read((view) => view.breakers.length === 0)).toMatchObject({ state: 'banned' });
    });
  });
});

describe('the breakers of accounts are kept apart', () => {
  it('each opens and closes its own', async () => {
    await withEgress('egress-apart', async (handle, read) => {
      const openUntilMs = (await env.currentTimeMs()) + 45_000;
      const open = { phase: 'open', failures: 15, openUntilMs } as const;
      const send = (...facts: Parameters<typeof report>) =>
        handle.signal(definitions.breakerReportedFact.signal, report(...facts));
      await send('acme', open);
      await send('shop', open);
      await send('acme', closedBreaker, 'api.example.net');
      await send('last', open);
      const { breakers: kept } = await read((view) => view.breakers.at(-1)?.account === 'last');
      expect(kept.map(({ account }) => account)).toEqual(['acme', 'shop', 'last']);
      await send('acme', closedBreaker);
      const { breakers } = await read((view) => view.breakers[0]?.account === 'shop');
      expect(breakers).toEqual([report('shop', open), report('last', open)]);
    });
  });
});

describe('a message that cannot be read', () => {
  it.each(['banReported', 'breakerReported', 'clearBan', 'nonsense'])(
    'signal %s changes nothing, is counted, and stops nothing',
    async (name) => {
      await withEgress(`egress-odd-${name}`, async (handle, read) => {
        const untilMs = (await env.currentTimeMs()) + hourMs;
        await handle.signal(definitions.banReportedFact.signal, { untilMs, reason: 'HTTP 418' });
        for (const args of malformed) await handle.signal(name, ...args);
        const view = await read(({ refused }) => refused.count === malformed.length);
        expect(view).toMatchObject({ ban: { untilMs, reason: 'HTTP 418' }, bans: 1, breakers: [] });
        expect(view.refused.last?.message).toBe(name);
      });
    },
  );
});
