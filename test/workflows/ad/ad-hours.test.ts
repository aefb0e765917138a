import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchBusinessInput } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { me, viewOf, withAd, type AdHandle } from './ad-fixture.ts';
import {
  asleep,
  awake,
  day,
  hours,
  hoursRules as rules,
  hoursWorld as world,
  night,
  type HoursWorld as World,
} from './hours-world.ts';
import { quietRuntime, untilView } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

// A real server: the one that skips time loses a task that cancels an activity which has not begun.
beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const { adCommands } = definitions;

const told = (handle: AdHandle, name: 'resume' | 'online' | 'pause' | 'offline' | 'setRules', arg: object = me) =>
  handle.executeUpdate<definitions.AdView, [never]>(adCommands[name].name, { args: [arg as never] });

/** By default a listing shows a status at once: what is seen is what is so. */
const run = (account: string, { activities }: World, moneySettleMs = 0) => ({
  env,
  account,
  activities,
  input: { rules, settings: { moneySettleMs } },
});

describe('ads#active-hours: an ad keeps its hours', () => {
  it('goes offline outside them, asks no one, and comes back by itself, priced again', async () => {
    const at = world();
    await withAd(run('hours-night', at), async (handle) => {
      const view = await viewOf(handle, asleep);
      expect(view).toMatchObject({
        state: { kind: 'offline', cause: 'hours' },
        why: 'outside its hours until 2026-11-23 08:00 (America/La_Paz), then online by itself: taken offline',
        opening: night,
        needsHuman: false,
        asks: [],
      });
      at.turn(day);
      await viewOf(handle, awake);
      expect(at.writes).toEqual(['offline', 'online']);
      expect(at.put).toMatchObject([{ hours, pricing: { rules } }]);
      at.turn(night);
      await viewOf(handle, asleep);
      expect(at.writes).toEqual(['offline', 'online', 'offline']);
    });
  });

  it('what a person took off the market stays off it, and a resume at night waits for the morning', async () => {
    const at = world();
    at.opening = day;
    await withAd(run('hours-command', at), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      await told(handle, 'offline');
      at.turn(night);
      at.turn(day);
      await viewOf(handle, ({ why }) => why.includes('only online or resume'));
      at.turn(night);
      await told(handle, 'resume');
      await viewOf(handle, asleep);
      expect(at.writes).not.toContain('online');
      at.turn(day);
      await viewOf(handle, awake);
      expect(at.writes.filter((status) => status === 'online')).toHaveLength(1);
    });
  });

  it('what a person takes off the market in the night stays off it in the morning', async () => {
    const at = world();
    await withAd(run('hours-then-command', at), async (handle) => {
      await viewOf(handle, asleep);
      await told(handle, 'offline', { by: 'ana', note: 'ill' });
      at.turn(day);
      await viewOf(handle, ({ why }) => why.startsWith('taken offline by ana'));
      expect(at.writes).not.toContain('online');
      await told(handle, 'resume');
      await viewOf(handle, awake);
    });
  });

  it('a paused ad leaves the market when its hours end, and comes back by resume alone', async () => {
    const at = world();
    at.opening = { ...day, untilMs: 0 };
    await withAd(run('hours-paused', at), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      await told(handle, 'pause');
      at.opening = night;
      const off = await viewOf(handle, ({ state, why }) => state.kind === 'offline' && why.endsWith(': taken offline'));
      expect(off).toMatchObject({
        state: { cause: 'hours', paused: { by: 'ana' } },
        why: expect.stringContaining('paused by ana'),
      });
      at.turn(day);
      const paused = await viewOf(handle, ({ state }) => state.kind === 'paused');
      expect(paused.why).toBe('paused by ana; continues on resume; off the market since its hours');
      expect(at.writes).toEqual(['offline']);
      await told(handle, 'resume');
      await viewOf(handle, awake);
      expect(at.writes).toEqual(['offline', 'online']);
    });
  });

  it('a pause in the night keeps it off in the morning, and online puts it back as it was, at its price', async () => {
    const at = world();
    await withAd(run('hours-then-paused', at), async (handle) => {
      await viewOf(handle, asleep);
      await told(handle, 'pause');
      at.turn(day);
      await viewOf(handle, ({ state }) => state.kind === 'paused');
      expect(at.writes).toEqual(['offline']);
      await told(handle, 'online');
      await untilView(
        async () => at.writes.length,
        (count) => count === 2,
      );
      expect(await viewOf(handle, ({ why }) => !why.includes('being put'))).toMatchObject({
        state: { kind: 'paused' },
      });
      expect(at.put[0]).not.toHaveProperty('pricing');
    });
  });

  it('what the merchant took offline in the app is not brought back', async () => {
    const at = world();
    at.opening = day;
    at.status = 'offline';
    await withAd(run('hours-app', at), async (handle) => {
      await viewOf(handle, ({ state }) => state.kind === 'offline' && state.cause === 'ad');
      at.turn(night);
      at.turn(day);
      expect(at.looks.every((look) => look.hours === undefined)).toBe(true);
      expect(at.writes).toEqual([]);
    });
  });

  it('put online in the app at night it is left there; taken off there again it is the merchant’s', async () => {
    const at = world();
    await withAd(run('hours-app-night', at), async (handle) => {
      await viewOf(handle, asleep);
      at.status = 'online';
      at.look();
      await viewOf(handle, ({ why }) => why.includes('the ad is online at the service although'));
      at.status = 'offline';
      at.look();
      await viewOf(handle, ({ state }) => state.kind === 'offline' && state.cause === 'ad');
      at.turn(day);
      expect(at.writes).toEqual(['offline']);
    });
  });

  it('an ad that loses its hours at night comes back at once', async () => {
    const at = world();
    await withAd(run('hours-off', at), async (handle) => {
      await viewOf(handle, asleep);
      at.opening = day;
      await told(handle, 'setRules', { hours: null });
      await viewOf(handle, ({ state, opening }) => state.kind === 'running' && opening === null);
      await untilView(
        async () => at.writes,
        (writes) => writes.includes('online'),
      );
      expect(at.put[0]).not.toHaveProperty('hours');
      expect(at.put[0]?.pricing?.rules.hours).toBeNull();
    });
  });

  it('an ad that gets a resting price at night comes back at once, priced by it and not at the price of yesterday', async () => {
    const at = world();
    await withAd(run('hours-then-resting', at), async (handle) => {
      await viewOf(handle, asleep);
      const resting = { ...hours, restingPrice: '9.90' };
      await told(handle, 'setRules', { hours: resting });
      await untilView(
        async () => at.put.length,
        (count) => count > 0,
      );
      expect(at.put[0]?.pricing?.rules.hours).toMatchObject(resting);
    });
  });

  it('an online at night, followed by a pause, does not bring the ad back in the morning', async () => {
    const at = world();
    await withAd(run('hours-online-pause', at), async (handle) => {
      await viewOf(handle, asleep);
      await told(handle, 'online');
      await viewOf(handle, asleep);
      await told(handle, 'pause');
      at.turn(day);
      const { why } = await viewOf(handle, ({ state }) => state.kind === 'paused');
      expect(why).toBe('paused by ana; continues on resume; off the market since its hours');
      expect(at.put).toEqual([]);
    });
  });

  it('a listing that still shows the ad online shortly after it went off is not the merchant’s word', async () => {
    const at = world();
    const settleMs = 120_000;
    const lastLook = (holds: (look: WatchBusinessInput | undefined) => boolean) =>
      untilView(async () => at.looks.at(-1), holds);
    await withAd(run('hours-late-listing', at, settleMs), async (handle) => {
      await viewOf(handle, asleep);
      at.status = 'online';
      at.look();
      await lastLook((look) => look?.adStatus === 'online' && look.periodMs === settleMs);
      at.status = 'offline';
      at.look();
      await lastLook((look) => look?.adStatus === 'offline' && look.periodMs > settleMs);
      expect(await viewOf(handle, asleep)).toMatchObject({ needsHuman: false });
      at.turn(day);
      await viewOf(handle, awake);
      expect(at.writes).toEqual(['offline', 'online']);
    });
  });

  it('a message while a late read is looked at again is not a second read: the hours bring the ad back', async () => {
    const at = world();
    const settleMs = 120_000;
    await withAd(run('hours-late-message', at, settleMs), async (handle) => {
      await viewOf(handle, asleep);
      at.status = 'online';
      at.look();
      const settling = () => at.looks.filter(({ periodMs }) => periodMs === settleMs).length;
      await untilView(
        async () => settling(),
        (looks) => looks === 1,
      );
      await told(handle, 'setRules', { order: 2 });
      await untilView(
        async () => settling(),
        (looks) => looks === 2,
      );
      expect(await viewOf(handle, asleep)).toMatchObject({ offMarket: 'off', needsHuman: false });
      at.status = 'offline';
      at.turn(day);
      await viewOf(handle, awake);
      expect(at.writes).toEqual(['offline', 'online']);
    });
  });

  it('a resting price outside the limits is refused unless it is meant', async () => {
    const at = world();
    at.opening = day;
    await withAd(run('hours-resting', at), async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      const odd = told(handle, 'setRules', { hours: { ...hours, restingPrice: '99' } });
      await expect(odd).rejects.toMatchObject({ cause: { message: expect.stringContaining('resting price 99') } });
      await told(handle, 'setRules', { hours: { ...hours, restingPrice: '9.90' } });
      const view = await viewOf(handle, ({ rules: now }) => now.hours?.restingPrice === '9.90');
      expect(view.state.kind).toBe('running');
    });
  });
});
