import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyGuardMemory } from '../../../src/domain/guard/guard-memory.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { introduceRegister } from '../../../src/workers/register/guard-catch-up.ts';
import { accountRegister, generation, memoryRegister } from '../../register/memory-register.ts';
import { createLocalEnv } from '../../setup/local-env.ts';
import { quietRuntime } from '../workflow-harness.ts';
import { openGuardWorld, withGuard, type GuardWorld } from './guard-world.ts';

let env: TestWorkflowEnvironment;

beforeAll(async () => {
  quietRuntime();
  env = await createLocalEnv();
});
afterAll(() => env.teardown());

const callOf = ({ number, callId }: PermitRequest) => ({ number, callId });

/** A second machine with a copy of the register as it is now, and a new term. */
const copyOf = ({ account, memory }: GuardWorld) => openGuardWorld(env, account, memory.copy());

describe('ADR 0048: copies of a register with one guard', () => {
  it('one without a permitted call is permitted nothing within its term, although its numbers are higher', async () => {
    await withGuard(env, { account: 'guard-copied' }, async (world) => {
      const first = await world.claimed();
      expect(await world.port.permit(first)).toMatchObject({ permitted: true });
      await world.armed(first);
      const copy = await copyOf(world);
      const second = await world.claimed('release', 'B');
      expect(await world.port.permit(second)).toMatchObject({ permitted: true });
      for (const subject of ['C', 'D', 'E']) {
        const { number } = await copy.claimed('release', subject);
        await copy.register.withdraw(number, 'refused');
      }
      const higher = await copy.claimed('release', 'F');
      expect(higher.number).toBeGreaterThan(second.number);
      expect(await copy.port.permit(higher)).toMatchObject({ permitted: false, reason: 'REGISTER_BEHIND' });
      await expect(copy.claimed('release', 'G')).rejects.toThrow('older-copy');
      expect(await world.port.permit(await world.claimed('release', 'H'))).toMatchObject({ permitted: true });
    });
  });

  it('at the beginning of a term a number that is there with another call is not enough', async () => {
    const account = 'guard-copied-before';
    await withGuard(env, { account }, async (world) => {
      const copy = await copyOf(world);
      const { client } = env;
      const theirs = await copy.claimed('release', 'Z');
      const first = await world.claimed();
      expect(first.number).toBe(theirs.number);
      expect(await world.port.permit(first)).toMatchObject({ permitted: true });
      const term = { term: 1, generation, known: null, isOtherTemporal: false };
      const wish = { client, account, group: account };
      expect(await introduceRegister({ ...wish, register: copy.register }, term)).toBe(true);
      expect(await introduceRegister({ ...wish, register: world.register }, term)).toBe(false);
    });
  });

  it('a call that was permitted and then withdrawn stops no one', async () => {
    await withGuard(env, { account: 'guard-withdrawn' }, async (world) => {
      const first = await world.claimed();
      expect(await world.port.permit(first)).toMatchObject({ permitted: true });
      await world.register.withdraw(first.number, 'too late');
      const next = await world.claimed('release', 'B');
      expect(next.known).toBeNull();
      expect(await world.guard.permit(next, 'alone')).toMatchObject({ reason: 'REGISTER_BEHIND' });
      expect(await world.port.permit(next)).toMatchObject({ permitted: true });
    });
  });

  it('a guard that catches up keeps a call that the register does not have, and one that came after the comparison', async () => {
    await withGuard(env, { account: 'guard-catches-up' }, async (world) => {
      const first = await world.claimed();
      expect(await world.port.permit(first)).toMatchObject({ permitted: true });
      const { switches, rules, blocked } = emptyGuardMemory;
      const known = { number: 9, callId: 'of another copy' };
      const told = { generation, known, switches, rules, blocked, toldReset: null };
      expect(await world.guard.catchUp({ ...told, compared: null }, 'a')).toMatchObject({ permitted: callOf(first) });
      const copy = await openGuardWorld(env, world.account, await emptyRegister(world.account));
      const request = { ...(await copy.claimed()), number: 9, known: { number: 8, callId: 'of another copy' } };
      expect(await copy.port.permit(request)).toMatchObject({ permitted: false, reason: 'GUARD_BEHIND' });
      expect(await world.guard.memory()).toMatchObject({ permitted: callOf(first) });
      const told2 = { ...told, compared: callOf(first) };
      expect(await world.guard.catchUp(told2, 'b')).toMatchObject({ permitted: known });
    });
  });
});

/** As an older copy is: it has none of the calls. */
async function emptyRegister(account: string) {
  const memory = memoryRegister();
  await accountRegister(memory, { account, clock: Date });
  return memory;
}
