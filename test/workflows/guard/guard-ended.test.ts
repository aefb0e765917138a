import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { continueForged } from '../../setup/forged-run.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { heldUntil, quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';
import { openGuardWorld, untilKept, withGuard } from './guard-world.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const kill = { name: 'releases', thrown: true, by: 'ana', reason: 'fraud' } as const;
const handleOf = ({ guard }: { guard: { workflowId: string } }) => env.client.workflow.getHandle(guard.workflowId);

const server = () => ({ client: env.client, namespace: env.namespace ?? 'default' });

type Replacement = [string, (it: { guardId: string; account: string; queue: string }) => Promise<unknown>];

describe('design 6: a guard that is ended, replaced or cancelled from outside', () => {
  it('I12: one that was started over a running one knows nothing, and permits no number that was armed', async () => {
    await withGuard(env, { account: 'guard-replaced' }, async (world) => {
      const { guard, port, account } = world;
      const first = await world.claimed();
      await port.permit(first);
      await world.armed(first);
      await guard.killSwitch(kill);
      await untilKept(world);
      await env.client.workflow.start('guard', {
        workflowId: guard.workflowId,
        taskQueue: definitions.groupTaskQueue(account),
        workflowIdConflictPolicy: 'TERMINATE_EXISTING',
        args: [{ account }],
      });
      expect(await guard.state()).toMatchObject({ generation: null, switches: { releases: null } });
      expect(await guard.permit(first, 'a')).toMatchObject({ reason: 'GUARD_BEHIND' });
      const next = await world.claimed('mark-paid', 'B');
      expect(next.known).toEqual({ number: first.number, callId: first.callId });
      expect(await guard.permit(next, 'b')).toMatchObject({ reason: 'GUARD_BEHIND' });
      expect(await port.permit(next)).toMatchObject({ permitted: true });
      expect(await port.permit({ ...first, step: 'mark-paid' })).toMatchObject({ reason: 'REGISTER_BEHIND' });
      expect(await port.permit(await world.claimed('release', 'C'))).toMatchObject({ reason: 'SWITCHED_OFF' });
    });
  });

  it('promise 2, I36: a guard that was terminated comes back with its switches, names, numbers and rules', async () => {
    const reading = Promise.withResolvers<void>();
    onTestFinished(() => reading.resolve());
    const account = 'guard-terminated';
    const { port: reader } = await openGuardWorld(env, account);
    const readEndedGuard: FakeActivities['readEndedGuard'] = async ({ runId }) => {
      await heldUntil(reading.promise);
      return reader.readEnded(runId);
    };
    await withGuard(env, { account, replaced: { readEndedGuard } }, async (world) => {
      const { guard, port } = world;
      const first = await world.claimed();
      await port.permit(first);
      const claim = { name: 'usdt-bob', adNumber: '11' };
      await guard.claimPublication(claim, 'the first name');
      await guard.setReleaseRules(noReleaseRules);
      await guard.killSwitch(kill);
      await guard.block('77001', { by: 'ana' });
      await untilKept(world);
      const before = await guard.state();
      await handleOf(world).terminate('tidied up');
      const next = await world.claimed('mark-paid', 'B');
      expect(await guard.permit(next, 'b')).toMatchObject({ permitted: false, reason: 'GUARD_SILENT' });
      await expect(guard.claimPublication({ ...claim, name: 'other' }, 'while reading')).rejects.toMatchObject({
        cause: { type: 'REFUSED' },
      });
      expect(await guard.state()).toMatchObject({ state: 'taking-over' });
      reading.resolve();
      await untilKept(world);
      expect(await guard.state()).toEqual(before);
      expect(await guard.permit({ ...first, step: 'mark-paid' }, 'c')).toMatchObject({ reason: 'REGISTER_BEHIND' });
      expect(await guard.permit(next, 'd')).toMatchObject({ permitted: true });
      expect(await guard.permit(await world.claimed(), 'e')).toMatchObject({ reason: 'SWITCHED_OFF' });
      expect(await guard.claimPublication({ ...claim, name: 'other' }, 'another name')).toEqual(claim);
    });
  });

  it('I36, I18: what a terminated guard had not kept and not sent is kept and sent by the next one', async () => {
    const told: string[] = [];
    let isReachable = false;
    const takeAdsOff: FakeActivities['takeAdsOff'] = async ({ by }) => {
      if (!isReachable) throw new Error('the ads could not be told');
      told.push(by);
      return 1;
    };
    await withGuard(env, { account: 'guard-terminated-told', replaced: { takeAdsOff } }, async (world) => {
      const { guard, port, memory } = world;
      await port.permit(await world.claimed());
      const request = await world.claimed('release', 'B');
      memory.silent = true;
      await guard.block('77001', { by: 'ana' });
      await guard.killSwitch({ ...kill, name: 'ads' });
      await handleOf(world).terminate('tidied up');
      expect(await guard.permit(request, 'a')).toMatchObject({ permitted: false });
      [memory.silent, isReachable] = [false, true];
      await untilKept(world);
      await untilView(
        async () => told.length,
        (times) => times > 0,
      );
      expect(await world.restricted()).toEqual(['block 77001', 'switch ads']);
      expect(await guard.permit(request, 'b')).toMatchObject({ permitted: true });
      expect(told).toEqual(['ana']);
    });
  });

  it.each<Replacement>([
    [
      'that never began',
      ({ guardId, account }) =>
        env.client.workflow.start('guard', {
          workflowId: guardId,
          taskQueue: 'no-worker',
          workflowIdConflictPolicy: 'TERMINATE_EXISTING',
          args: [{ account }],
        }),
    ],
    ...[{}, { switches: 7 }, { after: 'x' }].map((memory): Replacement => [
      `that seems to go on with ${JSON.stringify(memory)}`,
      ({ guardId, account, queue }) =>
        continueForged(server(), { type: 'guard', workflowId: guardId, input: { account, memory }, queue }),
    ]),
  ])('P6: a run %s kept nothing: the next guard takes over what the one before it kept', async (name, replace) => {
    const account = `guard-${name.replace(/\W+/g, '-')}`.slice(0, 40);
    await withGuard(env, { account }, async (world) => {
      const { guard, port } = world;
      await guard.killSwitch(kill);
      await untilKept(world);
      await replace({ guardId: guard.workflowId, account, queue: definitions.groupTaskQueue(account) });
      // It may have ended by itself.
      await handleOf(world)
        .terminate('a person')
        .catch(() => undefined);
      await untilView(
        () => port.look(0),
        (known) => known !== null,
      );
      await untilKept(world);
      expect(await guard.state()).toMatchObject({ switches: { releases: { by: 'ana' } } });
      expect(await port.permit(await world.claimed())).toMatchObject({ reason: 'SWITCHED_OFF' });
    });
  });

  it('promise 4: a guard whose cancellation was asked for goes on, with its switches, and asks no one', async () => {
    await withGuard(env, { account: 'guard-cancelled' }, async (world) => {
      const { guard, port } = world;
      await guard.killSwitch(kill);
      const handle = handleOf(world);
      await handle.cancel();
      expect(await port.permit(await world.claimed())).toMatchObject({ reason: 'SWITCHED_OFF' });
      expect((await guard.killSwitch({ ...kill, name: 'all' })).switches.all).toMatchObject({ by: 'ana' });
      await untilKept(world);
      expect(await world.restricted()).toEqual(['switch all', 'switch releases']);
      expect((await handle.describe()).status.name).toBe('RUNNING');
    });
  });

  it('I35: a cancelled one begins a new run as any other, and keeps its switches', async () => {
    await withGuard(env, { account: 'guard-cancelled-afresh' }, async (world) => {
      const { guard, port } = world;
      await guard.killSwitch(kill);
      const handle = handleOf(world);
      const { runId: first } = await handle.describe();
      await handle.cancel();
      for (let sent = 0; sent < 600; sent += 50) {
        await Promise.all(Array.from({ length: 50 }, () => handle.signal(defineSignal('noSuchSignal'))));
      }
      const runOf = async () => (await handle.describe()).runId;
      await untilView(runOf, (runId) => runId !== first);
      expect((await handle.describe()).status.name).toBe('RUNNING');
      expect(await port.permit(await world.claimed())).toMatchObject({ reason: 'SWITCHED_OFF' });
      expect(await guard.state()).toMatchObject({ switches: { releases: { by: 'ana' } }, refused: { count: 600 } });
    });
  });
});
