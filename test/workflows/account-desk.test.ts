import { ApplicationFailure } from '@temporalio/common';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WatchOrdersInput } from '../../src/activities/activity-contract.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import type { AccountDeskInput, DeskView } from '../../src/workflows/contract/definitions.ts';
import { createTimeSkippingEnv } from '../setup/time-skipping-env.ts';
import { orderInput, rules } from './fixtures.ts';
import { heldUntilCancelled, quietRuntime, untilView, withWorkers } from './workflow-harness.ts';
import type { FakeActivities } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(quietRuntime);

/** One server for all tests of a block. */
function oneEnvForAll(): void {
  beforeAll(async () => {
    env = await createTimeSkippingEnv();
  });
  afterAll(() => env.teardown());
}

function deskInput(account: string, part: Partial<AccountDeskInput> = {}): AccountDeskInput {
  return { account, egress: 'default', mode: 'sim', release: orderInput(account).release, adoptAds: null, ...part };
}

function start(input: AccountDeskInput) {
  return env.client.workflow.start('accountDesk', {
    workflowId: definitions.deskWorkflowId(input.account),
    taskQueue: definitions.accountTaskQueue(input.account),
    args: [input],
  });
}

const { limits: _limits, ...rulesWithoutLimits } = rules;
const adoptAds = { rules: rulesWithoutLimits, limitRatio: '0.02' };

type Handle = Awaited<ReturnType<typeof start>>;

const me = { by: 'ana' };
const watchOrders: FakeActivities['watchOrders'] = heldUntilCancelled;
const view = (handle: Handle, holds: (view: DeskView) => boolean): Promise<DeskView> =>
  untilView(() => handle.query(definitions.deskStateQuery), holds);
const throwSwitch = (handle: Handle, part: object): Promise<DeskView> => {
  const wish = { name: 'releases', thrown: true, by: 'ana', reason: 'odd payments', ...part };
  return handle.executeUpdate(definitions.killSwitchUpdate, { args: [wish as never] });
};

async function stopped(handle: Handle): Promise<void> {
  await handle.executeUpdate(definitions.stopDeskUpdate, { args: [me] });
  await handle.result();
}

/** Runs one desk with the activities; stopped after the test. */
async function withDesk(
  account: string,
  { activities, input = {} }: { activities: FakeActivities; input?: Partial<AccountDeskInput> },
  test: (handle: Handle) => Promise<void>,
): Promise<void> {
  await withWorkers(env, { account, activities }, async () => {
    const handle = await start(deskInput(account, input));
    await test(handle);
    await stopped(handle);
  });
}

describe('design 6: the kill switches of a desk', () => {
  oneEnvForAll();

  it('S8: thrown and opened by update, with who, why and when; the others stay as they are', async () => {
    await withDesk('desk-switch', { activities: { watchOrders } }, async (handle) => {
      const thrown = await throwSwitch(handle, {});
      expect(thrown.switches).toMatchObject({
        all: null,
        releases: { by: 'ana', reason: 'odd payments', atMs: expect.any(Number) },
        repricing: null,
      });
      await throwSwitch(handle, { name: 'repricing' });
      const opened = await throwSwitch(handle, { thrown: false, reason: 'checked' });
      expect(opened.switches).toMatchObject({ releases: null, repricing: { by: 'ana' } });
    });
  });

  it.each([
    ['an unknown name', { name: 'everything' }, 'name must be'],
    ['no name at all', { name: undefined }, 'name must be'],
    ['thrown that is no boolean', { thrown: 'yes' }, 'thrown must be'],
    ['no reason', { reason: '' }, 'say the reason'],
    ['nobody', { by: '' }, 'say who'],
  ])('a command with %s is refused with a reason and changes nothing', async (name, part, words) => {
    await withDesk(`desk-bad-${name.length}`, { activities: { watchOrders } }, async (handle) => {
      const cause = { type: 'REFUSED', message: expect.stringContaining(words) };
      await expect(throwSwitch(handle, part)).rejects.toMatchObject({ cause });
      expect((await view(handle, () => true)).switches).toEqual({ all: null, releases: null, repricing: null });
    });
  });

  it('a refused signal is told on the desk, since it cannot answer', async () => {
    await withDesk('desk-signal', { activities: { watchOrders } }, async (handle) => {
      await handle.signal(definitions.killSwitchSignal, { name: 'all', thrown: true, by: 'ana', reason: '' });
      expect((await view(handle, (desk) => desk.lastProblem !== null)).lastProblem).toContain('killSwitch refused');
      await handle.signal(definitions.killSwitchSignal, { name: 'all', thrown: true, by: 'ana', reason: 'fire' });
      expect((await view(handle, (desk) => desk.switches.all !== null)).switches.all).toMatchObject({ reason: 'fire' });
    });
  });

  it('release rules: changed by update for orders to come; an unknown policy is refused', async () => {
    await withDesk('desk-rules', { activities: { watchOrders } }, async (handle) => {
      const release = { ...orderInput('x').release, policy: 'approve', amountCap: { BOB: '1000' } } as const;
      const set = (part: object) =>
        handle.executeUpdate(definitions.setReleaseRulesUpdate, { args: [{ ...release, ...part } as never] });
      expect((await set({})).release).toMatchObject({ policy: 'approve', amountCap: { BOB: '1000' } });
      await expect(set({ policy: 'whatever' })).rejects.toMatchObject({
        cause: { message: expect.stringContaining('policy: must be one of') },
      });
      await expect(set({ policy: 'toString' })).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
      await expect(set({ amountCap: 'much' })).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
    });
  });
});

describe('promise 2: one payment proof never releases two orders', () => {
  oneEnvForAll();

  it('the first claim wins, for ever; names that every object knows are proofs like any other', async () => {
    await withDesk('desk-proofs', { activities: { watchOrders } }, async (handle) => {
      const claim = (proofId: string, orderNumber: string) =>
        handle.executeUpdate(definitions.claimProofUpdate, { args: [{ proofId, orderNumber }] });
      for (const proofId of ['bank-1', '12345', 'constructor', '__proto__']) {
        expect(await claim(proofId, 'a')).toBe('a');
        expect(await claim(proofId, 'b')).toBe('a');
        expect(await claim(proofId, 'a')).toBe('a');
      }
      await expect(claim('', 'a')).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
    });
  });

  it('I35: a desk that remembers very many forgets the oldest first, also when references are numbers', async () => {
    const proofs = Array.from({ length: 5_000 }, (_, index) => ({
      proofId: String(9_000_000 - index),
      orderNumber: 'old',
    }));
    const memory = {
      switches: { all: null, releases: null, repricing: null },
      release: orderInput('x').release,
      report: null,
      proofs,
      adopted: [],
      lastProblem: null,
      stopped: false,
    };
    await withDesk('desk-many', { activities: { watchOrders }, input: { memory } }, async (handle) => {
      const claim = (proofId: string, orderNumber: string) =>
        handle.executeUpdate(definitions.claimProofUpdate, { args: [{ proofId, orderNumber }] });
      expect(await claim('17', 'a')).toBe('a');
      expect(await claim('17', 'b')).toBe('a');
      expect(await claim('8999999', 'b')).toBe('old');
    });
  });
});

describe('design 6: taking orders in', () => {
  oneEnvForAll();

  it('stop ends the intake at once, and the desk says so', async () => {
    await withWorkers(env, { account: 'desk-stop', activities: { watchOrders } }, async () => {
      const handle = await start(deskInput('desk-stop'));
      await expect(handle.executeUpdate(definitions.stopDeskUpdate, { args: [{ by: '' }] })).rejects.toMatchObject({
        cause: { type: 'REFUSED' },
      });
      const last = await handle.executeUpdate(definitions.stopDeskUpdate, { args: [me] });
      expect(last.state).toBe('stopped');
      await handle.result();
    });
  });

  it('what the intake reports is shown', async () => {
    await withDesk('desk-report', { activities: { watchOrders } }, async (handle) => {
      const report = { atMs: 1, running: 3, started: 5, businessStatus: 'open' };
      await handle.signal(definitions.intakeReportSignal, report);
      expect((await view(handle, (desk) => desk.report !== null)).report).toEqual(report);
    });
  });

  it('a watch whose period is over is followed by the next', async () => {
    const inputs: WatchOrdersInput[] = [];
    const rolling: FakeActivities['watchOrders'] = async (input) => {
      inputs.push(input);
      return inputs.length < 3 ? { kind: 'period-over', polls: 1, started: 0 } : heldUntilCancelled();
    };
    await withDesk('desk-period', { activities: { watchOrders: rolling } }, async () => {
      await untilView(
        async () => inputs.length,
        (count) => count === 3,
      );
      expect(inputs[0]).toEqual({ mode: 'sim', periodMs: defaultSettings.watchPeriodMs });
    });
  });

  it('stop ends the wait of an intake in trouble', async () => {
    const failing: FakeActivities['watchOrders'] = async () => {
      throw ApplicationFailure.nonRetryable('banned', 'IP_BAN', { code: null, retryAfterMs: 7_200_000 });
    };
    await withDesk('desk-trouble-stop', { activities: { watchOrders: failing } }, async (handle) => {
      await view(handle, (desk) => desk.lastProblem?.startsWith('IP_BAN') ?? false);
    });
  });
});

describe('desk start --adopt-ads', () => {
  oneEnvForAll();

  it('the ads are taken over once; a continued desk leaves them alone', async () => {
    let adoptions = 0;
    const activities: FakeActivities = {
      watchOrders,
      adoptAds: async (input) => {
        adoptions += 1;
        expect(input).toEqual({ mode: 'sim', ...adoptAds });
        return ['11', '12'];
      },
    };
    await withDesk('desk-adopt', { activities, input: { adoptAds } }, async (handle) => {
      const shown = await view(handle, (desk) => desk.adopted.length > 0);
      expect(shown.adopted).toEqual(['11', '12']);
    });
    const memory = {
      switches: { all: null, releases: null, repricing: null },
      release: orderInput('x').release,
      report: null,
      proofs: [],
      adopted: ['11', '12'],
      lastProblem: null,
      stopped: false,
    };
    await withDesk('desk-adopted', { activities, input: { adoptAds, memory } }, async (handle) => {
      expect((await view(handle, () => true)).adopted).toEqual(['11', '12']);
    });
    expect(adoptions).toBe(1);
  });
});

describe('promise 5: troubles of a desk are shown and waited out', () => {
  // A watch that was let go holds the time of its server for a while: here time has to be skipped.
  beforeEach(async () => {
    env = await createTimeSkippingEnv();
  });
  afterEach(() => env.teardown());

  it('7.4, promise 5: an intake that fails is shown and waited out, not less than the service asks for', async () => {
    const startedAtMs: number[] = [];
    const failing: FakeActivities['watchOrders'] = async () => {
      startedAtMs.push(await env.currentTimeMs());
      if (startedAtMs.length > 1) return heldUntilCancelled();
      const details = { code: '-2015', endpoint: 'listOrders', message: 'no key', retryAfterMs: 300_000 };
      throw ApplicationFailure.nonRetryable('no key', 'NON_RETRIABLE_BUSINESS', details);
    };
    await withDesk('desk-trouble', { activities: { watchOrders: failing } }, async (handle) => {
      const shown = await view(handle, (desk) => desk.lastProblem !== null);
      expect(shown).toMatchObject({ state: 'running', lastProblem: 'NON_RETRIABLE_BUSINESS -2015 no key' });
      await env.sleep(301_000);
      await untilView(
        async () => startedAtMs.length,
        (count) => count === 2,
      );
      expect((startedAtMs[1] ?? 0) - (startedAtMs[0] ?? 0)).toBeGreaterThanOrEqual(300_000);
    });
  });

  it('promise 5: an adoption that is refused does not end the desk: it is shown, and tried again', async () => {
    let adoptions = 0;
    const activities: FakeActivities = {
      watchOrders,
      adoptAds: async () => {
        adoptions += 1;
        if (adoptions > 1) return ['11'];
        throw ApplicationFailure.nonRetryable('no key', 'NON_RETRIABLE_BUSINESS', {
          code: '-2015',
          retryAfterMs: 300_000,
        });
      },
    };
    await withDesk('desk-adopt-refused', { activities, input: { adoptAds } }, async (handle) => {
      await view(handle, (desk) => desk.lastProblem?.includes('-2015') ?? false);
      await env.sleep(301_000);
      expect(await view(handle, (desk) => desk.adopted.length > 0)).toMatchObject({ lastProblem: null });
    });
  });
});
