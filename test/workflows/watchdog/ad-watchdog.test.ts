import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { heldUntilCancelled, untilView } from '../workflow-harness.ts';
import { done, lookedAtMs, serveWatchdogs, startAgain, timersOf, withWatchdog } from './watchdog-world.ts';

serveWatchdogs();

describe('ADR 0034: the watchdog acts', () => {
  it('by the mark first and the ads after it, notifies a person once, and does nothing more until the switch is open', async () => {
    await withWatchdog(
      'acts',
      () => ({}),
      async ({ view, done: order, told, handle }) => {
        const acted = await view(({ state }) => state.kind === 'acted');
        expect(order).toEqual(['mark', 'offline 1,2']);
        expect(acted.state).toMatchObject({ lookedAtMs, taken: ['1', '2'] });
        expect(acted.lastAct?.ads).toBe(2);
        await untilView(
          async () => told,
          ({ length }) => length === 1,
        );
        expect(told[0]).toMatchObject({ kind: 'offline', ads: 2, lookedAtMs });
        await handle.cancel();
        await handle.signal('nonsense');
        const still = await view(({ refused }) => refused.count === 1);
        expect(still.state.kind).toBe('acted');
        expect(order).toHaveLength(2);
      },
    );
  });

  it('and watches again when a person has opened the switch', async () => {
    await withWatchdog(
      'opened',
      () => ({ awaitOpenSwitch: async () => undefined }),
      async ({ view, done: order }) => {
        const again = await view(({ state, lastAct }) => state.kind === 'watching' && lastAct !== null);
        expect(again.lastAct?.ads).toBe(2);
        expect(order).toEqual(['mark', 'offline 1,2']);
      },
    );
  });

  it('again and again while an ad is still online, and says so once', async () => {
    let tries = 0;
    const left = { ...done, left: ['2'], why: 'the service showed them online', retryMs: 50, banUntilMs: 42 };
    const bans: (number | null)[] = [];
    await withWatchdog(
      'stubborn',
      () => ({
        takeAllOffline: async ({ banUntilMs }) => {
          bans.push(banUntilMs);
          tries += 1;
          return tries < 4 ? left : done;
        },
      }),
      async ({ view, told, done: order }) => {
        await view(({ state }) => state.kind === 'acting' && state.left.length === 1);
        await view(({ state }) => state.kind === 'acted');
        // I27: each try knows of the ban that the one before it met.
        expect(bans).toEqual([null, 42, 42, 42]);
        await untilView(
          async () => told,
          ({ length }) => length === 2,
        );
        expect(told.map(({ kind, ads }) => [kind, ads])).toEqual([
          ['left', 1],
          ['offline', 2],
        ]);
        expect(order).toEqual(['mark']);
      },
    );
  });

  it('a message that does not arrive is tried again, and nothing waits for it', async () => {
    let tries = 0;
    await withWatchdog(
      'unheard',
      ({ told }) => ({
        tellAct: async (input) => {
          tries += 1;
          if (tries < 3)
            throw ApplicationFailure.create({ type: 'NOT_DELIVERED', message: 'no answer', nextRetryDelay: 10 });
          told.push(input);
        },
      }),
      async ({ view, told }) => {
        await view(({ state }) => state.kind === 'acted');
        await untilView(
          async () => told,
          ({ length }) => length === 1,
        );
        expect(tries).toBe(3);
      },
    );
  });
});

describe('ADR 0034: the watchdog does not act', () => {
  it.each(['looks-again', 'nothing-online', 'intended'] as const)(
    'when the last question answers %s: it watches again, without a mark',
    async (kind) => {
      await withWatchdog(
        `calm-${kind}`,
        ({ done: order }) => ({
          judgeAct: async () => {
            order.push('judged');
            return kind === 'intended' ? { kind, ads: 1 } : { kind };
          },
        }),
        async ({ view, done: order }) => {
          await untilView(
            async () => order,
            ({ length }) => length === 1,
          );
          const { state, lastAct } = await view((seen) => seen.state.kind === 'watching');
          expect([state.kind, lastAct, order]).toEqual(['watching', null, ['judged']]);
        },
      );
    },
  );

  it('while it may not call: it reports that once, and acts when it may', async () => {
    const asked: (number | null)[] = [];
    const opened = Promise.withResolvers<void>();
    await withWatchdog(
      'prevented',
      () => ({
        judgeAct: async ({ banUntilMs }) => {
          asked.push(banUntilMs);
          if (asked.length === 3) return { kind: 'act', adNumbers: ['1'] };
          return { kind: 'prevented', why: 'banned', retryMs: asked.length > 2 ? 7_200_000 : 50, banUntilMs: 42 };
        },
        watchLooks: async () => ({ kind: 'no-looks', lookedAtMs }),
        awaitOpenSwitch: () => opened.promise,
      }),
      async ({ view, handle, told, done: order }) => {
        await view(({ state }) => state.kind === 'prevented');
        await view(({ state }) => state.kind === 'acted');
        // Its successor knows of the ban that it has met.
        expect(asked).toEqual([null, 42, 42]);
        await untilView(
          async () => told,
          ({ length }) => length === 2,
        );
        expect(told.map(({ kind }) => kind)).toEqual(['prevented', 'offline']);
        expect(order).toEqual(['mark', 'offline 1']);
        opened.resolve();
        await view(({ state }) => state.kind === 'prevented');
        // A ban of hours may be lifted: it is not slept through.
        const timers = await untilView(
          () => timersOf(handle),
          ({ length }) => length === 3,
        );
        expect(timers).toEqual([0, 0, 60]);
      },
    );
  });

  it('where a person has opened the switch while it acted', async () => {
    await withWatchdog(
      'reopened',
      () => ({ takeAllOffline: async () => ({ kind: 'reopened' }) }),
      async ({ view, done: order, told }) => {
        await view(({ state }) => state.kind === 'watching');
        await untilView(
          async () => order,
          ({ length }) => length === 1,
        );
        const { lastAct } = await view(({ state }) => state.kind === 'watching');
        expect([order, told, lastAct]).toEqual([['mark'], [], null]);
      },
    );
  });

  it('a mark of which nothing is known counts as set: no ad stands online at a price that no one may move', async () => {
    await withWatchdog(
      'unknown-mark',
      ({ done: order }) => ({
        setMark: async () => {
          order.push(`try ${Context.current().info.attempt}`);
          throw ApplicationFailure.nonRetryable('the connection broke');
        },
      }),
      async ({ view, done: order }) => {
        await view(({ state }) => state.kind === 'acted');
        expect(order).toEqual(['try 1', 'offline 1,2']);
      },
    );
  });

  it('a desk that has looked again is not marked: it takes no ad offline and watches again', async () => {
    await withWatchdog(
      'looks-again-mark',
      ({ done: order }) => ({
        watchLooks: async () => {
          if (order.length === 0) return { kind: 'no-looks', lookedAtMs };
          order.push('watches');
          return heldUntilCancelled();
        },
        setMark: async () => {
          order.push('asked');
          return { kind: 'looks-again' };
        },
      }),
      async ({ view, done: order, told }) => {
        await untilView(
          async () => order,
          ({ length }) => length === 2,
        );
        const { lastAct } = await view(({ state }) => state.kind === 'watching');
        expect([order, told, lastAct]).toEqual([['asked', 'watches'], [], null]);
      },
    );
  });

  it('a mark that was never begun was not set: it takes no ad offline and watches again', async () => {
    await withWatchdog(
      'unbegun-mark',
      ({ leave }) => ({
        judgeAct: async () => {
          leave();
          return { kind: 'act', adNumbers: ['1', '2'] };
        },
      }),
      async ({ view, handle, done: order }) => {
        const events = async () => (await handle.fetchHistory()).events ?? [];
        await untilView(events, (seen) => seen.some((event) => Boolean(event.activityTaskTimedOutEventAttributes)));
        await view(({ state }) => state.kind === 'watching');
        expect(order).toEqual([]);
      },
    );
  });

  it('two starts are one watchdog, and a quiet watch costs no history', async () => {
    await withWatchdog(
      'once',
      () => ({ watchLooks: heldUntilCancelled }),
      async ({ handle }) => {
        await startAgain('once');
        const { events } = await handle.fetchHistory();
        expect(events?.length).toBeLessThan(8);
      },
    );
  });
});
