import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchBusinessInput, WatchMarketVerdict } from '../../../src/activities/activity-contract.ts';
import type { UpdateAdMethodsInput } from '../../../src/activities/ad/caps-contract.ts';
import type { CapsDecision, CapsNews, ShownCaps } from '../../../src/domain/caps/caps-decision.ts';
import { paymentCapsRuleSchema } from '../../../src/domain/caps/caps-rule.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { me, quietAt, refusal, viewOf, withAd } from './ad-fixture.ts';
import { newsService, type NewsService, type WriteKind } from './news-service.ts';
import { rules } from '../fixtures.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const cap = { method: 'BANK', daily: '1000', fiat: 'BOB' };
const paymentCaps = paymentCapsRuleSchema.parse({ timezone: 'UTC', caps: [cap] });
const capped = { rules: { ...rules, paymentCaps } };
const bank = { payId: '41', identifier: 'BANK', name: 'Bank' };
const wise = { payId: '42', identifier: 'Wise', name: 'Wise' };
const note = { code: 'changed', gone: [], back: ['Bank'] } as const;
const seen: ShownCaps = { sums: [{ ...cap, sum: '950', isFull: true }], unknown: [], note, until: 'midnight', atMs: 9 };
const goes = { kind: 'change', methods: [wise], withheld: [bank], note } as const;
const comes = { kind: 'change', methods: [wise, bank], withheld: [], note } as const;
const exhausted = {
  kind: 'exhausted',
  note: { code: 'all-full', caps: [{ ...cap, sum: '950' }] },
} satisfies CapsDecision;
const free: CapsDecision = { kind: 'free', note: { code: 'below-cap' } };
const found = (decision: CapsDecision): WatchMarketVerdict => ({ kind: 'caps', decision, seen });

interface Service extends NewsService<CapsNews> {
  changes: UpdateAdMethodsInput[];
}

function service(verdicts: WatchMarketVerdict[], kind: WriteKind = 'applied'): Service {
  const asks = ({ paymentCaps: asked }: WatchBusinessInput): boolean => asked !== undefined;
  const plain = newsService<CapsNews>(verdicts, { kind, asks, report: (caps) => ({ caps }) });
  const changes: UpdateAdMethodsInput[] = [];
  plain.activities.updateAdMethods = async (input) => {
    changes.push(input);
    plain.answered();
    const { methods, withheld } = changes.length === 1 ? goes : comes;
    return { kind, atMs: 1_000, methods, withheld };
  };
  return Object.assign(plain, { changes });
}

const untouched = { withheld: [], intended: null, lastChangeAtMs: null, refusedUntilMs: null, offlineSinceMs: null };
const lastWish = (at: Service) => at.market.inputs.at(-1)?.caps;

describe('ads#payment-caps: a method that has reached its cap leaves the ad', () => {
  it('is remembered before the call, and shown with the sums', async () => {
    const at = service([found(goes)]);
    await withAd({ env, account: 'caps-goes', activities: at.activities, input: capped }, async (handle) => {
      const view = await viewOf(handle, () => at.market.inputs.length >= 3);
      expect(view).toMatchObject({ state: { kind: 'running' }, caps: seen, withheld: [bank], needsHuman: false });
      const wish = { ...untouched, withheld: [bank] };
      expect(at.changes).toEqual([{ mode: 'sim', adNumber: view.adNumber, rule: paymentCaps, wish }]);
      expect(at.market.inputs[1]?.caps).toEqual(untouched);
      expect(lastWish(at)).toEqual({ ...wish, lastChangeAtMs: 1_000 });
    });
  });

  it('comes back, also when the rules cap nothing any more', async () => {
    const at = service([found(goes)]);
    await withAd({ env, account: 'caps-back', activities: at.activities, input: capped }, async (handle) => {
      // The third look lasts until its rules change.
      await viewOf(handle, () => at.market.inputs.length >= 3);
      at.market.verdicts.push(found(comes));
      await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ paymentCaps: null }] });
      const view = await viewOf(handle, () => at.changes.length === 2 && at.market.inputs.length >= 5);
      expect(view).toMatchObject({ withheld: [], caps: null });
      expect(at.changes[1]).toMatchObject({ rule: null, wish: { withheld: [bank] } });
      expect(lastWish(at)).toBeUndefined();
    });
  });

  it('an ad without caps asks for nothing', async () => {
    const at = service([]);
    await withAd({ env, account: 'caps-none', activities: at.activities }, async (handle) => {
      const view = await viewOf(handle, () => at.market.inputs.length >= 2);
      expect([view.caps, view.withheld]).toEqual([null, []]);
      expect(at.market.inputs.map(({ caps }) => caps)).toEqual(at.market.inputs.map(() => undefined));
    });
  });

  it('stays remembered when the answer of the call is lost', async () => {
    const at = service([found(goes)]);
    const updateAdMethods: FakeActivities['updateAdMethods'] = async () => {
      throw refusal('UNKNOWN', null, 'no answer');
    };
    const activities = { ...at.activities, updateAdMethods };
    await withAd({ env, account: 'caps-lost', activities, input: capped }, async (handle) => {
      const view = await viewOf(handle, ({ lastProblem }) => lastProblem !== null);
      expect(view.withheld).toEqual([bank]);
    });
  });

  it('7.4: a refused change waits, longer each time, and prices go on', async () => {
    const at = service([found(goes), quietAt('9.50')]);
    const updateAdMethods: FakeActivities['updateAdMethods'] = async () => {
      throw refusal('NON_RETRIABLE_BUSINESS', '-1102', 'refused');
    };
    const activities = { ...at.activities, updateAdMethods };
    await withAd({ env, account: 'caps-refused', activities, input: capped }, async (handle) => {
      const blocked = await viewOf(handle, ({ state }) => state.kind === 'blocked');
      await handle.executeUpdate(definitions.adCommands.repriceNow.update, { args: [me] });
      await viewOf(handle, () => at.market.inputs.length >= 4);
      const wait = (lastWish(at)?.refusedUntilMs ?? 0) - (blocked.lastProblem?.atMs ?? 0);
      expect(wait).toBe(600_000);
    });
  });

  it('in shadow nothing is really out: it is intended, and stays remembered when it is given back', async () => {
    const at = service([found(goes), found(comes)], 'intent');
    const input = { ...capped, mode: 'shadow' as const };
    await withAd({ env, account: 'caps-shadow', activities: at.activities, input }, async (handle) => {
      const view = await viewOf(handle, () => at.changes.length === 2 && at.market.inputs.length >= 4);
      expect(view).toMatchObject({ intents: 2, reprices: 0 });
      expect(lastWish(at)).toMatchObject({ withheld: [bank], intended: [wise, bank] });
    });
  });

  it('a cap that means no method of the account asks a human', async () => {
    const at = service([quietAt('9.50', { caps: { ...seen, unknown: ['BNAK'] } })]);
    await withAd({ env, account: 'caps-typo', activities: at.activities, input: capped }, async (handle) => {
      const view = await viewOf(handle, ({ needsHuman }) => needsHuman);
      expect(view.asks).toEqual([
        'payment_caps names BNAK, which is no payment method of the account: it holds nothing',
      ]);
    });
  });
});

describe('ads#payment-caps: an ad whose methods are all capped leaves the market', () => {
  const isOut = ({ state, why }: definitions.AdView): boolean => state.kind === 'offline' && why.startsWith('taken');

  it('says why, asks no one, and comes back by itself, priced again', async () => {
    const at = service([found(exhausted)]);
    await withAd({ env, account: 'caps-out', activities: at.activities, input: capped }, async (handle) => {
      const out = await viewOf(handle, isOut);
      expect(out).toMatchObject({
        state: { cause: 'caps', note: exhausted.note },
        why: 'taken offline: every payment method has reached its cap: BANK 950 of 1000 BOB; it comes back by itself once one is below its cap',
        needsHuman: false,
      });
      at.news = [
        { decision: goes, seen },
        { decision: free, seen },
      ];
      await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ minimumChangeTicks: 2 }] });
      await viewOf(handle, ({ state, why }) => state.kind === 'running' && !why.includes('being put'));
      expect(at.writes).toEqual(['offline', 'online']);
      expect(at.changes).toHaveLength(1);
      expect(at.put).toMatchObject([{ caps: { rule: paymentCaps }, pricing: { rules: { paymentCaps } } }]);
    });
  });

  it('is not put online while they are: the refusal keeps it off with its reason, as far as that can be read', async () => {
    const at = service([found(exhausted)]);
    const notes = [
      { code: 'all-full', caps: [{ ...cap, sum: '999' }] },
      { code: 'all-full', caps: 7 },
    ];
    const putAdOnline: FakeActivities['putAdOnline'] = async () => {
      throw ApplicationFailure.nonRetryable('still capped', 'METHODS_CAPPED', notes.shift());
    };
    const activities = { ...at.activities, putAdOnline };
    await withAd({ env, account: 'caps-early', activities, input: capped }, async (handle) => {
      await viewOf(handle, isOut);
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      const view = await viewOf(handle, (now) => isOut(now) && now.why.includes('BANK 999 of 1000 BOB'));
      expect(view).toMatchObject({ state: { cause: 'caps' }, needsHuman: false });
      await handle.executeUpdate(definitions.adCommands.resume.update, { args: [me] });
      await viewOf(handle, (now) => isOut(now) && now.why.includes('every payment method has reached its cap;'));
    });
  });

  it('comes back when its rules cap nothing any more', async () => {
    const at = service([found(exhausted)]);
    await withAd({ env, account: 'caps-ruled', activities: at.activities, input: capped }, async (handle) => {
      await viewOf(handle, isOut);
      await handle.executeUpdate(definitions.adCommands.setRules.update, { args: [{ paymentCaps: null }] });
      await viewOf(handle, ({ state }) => state.kind === 'running');
      expect(at.writes).toEqual(['offline', 'online']);
      expect(at.put[0]?.caps).toBeUndefined();
    });
  });

  it.each(['offline', 'pause'] as const)('stays away after a human has said %s', async (name) => {
    const at = service([found(exhausted)]);
    await withAd({ env, account: `caps-${name}`, activities: at.activities, input: capped }, async (handle) => {
      await viewOf(handle, isOut);
      at.news = [{ decision: free, seen }];
      const before = at.looks.length;
      await handle.executeUpdate<definitions.AdView, [never]>(definitions.adCommands[name].name, {
        args: [me as never],
      });
      await viewOf(handle, ({ why }) => why.includes('only'));
      // A look for its caps that is no longer wanted may begin after the one that follows it.
      await untilView(
        async () => at.looks.slice(before),
        (looks) => looks.some(({ paymentCaps }) => paymentCaps === undefined),
      );
      expect(at.writes.filter((write) => write === 'online')).toEqual([]);
    });
  });
});
