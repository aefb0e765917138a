import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdFacts } from '../../../src/domain/ads/ad-facts.ts';
import type { BusinessLook, WatchBusinessInput } from '../../../src/activities/activity-contract.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { market, me, refusal, setTo, viewOf, withAd, type AdHandle } from './ad-fixture.ts';
import { adFacts, rules } from '../fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

// A real server: the one that skips time loses a task that cancels an activity which has not begun.
beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

type Status = AdFacts['status'];

interface Service {
  activities: FakeActivities;
  /** Writes in order: statuses and prices. */
  writes: string[];
  looks: WatchBusinessInput[];
  /** What the reads show. */
  status: Status;
  /** How many of the next writes that take it offline fail. */
  failing: number;
}

/** A service that takes every write unless it is told to fail, and whose reads tell what it has. */
function service(): Service {
  const { watchMarket } = market([]);
  const write = (status: Status) => async (): Promise<{ kind: 'applied'; atMs: number }> => {
    at.writes.push(status);
    if (status === 'offline' && at.failing > 0) {
      at.failing -= 1;
      throw refusal('UNKNOWN', '99', 'odd');
    }
    at.status = status;
    return { kind: 'applied', atMs: 5 };
  };
  const watchBusiness = async (input: WatchBusinessInput): Promise<BusinessLook> => {
    at.looks.push(input);
    if (input.adStatus === at.status && input.periodMs > 60_000) return heldUntilCancelled();
    return { status: input.status, adStatus: at.status };
  };
  const updateAdPrice: FakeActivities['updateAdPrice'] = async ({ price }) => {
    at.writes.push(price);
    return { kind: 'applied', atMs: 5 };
  };
  const at: Service = {
    activities: {
      watchMarket,
      watchBusiness,
      updateAdPrice,
      takeAdOffline: write('offline'),
      putAdOnline: write('online'),
    },
    writes: [],
    looks: [],
    status: 'online',
    failing: 0,
  };
  return at;
}

const { adCommands } = definitions;
const off = { by: 'ana', note: 'bank is down' };

const told = (handle: AdHandle, name: 'resume' | 'online' | 'pause' | 'offline', arg: object = me) =>
  handle.executeUpdate<definitions.AdView, [never]>(adCommands[name].name, { args: [arg as never] });

const isOff = ({ why, offMarket }: definitions.AdView): boolean => offMarket === 'off' && why.startsWith('taken');

/** Nothing is on its way any more: the server returns a command whose task it had to repeat. */
const isBack = ({ state, why }: definitions.AdView): boolean => state.kind === 'running' && !why.includes('being put');

describe('design 6: someone takes an ad off the market', () => {
  it('it goes offline, says by whom and why, asks no one, and comes back by online alone', async () => {
    const at = service();
    await withAd({ env, account: 'off-plain', activities: at.activities }, async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      const view = await told(handle, 'offline', off);
      expect(view).toMatchObject({
        state: { kind: 'offline', cause: 'command', by: 'ana', reason: { code: 'said', text: 'bank is down' } },
        why: 'taken offline by ana: bank is down; only online or resume puts it back',
        needsHuman: false,
      });
      expect(at.writes).toEqual(['offline']);
      await untilView(
        async () => at.looks.length,
        (looks) => looks === 1,
      );
      expect(at.looks[0]).toMatchObject({ adStatus: 'offline', adOnly: true });
      await told(handle, 'online');
      await viewOf(handle, isBack);
      expect(at.writes).toEqual(['offline', 'online']);
    });
  });

  it('a paused one goes offline, too; online leaves it paused, resume prices it', async () => {
    const at = service();
    await withAd({ env, account: 'off-paused', activities: at.activities }, async (handle) => {
      await told(handle, 'pause');
      const view = await told(handle, 'offline', off);
      expect(view.why).toBe(
        'taken offline by ana, and paused by ana: bank is down; only online or resume puts it back',
      );
      await told(handle, 'online');
      await viewOf(handle, ({ state, why }) => state.kind === 'paused' && why === 'paused by ana; continues on resume');
      expect(at.writes).toEqual(['offline', 'online']);
      await told(handle, 'offline', off);
      await told(handle, 'resume');
      await viewOf(handle, isBack);
      expect(at.writes).toEqual(['offline', 'online', 'offline', 'online']);
    });
  });

  it.each(['online', 'resume'] as const)(
    'I18: a switch engaged before a person said %s takes nothing off',
    async (name) => {
      const at = service();
      await withAd({ env, account: `off-late-${name}`, activities: at.activities }, async (handle) => {
        await viewOf(handle, ({ price }) => price !== null);
        const before = await told(handle, 'offline', off);
        const engagedAtMs = before.state.kind === 'offline' ? before.state.sinceMs : 0;
        await told(handle, name);
        await viewOf(handle, isBack);
        const late = { by: 'kill switch ads (watchdog)', engagedAtMs };
        expect(await told(handle, 'offline', late)).toMatchObject({ state: { kind: 'running' } });
        expect(at.writes).toEqual(['offline', 'online']);
        const now = { ...late, engagedAtMs: Date.now() + 60_000 };
        expect(await told(handle, 'offline', now)).toMatchObject({ state: { kind: 'offline', by: late.by } });
      });
    },
  );

  it('a refusal is tried again until a read shows it offline, and a human hears of it', async () => {
    const at = service();
    at.failing = 6;
    await withAd({ env, account: 'off-refused', activities: at.activities }, async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      const first = await told(handle, 'offline', { ...off, urgent: true });
      expect(first).toMatchObject({ state: { kind: 'offline' }, needsHuman: true, lastProblem: { code: '99' } });
      expect(first.why).toContain('being taken offline by ana: bank is down; not confirmed by a read yet');
      const view = await viewOf(handle, isOff);
      expect(view).toMatchObject({ asks: [view.why], lastProblem: null });
      expect(at.writes).toEqual(Array.from({ length: 7 }, () => 'offline'));
    });
  });

  it('a read that shows it offline settles it, whatever was refused', async () => {
    const at = service();
    at.failing = 1;
    await withAd({ env, account: 'off-by-itself', activities: at.activities }, async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      at.status = 'offline';
      await told(handle, 'offline', off);
      await viewOf(handle, isOff);
      expect(at.writes).toEqual(['offline']);
    });
  });

  it('a resume while its call is on its way still puts it back: the call may have left', async () => {
    const at = service();
    at.failing = 1_000;
    await withAd({ env, account: 'off-lost', activities: at.activities }, async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      await told(handle, 'offline', off);
      await told(handle, 'resume');
      await untilView(
        async () => at.writes.at(-1),
        (last) => last === 'online',
      );
      await viewOf(handle, isBack);
    });
  });

  it('one that the merchant puts online in the app stays there, unpriced, and asks a human', async () => {
    const at = service();
    const { watchMarket, inputs } = market([setTo('9.49')]);
    await withAd({ env, account: 'off-app', activities: { ...at.activities, watchMarket } }, async (handle) => {
      await viewOf(handle, ({ reprices }) => reprices === 1);
      await told(handle, 'offline', off);
      await viewOf(handle, isOff);
      const seen = inputs.length;
      at.status = 'online';
      await told(handle, 'pause', { by: 'luis' });
      const view = await viewOf(handle, ({ why }) => why.includes('although this desk took it offline'));
      const state = { kind: 'offline', cause: 'command', paused: { by: 'luis' } };
      expect(view).toMatchObject({ state, offMarket: 'back-in-app', rank: null });
      expect({ writes: at.writes, looks: inputs.length }).toEqual({ writes: ['9.49', 'offline'], looks: seen });
      // Said again it goes off again.
      await told(handle, 'offline', off);
      await viewOf(handle, isOff);
      expect(at.writes).toEqual(['9.49', 'offline', 'offline']);
    });
  });

  it('a pause takes it off the market where its rules or the command say so', async () => {
    const at = service();
    const input = { rules: { ...rules, whenPaused: 'offline' as const } };
    await withAd({ env, account: 'off-pause', activities: at.activities, input }, async (handle) => {
      expect(await told(handle, 'pause')).toMatchObject({ state: { kind: 'offline', paused: { by: 'ana' } } });
      expect(at.writes).toEqual(['offline']);
      await told(handle, 'resume');
      await untilView(
        async () => at.writes.length,
        (writes) => writes === 2,
      );
      expect(await told(handle, 'pause', { ...me, offline: false })).toMatchObject({ state: { kind: 'paused' } });
      expect(await told(handle, 'pause', { ...me, offline: true })).toMatchObject({ state: { kind: 'offline' } });
      await viewOf(handle, isOff);
    });
  });

  it('a signal does the same; a malformed one changes nothing', async () => {
    const at = service();
    await withAd({ env, account: 'off-signal', activities: at.activities }, async (handle) => {
      await handle.signal('offline', { by: 'ana', until: 'tomorrow' });
      const refused = await viewOf(handle, (view) => view.refused.count === 1);
      expect(refused).toMatchObject({ state: { kind: 'running' }, refused: { last: { message: 'offline' } } });
      await handle.signal('offline', off);
      await viewOf(handle, isOff);
      await handle.signal('online', me);
      await untilView(
        async () => at.writes,
        (writes) => writes.join() === 'offline,online',
      );
      await viewOf(handle, isBack);
    });
  });

  it('0015: a cancel request leaves it off the market', async () => {
    const at = service();
    await withAd({ env, account: 'off-cancel', activities: at.activities }, async (handle) => {
      await told(handle, 'offline', off);
      await handle.cancel();
      const view = await viewOf(handle, ({ isCancelAsked }) => isCancelAsked);
      expect({ paused: null, ...view.state }).toMatchObject({ kind: 'offline', cause: 'command', paused: null });
      await told(handle, 'resume');
      await viewOf(handle, isBack);
    });
  });

  it('I18: the kill switch of the ads takes it off; neither resume nor lifting it brings it back by itself', async () => {
    const at = service();
    let engaged = true;
    const { watchMarket } = market([{ kind: 'switched-off', ad: adFacts() }]);
    const putAdOnline: FakeActivities['putAdOnline'] = async () => {
      if (engaged) throw ApplicationFailure.nonRetryable('the kill switch ads is engaged', 'ADS_SWITCHED_OFF');
      at.writes.push('online');
      return { kind: 'applied', atMs: 6 };
    };
    await withAd(
      { env, account: 'off-switch', activities: { ...at.activities, watchMarket, putAdOnline } },
      async (handle) => {
        const view = await viewOf(handle, isOff);
        expect(view.state).toMatchObject({ cause: 'command', by: 'kill switch ads' });
        expect(at.writes).toEqual(['offline']);
        await told(handle, 'resume');
        await untilView(
          async () => at.writes.length,
          (writes) => writes === 2,
        );
        await viewOf(handle, ({ why }) => why.includes('the kill switch ads is engaged'));
        engaged = false;
        expect(await told(handle, 'online')).toMatchObject({ mode: 'sim' });
        await viewOf(handle, isBack);
        expect(at.writes).toEqual(['offline', 'offline', 'online']);
      },
    );
  });

  it('ADR 0034: one that the watchdog took off stays so by its own wish, and says by whom and why', async () => {
    const [at, why] = [service(), 'no market was looked at since then'];
    const ad = { ...adFacts(), status: 'offline' as const };
    const { watchMarket } = market([{ kind: 'switched-off', ad, by: 'kill switch ads (watchdog)', why }]);
    await withAd({ env, account: 'off-watchdog', activities: { ...at.activities, watchMarket } }, async (handle) => {
      const view = await viewOf(handle, isOff);
      const reason = { code: 'switch', text: why };
      expect(view.state).toMatchObject({ cause: 'command', by: 'kill switch ads (watchdog)', reason });
      await told(handle, 'online');
      await viewOf(handle, isBack);
    });
  });

  it('I18: one that is online stays as it is when it is put online', async () => {
    const at = service();
    await withAd({ env, account: 'off-online', activities: at.activities }, async (handle) => {
      await viewOf(handle, ({ price }) => price !== null);
      expect(await told(handle, 'online')).toMatchObject({ state: { kind: 'running' } });
      expect(at.writes).toEqual([]);
    });
  });
});
