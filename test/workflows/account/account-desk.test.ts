import { ApplicationFailure } from '@temporalio/common';
import { defineSignal } from '@temporalio/workflow';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WatchOrdersInput } from '../../../src/activities/order/intake-contract.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import type { AccountDeskInput, IntakeReport } from '../../../src/workflows/contract/definitions.ts';
import { peerdeskNeedsHuman } from '../../../src/workflows/contract/search-attributes.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { adoptAds, deskInput, report, startDesk, tell, view, watchOrders, withDesk } from './desk-fixture.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const me = { by: 'ana' };
const { stop, changeMode } = definitions.deskCommands;
const thrown = { by: 'ana', reason: 'fraud', atMs: 1 };
const lost = [{ orderNumber: '7', why: 'its workflow has ended' }];

describe('promise 5: what the intake reports is shown, and a human is asked', () => {
  it.each<[string, Partial<IntakeReport>, boolean]>([
    ['nothing odd', {}, false],
    ['an order that is not carried', { uncarried: lost }, true],
    ['an order that cannot be read', { unreadable: lost }, true],
    ['a list that was cut', { cutAfter: 5_000 }, true],
    [
      'a thrown switch',
      { guard: { rules: null, switches: { all: null, releases: thrown, repricing: null, ads: null } } },
      true,
    ],
  ])('%s', async (name, part, needsHuman) => {
    await withDesk(env, { account: `desk-report-${name.length}`, activities: { watchOrders } }, async (handle) => {
      await tell(handle, part);
      const shown = await view(handle, (desk) => desk.report !== null);
      expect(shown).toMatchObject({ report: { ...report, ...part }, needsHuman });
      await untilView(
        async () => (await handle.describe()).typedSearchAttributes.get(peerdeskNeedsHuman),
        (asked) => asked === needsHuman,
      );
    });
  });

  it('a report that cannot be read is counted and changes nothing; a message with odd input stops nothing', async () => {
    await withDesk(env, { account: 'desk-odd', activities: { watchOrders } }, async (handle) => {
      const odd: unknown[][] = [
        [],
        [null],
        [{}],
        ['x'],
        [7],
        [[]],
        [{ ...report, atMs: 'now' }],
        [{ ...report, x: 1 }],
      ];
      const names = ['intakeReport', 'stop', 'changeMode', 'killSwitch', 'noSuchSignal'];
      for (const name of names) for (const args of odd) await handle.signal(defineSignal<unknown[]>(name), ...args);
      const shown = await view(handle, ({ refused }) => refused.count === names.length * odd.length);
      expect(shown).toMatchObject({ state: 'running', report: null, mode: 'sim' });
      for (const args of odd) {
        for (const name of ['stop', 'changeMode']) {
          const asked = handle.executeUpdate<unknown, [unknown]>(name, { args: args as [unknown] });
          await expect(asked).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
        }
      }
    });
  });
});

describe('design 6: a desk is what its start says, and stays one', () => {
  it.each<[string, object]>([
    ['a forged memory', { memory: { stopped: false } }],
    ['an odd mode', { mode: 'Shadow' }],
    ['release rules, which are the guard’s', { release: { policy: 'paid' } }],
    ['an odd ratio of adopted ads', { adoptAds: { ...adoptAds, limitRatio: '0' } }],
    ['a setting that is not known', { settings: { orderPollIntervalMS: 5 } }],
    ['a setting of the wrong kind', { settings: { orderPollIntervalMs: 'often' } }],
  ])('a start with %s fails with the reason', async (name, part) => {
    const account = `desk-bad-${name.length}`;
    await withWorkers(env, { account, activities: { watchOrders } }, async () => {
      const handle = await startDesk(env, { ...deskInput(account), ...part } as AccountDeskInput);
      await expect(handle.result()).rejects.toMatchObject({
        cause: { type: expect.stringMatching(/^(FORGED_MEMORY|MALFORMED_INPUT)$/) },
      });
    });
  });

  it('it begins a new run long before the limits of a history, also while a watch runs, and loses nothing', async () => {
    await withDesk(env, { account: 'desk-long', activities: { watchOrders } }, async (handle) => {
      const first = (await handle.describe()).runId;
      const latest = env.client.workflow.getHandle(handle.workflowId);
      const messages = 700;
      for (let sent = 0; sent < messages; sent += 100) {
        const signals = Array.from({ length: 100 }, (_, index) => tell(latest, { running: sent + index }));
        await Promise.all(signals);
      }
      await untilView(
        async () => (await latest.describe()).runId,
        (runId) => runId !== first,
      );
      await tell(latest, { running: messages });
      const shown = await untilView(
        () => latest.query(definitions.deskStateQuery),
        (desk) => desk.report?.running === messages,
      );
      expect(shown).toMatchObject({ state: 'running', refused: { count: 0 } });
      expect((await latest.describe()).historyLength).toBeLessThan(700);
    });
  });
});

describe('design 6: taking orders in', () => {
  it('stop ends the intake at once, and the desk says so', async () => {
    await withWorkers(env, { account: 'desk-stop', activities: { watchOrders } }, async () => {
      const handle = await startDesk(env, deskInput('desk-stop'));
      const last = await handle.executeUpdate(stop.update, { args: [me] });
      expect(last.state).toBe('stopped');
      await handle.result();
    });
  });

  it('its mode is changed while it runs, and shows at once: its watch asks for it at each order', async () => {
    await withDesk(env, { account: 'desk-mode', activities: { watchOrders } }, async (handle) => {
      const changed = await handle.executeUpdate(changeMode.update, { args: [{ ...me, mode: 'shadow' }] });
      expect(changed).toMatchObject({ mode: 'shadow' });
      expect(await view(handle, ({ mode }) => mode === 'shadow')).toMatchObject({ state: 'running' });
    });
  });

  it('a watch whose period is over is followed by the next, which goes on with what it knew', async () => {
    const inputs: WatchOrdersInput[] = [];
    const intake = { told: { PAID: ['7'] }, ended: [] };
    const rolling: FakeActivities['watchOrders'] = async (input) => {
      inputs.push(input);
      if (inputs.length === 3) return heldUntilCancelled();
      return { kind: 'period-over', polls: 1, started: 0, intake, report };
    };
    await withDesk(env, { account: 'desk-period', activities: { watchOrders: rolling } }, async (handle) => {
      await untilView(
        async () => inputs.length,
        (count) => count === 3,
      );
      const periodMs = defaultSettings.watchPeriodMs;
      expect(inputs[0]).toEqual({ periodMs, intake: null });
      expect(inputs[1]).toEqual({ periodMs, intake });
      expect((await view(handle, () => true)).report).toEqual(report);
    });
  });

  it('stop ends the wait of an intake in trouble', async () => {
    const failing: FakeActivities['watchOrders'] = async () => {
      throw ApplicationFailure.nonRetryable('banned', 'IP_BAN', { code: null, retryAfterMs: 7_200_000 });
    };
    await withDesk(env, { account: 'desk-trouble-stop', activities: { watchOrders: failing } }, async (handle) => {
      expect(await view(handle, (desk) => desk.troubles['intake'] !== undefined)).toMatchObject({
        troubles: { intake: { text: expect.stringMatching(/^banned \(IP_BAN\)/), urgent: false } },
        needsHuman: false,
      });
    });
  });
});

describe('desk start --adopt-ads', () => {
  it('the ads are taken over once, beside the intake; those that run otherwise are named', async () => {
    let adoptions = 0;
    const leftAlone = [{ adNumber: '13', why: 'it runs in shadow' }];
    const activities: FakeActivities = {
      watchOrders,
      adoptAds: async (input) => {
        adoptions += 1;
        expect(input).toEqual(adoptAds);
        return { adopted: ['11', '12'], leftAlone };
      },
    };
    await withDesk(env, { account: 'desk-adopt', activities, input: { adoptAds } }, async (handle) => {
      const shown = await view(handle, (desk) => desk.adopted.length > 0);
      expect(shown).toMatchObject({ adopted: ['11', '12'], leftAlone });
    });
    expect(adoptions).toBe(1);
  });

  it('orders are taken in while the ads are not, and a stop ends the adoption', async () => {
    let intakes = 0;
    let cancelledAdoptions = 0;
    const activities: FakeActivities = {
      watchOrders: async () => {
        intakes += 1;
        return heldUntilCancelled();
      },
      adoptAds: () =>
        heldUntilCancelled().catch((error: unknown) => {
          cancelledAdoptions += 1;
          throw error;
        }),
    };
    await withDesk(env, { account: 'desk-beside', activities, input: { adoptAds } }, async () => {
      await untilView(
        async () => intakes,
        (count) => count === 1,
      );
    });
    await untilView(
      async () => cancelledAdoptions,
      (count) => count === 1,
    );
  });
});
