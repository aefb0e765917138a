import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { WorkflowFailedError } from '@temporalio/client';
import { defineSignal } from '@temporalio/workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { blockEntry } from '../../../src/domain/guard/restriction.ts';
import * as definitions from '../../../src/workflows/contract/definitions.ts';
import { generation } from '../../register/memory-register.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { quietRuntime, untilView, type FakeActivities } from '../workflow-harness.ts';
import { openGuardWorld, untilKept, withGuard } from './guard-world.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const kill = { name: 'releases', thrown: true, by: 'ana', reason: 'fraud' } as const;
const handleOf = ({ guard }: { guard: { workflowId: string } }) => env.client.workflow.getHandle(guard.workflowId);

describe('design 6: the guard of an account', () => {
  it('I1, I3, I12: permits each number of its register once and in order, whatever asks and however often', async () => {
    await withGuard(env, { account: 'guard-permits' }, async (world) => {
      const { guard, port } = world;
      const [first, second] = [await world.claimed(), await world.claimed('mark-paid', 'B')];
      const before = Date.now();
      const permitted = await port.permit(second);
      expect(permitted).toMatchObject({ permitted: true });
      expect(permitted.atMs).toBeGreaterThanOrEqual(before);
      expect(permitted.atMs).toBeLessThanOrEqual(Date.now());
      for (const request of [first, second, { ...second, step: 'place' as const, subject: 'C' }])
        expect(await port.permit(request)).toMatchObject({ permitted: false, reason: 'REGISTER_BEHIND' });
      const third = await world.claimed('place', 'C');
      const asked = [guard.permit(third, 'one question'), guard.permit(third, 'one question')];
      expect(await Promise.all(asked)).toMatchObject([{ permitted: true }, { permitted: true }]);
      expect(await guard.permit(third, 'another')).toMatchObject({ reason: 'REGISTER_BEHIND' });
    });
  });

  it('I12: one that was never told of the register permits nothing until it has caught up', async () => {
    await withGuard(env, { account: 'guard-behind' }, async (world) => {
      const { guard, port, register } = world;
      const entry = { kind: 'number', number: '77001', by: 'ana', note: null, atMs: 1 } as const;
      await register.restrict({ entries: [blockEntry(entry)], by: 'ana' });
      const request = await world.claimed();
      expect(await guard.permit(request, 'a')).toMatchObject({ permitted: false, reason: 'GUARD_BEHIND' });
      expect(await guard.state()).toMatchObject({ generation: null, blocked: [] });
      expect(await port.permit(request)).toMatchObject({ permitted: true });
      expect(await guard.state()).toMatchObject({ generation, blocked: [entry], isKept: true });
    });
  });

  it('I36: while the register does not have what it was told, it permits nothing; then it does', async () => {
    await withGuard(env, { account: 'guard-words' }, async (world) => {
      const { guard, port, memory } = world;
      await port.permit(await world.claimed());
      const request = await world.claimed('release', 'B');
      memory.silent = true;
      expect(await guard.block('77001', { by: 'ana' })).toMatchObject({
        isKept: false,
        onBlockList: 1,
      });
      expect(await guard.state()).toMatchObject({ blocked: [{ number: '77001' }] });
      expect(await guard.permit(request, 'a')).toMatchObject({ permitted: false, reason: 'GUARD_BEHIND' });
      memory.silent = false;
      await untilKept(world);
      expect(await world.restricted()).toEqual(['block 77001']);
      expect(await guard.permit(request, 'b')).toMatchObject({ permitted: true });
    });
  });

  it('I36: what loosens is no word: it is permitted at once, and the register goes on restricting', async () => {
    await withGuard(env, { account: 'guard-loosened' }, async (world) => {
      const { guard, port, memory } = world;
      await port.permit(await world.claimed());
      await guard.killSwitch({ ...kill, name: 'repricing' });
      await guard.block('77001', { by: 'ana' });
      await guard.setReleaseRules(noReleaseRules);
      await untilKept(world);
      const { words } = await guard.memory();
      expect(words).toBe(3);
      const known = await world.restricted();
      expect(known).toEqual(['block 77001', expect.stringMatching(/^rules /), 'switch repricing']);
      const request = await world.claimed('release', 'B');
      memory.silent = true;
      await guard.killSwitch({ ...kill, name: 'repricing', thrown: false });
      await guard.unblock('77001', { by: 'ana' });
      await guard.setReleaseRules(noReleaseRules);
      expect(await guard.killSwitch({ ...kill, name: 'ads', thrown: false })).toMatchObject({ isKept: true });
      expect(await guard.memory()).toMatchObject({ words, keptWords: words, blocked: [] });
      expect(await guard.permit(request, 'a')).toMatchObject({ permitted: true });
      memory.silent = false;
      expect(await world.restricted()).toEqual(known);
    });
  });

  it('I36: it names what may have left before its last word was kept', async () => {
    await withGuard(env, { account: 'guard-too-late' }, async (world) => {
      const { guard, port } = world;
      const request = await world.claimed();
      await port.permit(request);
      await world.armed(request);
      await guard.killSwitch(kill);
      await untilKept(world);
      expect(await guard.state()).toMatchObject({ mayHaveLeft: ['release A'] });
    });
  });

  it('I18: the switch of the ads is sent until it has reached every ad, and once more when it is engaged again', async () => {
    const told: string[] = [];
    let failing = 1;
    const takeAdsOff: FakeActivities['takeAdsOff'] = async ({ by, reason }) => {
      told.push(`${by}: ${reason}`);
      failing -= 1;
      if (failing >= 0) throw new Error('an ad could not be told');
      return 3;
    };
    await withGuard(env, { account: 'guard-ads', replaced: { takeAdsOff } }, async (world) => {
      const { guard, port } = world;
      const thrown = { name: 'ads', thrown: true, by: 'ana', reason: 'hacked' } as const;
      expect(await guard.killSwitch(thrown)).toMatchObject({ switches: { ads: { by: 'ana' }, repricing: null } });
      await untilView(
        async () => told.length,
        (times) => times === 2,
      );
      await untilKept(world);
      expect(await port.permit(await world.claimed())).toMatchObject({ permitted: true });
      await guard.killSwitch({ ...thrown, thrown: false });
      await guard.killSwitch({ ...thrown, reason: 'again' });
      await untilView(
        async () => told.at(-1),
        (last) => last === 'ana: again',
      );
      expect(told).toEqual(['ana: hacked', 'ana: hacked', 'ana: again']);
    });
  });

  it('I18: a register that is silent keeps no ad on the market', async () => {
    await withGuard(env, { account: 'guard-ads-silent' }, async ({ guard, memory, desk }) => {
      memory.silent = true;
      await guard.killSwitch({ name: 'ads', thrown: true, by: 'ana', reason: 'hacked' });
      await untilView(
        async () => desk.takenOff.length,
        (times) => times === 1,
      );
      expect(desk.takenOff).toMatchObject([{ by: 'kill switch ads (ana)', which: 'all' }]);
      expect(await guard.state()).toMatchObject({ isKept: false });
    });
  });

  it('I36: a switch is thrown without a worker and without a guard, and holds for the first question', async () => {
    const account = 'guard-kill-first';
    const { guard } = await openGuardWorld(env, account);
    await guard.sendKillSwitch(kill);
    await withGuard(env, { account }, async (world) => {
      const request = await world.claimed();
      expect(await world.port.permit(request)).toMatchObject({ permitted: false, reason: 'SWITCHED_OFF' });
      await untilKept(world);
      expect(await world.restricted()).toEqual(['switch releases']);
      const view = await guard.killSwitch({ ...kill, thrown: false });
      expect(view.switches.releases).toBeNull();
      expect(await guard.permit({ ...request, step: 'mark-paid' }, 'b')).toMatchObject({ reason: 'GUARD_BEHIND' });
    });
  });

  it('S: malformed signals are counted and shown and change nothing; malformed updates are refused with the reason', async () => {
    await withGuard(env, { account: 'guard-malformed' }, async (world) => {
      const { guard } = world;
      await guard.start();
      const handle = handleOf(world);
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
      const signals = ['killSwitch', 'setReleaseRules', 'block', 'unblock', 'noSuchSignal'];
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
        for (const name of ['permit', 'killSwitch', 'setReleaseRules', 'catchUp', 'claimPublication']) {
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
    await withGuard(env, { account }, async () => {
      for (const input of [{ account, memory: {} }, {}, null, { account: 'a b' }, { account, extra: 1 }]) {
        const failure = await start('guard-forged', input).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(WorkflowFailedError);
        expect(failure).toMatchObject({ cause: { type: expect.stringMatching(/^(FORGED_MEMORY|MALFORMED_INPUT)$/) } });
      }
    });
  });
});
