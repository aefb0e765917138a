/** ADR 0015: "Request Cancellation" of the Web UI, pressed on an ad, a desk or an egress: they go on. */
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskControl, type AdView } from '../../src/client/index.ts';
import * as definitions from '../../src/workflows/contract/definitions.ts';
import { createLocalEnv } from '../setup/local-env.ts';
import * as desks from './account/desk-fixture.ts';
import { market, me, setTo, startAdWorkflow, stopAd, viewOf, withAd, type AdHandle } from './ad/ad-fixture.ts';
import { adInput, orderFacts } from './fixtures.ts';
import { quietRuntime, untilView, withWorkers } from './workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const { adCommands } = definitions;
const noise = defineSignal<[number]>('noSuchSignal');

/** Sends messages without effect until a new run has begun; returns the workflow, whichever run is the present one. */
async function beginNewRun<Handle extends WorkflowHandle>(
  handle: Handle & { firstExecutionRunId: string },
  wake = async (_present: Handle): Promise<void> => undefined,
): Promise<Handle> {
  const present = env.client.workflow.getHandle(handle.workflowId) as Handle;
  const runOf = async () => (await present.describe()).runId;
  for (let sent = 0; (await runOf()) === handle.firstExecutionRunId; sent += 60) {
    expect(sent).toBeLessThan(3_000);
    await Promise.all(Array.from({ length: 60 }, (_, index) => present.signal(noise, index)));
    await wake(present);
  }
  return present;
}

const asks = ({ isCancelAsked }: AdView): boolean => isCancelAsked;

describe('0015: an ad whose cancellation was asked for in Temporal stays priced, and a human is asked', () => {
  const updateAdPrice = async () => ({ kind: 'applied' as const, atMs: 5 });

  it('an ad is priced on, and says what ends it and what confirms that it goes on; stop ends it', async () => {
    const { watchMarket, inputs, verdicts } = market([]);
    await withAd({ env, account: 'cancel-ad', activities: { watchMarket, updateAdPrice } }, async (handle) => {
      await viewOf(handle, () => inputs.length === 2);
      await handle.cancel();
      const asked = await viewOf(handle, asks);
      expect(asked).toMatchObject({
        state: { kind: 'running' },
        needsHuman: true,
        asks: [
          expect.stringMatching(/the ad goes on as it is: `peerdesk ad resume`.*`peerdesk ad stop` leaves it unpriced/),
        ],
      });
      // Its watch was not disturbed, and it sets what the next look finds.
      expect(inputs).toHaveLength(2);
      verdicts.push(setTo('9.40'));
      await handle.executeUpdate(adCommands.repriceNow.update, { args: [me] });
      const priced = await viewOf(handle, ({ reprices }) => reprices === 1);
      expect(asks(priced)).toBe(true);
    });
  });

  it.each(['resume', 'pause', 'offline'] as const)(
    'an ad: %s of a person confirms that it goes on so',
    async (name) => {
      const { watchMarket, inputs } = market([]);
      const takeAdOffline = async () => ({ kind: 'applied' as const, atMs: 5 });
      const activities = { watchMarket, takeAdOffline };
      await withAd({ env, account: `cancel-ad-${name}`, activities }, async (handle) => {
        await viewOf(handle, () => inputs.length === 2);
        await handle.cancel();
        await viewOf(handle, asks);
        await handle.signal(adCommands[name].signal, me);
        await viewOf(handle, (view) => !asks(view));
      });
    },
  );

  it('an ad: the kill switch that takes every ad off confirms nothing', async () => {
    const { watchMarket, inputs } = market([]);
    const takeAdOffline = async () => ({ kind: 'applied' as const, atMs: 5 });
    await withAd({ env, account: 'cancel-ad-swept', activities: { watchMarket, takeAdOffline } }, async (handle) => {
      await viewOf(handle, () => inputs.length === 2);
      await handle.cancel();
      await viewOf(handle, asks);
      await handle.signal(adCommands.offline.signal, { ...me, engagedAtMs: Date.now() });
      expect(asks(await viewOf(handle, ({ state }) => state.kind === 'offline'))).toBe(true);
    });
  });

  it('an ad before its first task, asked twice: it is priced as any other', async () => {
    const account = 'cancel-ad-first';
    const { watchMarket } = market([setTo('9.49')]);
    const handle = await startAdWorkflow(env, adInput(account));
    await handle.cancel();
    await handle.cancel();
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      expect(await viewOf(handle, ({ reprices }) => reprices === 1)).toMatchObject({ isCancelAsked: true });
      await stopAd(handle);
    });
  });

  it('an ad in the middle of a price change: the change is made once', async () => {
    const { watchMarket } = market([setTo('9.49')]);
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let writes = 0;
    const slowly = async () => {
      writes += 1;
      reached.resolve();
      await goOn.promise;
      return updateAdPrice();
    };
    const activities = { watchMarket, updateAdPrice: slowly };
    await withAd({ env, account: 'cancel-ad-write', activities }, async (handle) => {
      await reached.promise;
      await handle.cancel();
      await viewOf(handle, asks);
      goOn.resolve();
      await viewOf(handle, ({ reprices }) => reprices === 1);
      expect(writes).toBe(1);
    });
  });

  it('an ad begins a new run as any other, and goes on asking there', async () => {
    const account = 'cancel-ad-run';
    const { watchMarket, inputs } = market([]);
    await withWorkers(env, { account, activities: { watchMarket, updateAdPrice } }, async () => {
      const first = await startAdWorkflow(env, adInput(account));
      await viewOf(first, () => inputs.length === 2);
      await first.cancel();
      await viewOf(first, asks);
      // A watch of a quiet market outlasts the length of its history.
      const present: AdHandle = await beginNewRun(first, (handle) => handle.signal(adCommands.repriceNow.signal, me));
      await viewOf(present, asks);
      await present.signal(adCommands.resume.signal, me);
      await viewOf(present, (view) => !asks(view));
      await present.cancel();
      await viewOf(present, asks);
      await stopAd(present);
    });
  });
});

describe('0015: a desk whose cancellation was asked for in Temporal keeps taking in, and a human is asked', () => {
  const isAsked = ({ troubles }: definitions.DeskView): boolean => troubles['cancelled']?.urgent === true;

  it('a desk before its first task: it takes orders in, and its start confirms that it goes on', async () => {
    const account = 'cancel-desk-first';
    const handle = await desks.startDesk(env, desks.deskInput(account));
    await handle.cancel();
    let intakes = 0;
    const watchOrders: typeof desks.watchOrders = async (input) => {
      intakes += 1;
      return desks.watchOrders(input);
    };
    await withWorkers(env, { account, activities: { watchOrders } }, async () => {
      const asked = await desks.view(handle, isAsked);
      expect(asked.troubles['cancelled']?.text).toMatch(/`peerdesk desk stop` ends it, `peerdesk desk start` confirms/);
      await untilView(
        async () => intakes,
        (count) => count === 1,
      );
      await desks.tell(handle, { running: 4 });
      await desks.view(handle, ({ report }) => report?.running === 4);
      const control = deskControl(env.client, account);
      expect(await control.changeMode('sim', me)).toMatchObject({ needsHuman: false, troubles: {} });
      await control.stop(me);
      await handle.result();
    });
  });

  it('a desk begins a new run as any other, and goes on asking there', async () => {
    const account = 'cancel-desk-run';
    const { watchOrders } = desks;
    await withWorkers(env, { account, activities: { watchOrders } }, async () => {
      const first = await desks.startDesk(env, desks.deskInput(account));
      await first.cancel();
      await desks.view(first, isAsked);
      const present: desks.Handle = await beginNewRun(first);
      await desks.view(present, isAsked);
      await desks.tell(present, { running: 5 });
      await desks.view(present, ({ report }) => report?.running === 5);
      await deskControl(env.client, account).stop(me);
      await present.result();
    });
  });
});

describe('0015: what keeps a switch or a ban goes on, and asks no one', () => {
  it('an egress keeps its ban, answers and begins a new run as any other', async () => {
    const egress = 'cancel-egress';
    const activities = { readOrder: async () => ({ ...orderFacts(), stand: null }) };
    await withWorkers(env, { account: egress, activities }, async () => {
      const first = await env.client.workflow.start('egress', {
        workflowId: definitions.egressWorkflowId(egress),
        taskQueue: definitions.groupTaskQueue(egress),
        args: [{ egress }],
      });
      await first.cancel();
      const ban = { untilMs: Date.now() + 3_600_000, reason: 'HTTP 418' };
      await first.signal(definitions.banReportedFact.signal, ban);
      const present = await beginNewRun(first);
      const kept = await present.query(definitions.egressStateQuery);
      expect(kept.ban).toMatchObject({ untilMs: ban.untilMs });
      const cleared = await present.executeUpdate(definitions.egressCommands.clearBan.update, { args: [me] });
      expect(cleared.ban).toBeNull();
      await present.terminate();
    });
  });
});
