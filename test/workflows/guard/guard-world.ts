/** A guard on a real server, with the product's activities and its register, which is in memory. */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { createGuardActivities } from '../../../src/activities/account/guard-activities.ts';
import type { GuardPort } from '../../../src/activities/ports/guard-port.ts';
import { guardControl, type GuardControl } from '../../../src/client/index.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import type { OnceStepName } from '../../../src/domain/once-steps.ts';
import type { AccountRegister } from '../../../src/register/account-register.ts';
import { createTemporalGuardPort } from '../../../src/workers/ports/temporal-guard-port.ts';
import { createFakeDesk, type FakeDesk } from '../../activities/fake-desk.ts';
import { accountRegister, memoryRegister, type MemoryRegister } from '../../register/memory-register.ts';
import { untilView, withWorkers, type FakeActivities } from '../workflow-harness.ts';

/** One account: its guard, its register, and the worker between them. */
export interface GuardWorld {
  readonly account: string;
  readonly guard: GuardControl;
  /** As a worker that leads asks the guard: one that is behind catches up. */
  readonly port: GuardPort;
  readonly memory: MemoryRegister;
  readonly register: AccountRegister;
  readonly desk: FakeDesk;
  /** Claims a step; returns what the guard is asked for it. */
  claimed(step?: OnceStepName, subject?: string): Promise<PermitRequest>;
  /** Arms a claimed step, whatever the guard says. */
  armed(request: PermitRequest): Promise<void>;
  /** What the register restricts, as kind and key. */
  restricted(): Promise<string[]>;
}

/** Runs the workers of a new account while `test` runs. `replaced`: activities that are not the product's own. */
export async function withGuard(
  env: TestWorkflowEnvironment,
  { account, replaced = {} }: { readonly account: string; readonly replaced?: FakeActivities },
  test: (world: GuardWorld) => Promise<void>,
): Promise<void> {
  const world = await openGuardWorld(env, account);
  const { port, register, desk } = world;
  const activities = createGuardActivities({ guard: port, register, desk, clock: Date });
  await withWorkers(env, { account, activities: { ...activities, ...replaced } }, () => test(world));
}

/** The same without workers. */
export async function openGuardWorld(
  { client }: TestWorkflowEnvironment,
  account: string,
  memory: MemoryRegister = memoryRegister(),
): Promise<GuardWorld> {
  const register = await accountRegister(memory, { account, clock: Date });
  const onError = (): void => undefined;
  const port = createTemporalGuardPort({ client, account, group: account, clock: Date, register, onError });
  const desk = createFakeDesk();
  return {
    account,
    guard: guardControl(client, account),
    port,
    memory,
    register,
    desk,
    claimed: async (step = 'release', subject = 'A') => claimOf(register, step, subject),
    armed: async ({ number, subject }) => {
      const { generation, epoch, revision } = await register.marksOf(subject);
      const seen = { generation, epoch, revision };
      const atMs = Date.now();
      const times = { guardAtMs: atMs, untilMs: atMs + 1 };
      const reply = await register.arm({ number, seen, payments: [], codeStep: null, ...times });
      if (!reply.armed) throw new Error(reply.code);
    },
    restricted: async () => (await register.restrictions()).entries.map(({ kind, key }) => `${kind} ${key}`),
  };
}

async function claimOf(register: AccountRegister, step: OnceStepName, subject: string): Promise<PermitRequest> {
  const money = { asset: 'USDT', amount: '100', price: '9.5', total: '950.00', fiat: 'BOB', counterparty: null };
  const reply = await register.claim({ step, subject, epoch: 0, ...money, payments: [], perDay: null });
  if (!reply.claimed) throw new Error(reply.code);
  const { generation, number, callId, known } = reply;
  return { step, subject, generation, number, callId, known };
}

/** Waits until the register has every word of the guard. */
export async function untilKept({ guard }: GuardWorld): Promise<void> {
  await untilView(
    () => guard.state(),
    ({ isKept, state }) => isKept && state === 'guarding',
  );
}
