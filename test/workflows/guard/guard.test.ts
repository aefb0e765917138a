import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { WorkflowFailedError } from '@temporalio/client';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardControl } from '../../../src/client/index.ts';
import { codeStepAt } from '../../../src/domain/orders/code-step.ts';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { releaseRequest } from '../../domain/guard/guard-fixture.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { quietRuntime, untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

/** By the clock of the server, which is this machine's. */
const step = codeStepAt(Date.now());

const request = (part: Parameters<typeof releaseRequest>[0] = {}) =>
  releaseRequest({ orderNumber: '22000000000000000001', amount: '950.00', proof: 'REF 1', codeStep: step, ...part });

const activitiesOf = (account: string): FakeActivities => ({
  readEndedGuard: async ({ runId }) => guardControl(env.client, account).memory(runId),
  wakeOrders: async () => 0,
});

const kill = { name: 'releases', thrown: true, by: 'ana', reason: 'fraud' } as const;

describe('design 6: the guard of an account', () => {
  it('I2, I12: permits once a proof and once a code step, whatever asks and however often', async () => {
    const account = 'guard-permits';
    const guard = guardControl(env.client, account);
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      const before = Date.now();
      const first = await guard.permit(request(), 'a');
      expect(first).toMatchObject({ permitted: true });
      expect(first.atMs).toBeGreaterThanOrEqual(before);
      expect(first.atMs).toBeLessThanOrEqual(Date.now());
      expect(await guard.permit(request({ codeStep: step + 1 }), 'again')).toMatchObject({
        permitted: false,
        reason: 'MAY_HAVE_LEFT',
      });
      const next = request({ orderNumber: 'next', proof: null, codeStep: step + 1 });
      expect(await guard.permit(next, 'b')).toMatchObject({ permitted: true });
      expect(
        await guard.permit(request({ orderNumber: 'other', proof: ' ref  1 ', codeStep: step + 2 }), 'c'),
      ).toMatchObject({
        permitted: false,
        reason: 'PROOF_USED',
      });
      expect(await guard.permit(request({ orderNumber: 'other', proof: null, codeStep: step + 1 }), 'd')).toMatchObject(
        {
          permitted: false,
          reason: 'CODE_USED',
        },
      );
    });
  });

  it('I18: the switch of the ads is sent until it has reached every ad, and once more when it is engaged again', async () => {
    const account = 'guard-ads';
    const guard = guardControl(env.client, account);
    const told: string[] = [];
    let failing = 1;
    const takeAdsOff: FakeActivities['takeAdsOff'] = async ({ by, reason }) => {
      told.push(`${by}: ${reason}`);
      failing -= 1;
      if (failing >= 0) throw new Error('an ad could not be told');
      return 3;
    };
    await withWorkers(env, { account, activities: { ...activitiesOf(account), takeAdsOff } }, async () => {
      const thrown = { name: 'ads', thrown: true, by: 'ana', reason: 'hacked' } as const;
      expect(await guard.killSwitch(thrown)).toMatchObject({ switches: { ads: { by: 'ana' }, repricing: null } });
      await untilView(
        async () => told.length,
        (times) => times === 2,
      );
      expect(await guard.permit(request(), 'a')).toMatchObject({ permitted: true });
      await guard.killSwitch({ ...thrown, thrown: false });
      await guard.killSwitch({ ...thrown, reason: 'again' });
      await untilView(
        async () => told.at(-1),
        (last) => last === 'ana: again',
      );
      expect(told).toEqual(['ana: hacked', 'ana: hacked', 'ana: again']);
    });
  });

  it('promise 2: a release that is proven not to have happened frees its payment', async () => {
    const account = 'guard-gives-back';
    const guard = guardControl(env.client, account);
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      await guard.permit(request(), 'a');
      const handle = env.client.workflow.getHandle(guard.workflowId);
      await handle.signal(definitions.giveBackFact.signal, { orderNumber: request().orderNumber, step: 'release' });
      const other = request({ orderNumber: 'other', codeStep: step + 1 });
      expect(await guard.permit(other, 'b')).toMatchObject({ permitted: true });
      expect(await guard.state()).toMatchObject({ claims: 1, releasedToday: { BOB: '950' } });
    });
  });

  it('I36: a switch is thrown without a worker and without a guard, and holds for the first question', async () => {
    const account = 'guard-kill-first';
    const guard = guardControl(env.client, account);
    await guard.sendKillSwitch(kill);
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      expect(await guard.permit(request(), 'a')).toMatchObject({ permitted: false, reason: 'SWITCHED_OFF' });
      const view = await guard.killSwitch({ ...kill, thrown: false });
      expect(view.switches.releases).toBeNull();
      expect(await guard.permit(request(), 'b')).toMatchObject({ permitted: true });
    });
  });

  it('promise 2, I36: a guard that was terminated comes back with its switches, proofs, steps, sums and rules', async () => {
    const account = 'guard-terminated';
    const guard = guardControl(env.client, account);
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      await guard.permit(request(), 'a');
      await guard.killSwitch(kill);
      await guard.block('77001', { by: 'ana' });
      const before = await guard.state();
      await env.client.workflow.getHandle(guard.workflowId).terminate('tidied up');
      const answers = [await guard.permit(request({ orderNumber: 'other', codeStep: step + 2 }), 'b')];
      await untilView(
        () => guard.state(),
        (view) => view.state === 'guarding',
      );
      answers.push(await guard.permit(request({ orderNumber: 'other', codeStep: step + 2 }), 'c'));
      expect(answers.map(({ permitted }) => permitted)).toEqual([false, false]);
      expect(await guard.state()).toEqual(before);
      await guard.killSwitch({ ...kill, thrown: false });
      expect(await guard.permit(request({ orderNumber: 'other', codeStep: step + 2 }), 'd')).toMatchObject({
        reason: 'PROOF_USED',
      });
      expect(await guard.permit(request({ orderNumber: 'other', proof: null, codeStep: step }), 'e')).toMatchObject({
        reason: 'CODE_USED',
      });
    });
  });

  it('promise 4: a cancellation from the Web UI does not end it', async () => {
    const account = 'guard-cancelled';
    const guard = guardControl(env.client, account);
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      await guard.killSwitch(kill);
      const handle = env.client.workflow.getHandle(guard.workflowId);
      await handle.cancel();
      expect(await guard.permit(request(), 'a')).toMatchObject({ reason: 'SWITCHED_OFF' });
      expect((await guard.killSwitch({ ...kill, name: 'all' })).switches.all).toMatchObject({ by: 'ana' });
      expect((await handle.describe()).status.name).toBe('RUNNING');
    });
  });

  it('I35: a cancelled one begins a new run as any other, and keeps its switches', async () => {
    const account = 'guard-cancelled-afresh';
    const guard = guardControl(env.client, account);
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      await guard.killSwitch(kill);
      const handle = env.client.workflow.getHandle(guard.workflowId);
      const { runId: first } = await handle.describe();
      await handle.cancel();
      for (let sent = 0; sent < 600; sent += 50) {
        await Promise.all(Array.from({ length: 50 }, () => handle.signal(defineSignal('noSuchSignal'))));
      }
      const runOf = async () => (await handle.describe()).runId;
      await untilView(runOf, (runId) => runId !== first);
      expect((await handle.describe()).status.name).toBe('RUNNING');
      expect(await guard.permit(request(), 'a')).toMatchObject({ reason: 'SWITCHED_OFF' });
      expect(await guard.state()).toMatchObject({ switches: { releases: { by: 'ana' } }, refused: { count: 600 } });
    });
  });

  it('S: malformed signals are counted and shown and change nothing; malformed updates are refused with the reason', async () => {
    const account = 'guard-malformed';
    const guard = guardControl(env.client, account);
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      await guard.start();
      const handle = env.client.workflow.getHandle(guard.workflowId);
      const before = await guard.memory();
      const { counterparty: _rules, ...uncheckedRules } = noReleaseRules;
      const odd: unknown[][] = [
        [],
        [null],
        [{}],
        ['x'],
        [7],
        [[]],
        [{ name: 'releases', thrown: 'yes', by: 'x' }],
        [uncheckedRules],
        [{ ...noReleaseRules, policy: ['paid'] }],
      ];
      const signals = ['killSwitch', 'setReleaseRules', 'block', 'unblock', 'giveBack', 'noSuchSignal'];
      for (const name of signals) for (const args of odd) await handle.signal(defineSignal<unknown[]>(name), ...args);
      const view = await untilView(
        () => guard.state(),
        ({ refused }) => refused.count === signals.length * odd.length,
      );
      const { refused: _before, ...kept } = before;
      const { refused: _after, ...now } = await guard.memory();
      expect(now).toEqual(kept);
      expect(view.refused.last?.reason).toBe('there is no such signal');
      for (const args of odd) {
        for (const name of ['permit', 'killSwitch', 'setReleaseRules']) {
          const asked = handle.executeUpdate<unknown, [unknown]>(name, { args: args as [unknown] });
          await expect(asked).rejects.toMatchObject({ cause: { type: 'REFUSED' } });
        }
      }
    });
  });

  it('design 6: a forged memory fails the start with the reason, and so does a malformed input', async () => {
    const account = 'guard-forged';
    const start = (workflowId: string, input: unknown) =>
      env.client.workflow.execute('guard', {
        workflowId,
        taskQueue: definitions.groupTaskQueue(account),
        args: [input],
      });
    await withWorkers(env, { account, activities: activitiesOf(account) }, async () => {
      for (const input of [{ account, memory: {} }, {}, null, { account: 'a b' }, { account, extra: 1 }]) {
        const failure = await start('guard-forged', input).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(WorkflowFailedError);
        expect(failure).toMatchObject({ cause: { type: expect.stringMatching(/^(FORGED_MEMORY|MALFORMED_INPUT)$/) } });
      }
    });
  });
});
