import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import type { GuardPort, SilentGuard } from '../../activities/ports/guard-port.ts';
import { SharedRead } from '../../market/shared-read.ts';
import { readEndedGuard } from './ended-guard.ts';
import { NextRead } from '../../market/next-read.ts';
import { UnchangedRead } from '../../client/kit/unchanged-read.ts';
import { guardControl, type GuardRunMemory } from '../../client/index.ts';
import { askPermit } from '../register/ask-permit.ts';
import { informAfterReset, memoryOf } from '../register/guard-catch-up.ts';
import { heldSwitches, type Restrictions } from '../../domain/guard/restriction.ts';
import type { AccountRegister } from '../../register/account-register.ts';
import { RegisterSilent } from '../../register/register.ts';

/** No answer within this time is no permission (design 6). */
const answerBoundMs = 3_000;

interface GuardPortOptions {
  client: Client;
  account: string;
  group: string;
  clock: { now(): number };
  register: Pick<AccountRegister, 'restrictions' | 'restrict' | 'marksOf' | 'compareGuard'>;
  onError: (error: unknown) => void;
}

/** Implements what activities ask of the guard of their account, with a Temporal client. */
export function createTemporalGuardPort(options: GuardPortOptions): GuardPort {
  const { client, account, group, clock, register, onError } = options;
  const guard = guardControl(client, account, { group });
  const inTime = <T>(ask: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + answerBoundMs, ask);
  const readBy = (asked: Pick<typeof guard, 'memory' | 'start'>): Promise<GuardRunMemory> =>
    inTime(async () => {
      const memory = await memoryOf(asked);
      const { resetId, toldReset, after } = memory;
      if (after !== null) return memory;
      const told = resetId === toldReset ? memory : await informAfterReset({ guard, register }, memory);
      return { ...told, switches: heldSwitches(await restrictionsOf(register), told.switches) };
    });
  const { workflowId } = guard;
  const unchanged = new UnchangedRead({ client, workflowId, read: () => guard.memory() });
  const memories = new SharedRead(() => readBy({ ...guard, memory: () => unchanged.get() }), clock);
  // A workflow answers one query after another: forty gates that each asked by themselves outlasted the bound.
  const fresh = new NextRead(() => readBy(guard));
  return {
    permit: async (request) => {
      try {
        return await askPermit({ guard, register, inTime }, request);
      } catch (error) {
        onError(error);
        return silent(error);
      }
    },
    look: async (ttlMs) => {
      try {
        const memory = await (ttlMs === 0 ? fresh.get() : memories.get('memory', ttlMs));
        return memory.after === null ? memory : null;
      } catch (error) {
        onError(error);
        return null;
      }
    },
    claimPublication: (claim) => inTime(() => guard.claimPublication(claim, randomUUID())),
    readEnded: (runId) => readEndedGuard({ client, account }, runId),
  };
}

/** Without the register no money moves; what else there is goes by the guard alone. */
async function restrictionsOf(register: GuardPortOptions['register']): Promise<Restrictions> {
  try {
    return await register.restrictions();
  } catch (error) {
    if (error instanceof RegisterSilent) return { revision: 0, entries: [] };
    throw error;
  }
}

function silent(error: unknown): SilentGuard {
  const why = error instanceof Error ? error.message : 'no answer';
  return {
    permitted: false,
    reason: 'GUARD_SILENT',
    code: 'guard-unheard',
    why: why.slice(0, 120),
    atMs: null,
  };
}
