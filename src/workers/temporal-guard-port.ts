import { randomUUID } from 'node:crypto';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { GuardPort, SilentGuard } from '../activities/ports/guard-port.ts';
import { SharedRead } from '../activities/market/shared-read.ts';
import { NextRead } from './next-read.ts';
import { guardControl, type GuardRunMemory } from '../client/index.ts';

/** No answer within this time is no permission (design 6). */
const answerBoundMs = 3_000;

interface GuardPortOptions {
  client: Client;
  account: string;
  group: string;
  clock: { now(): number };
  onError: (error: unknown) => void;
}

/** Implements what activities ask of the guard of their account, with a Temporal client. */
export function createTemporalGuardPort({ client, account, group, clock, onError }: GuardPortOptions): GuardPort {
  const guard = guardControl(client, account, { group });
  const inTime = <T>(ask: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + answerBoundMs, ask);
  const read = (): Promise<GuardRunMemory> => inTime(() => memoryOf(guard));
  const memories = new SharedRead<GuardRunMemory>(read, clock);
  // A workflow answers one query after another: forty gates that each asked by themselves outlasted the bound.
  const fresh = new NextRead<GuardRunMemory>(read);
  return {
    permit: async (request) => {
      try {
        return await inTime(() => guard.permit(request, randomUUID()));
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
    readEnded: (runId) => guard.memory(runId),
  };
}

/** A missing guard is started: an account without one has no switches and no memory to fail closed on. */
async function memoryOf(guard: ReturnType<typeof guardControl>): Promise<GuardRunMemory> {
  try {
    return await guard.memory();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    await guard.start();
    return guard.memory();
  }
}

function silent(error: unknown): SilentGuard {
  const why = error instanceof Error ? error.message : 'no answer';
  return {
    permitted: false,
    reason: 'GUARD_SILENT',
    text: `the guard did not answer: ${why.slice(0, 120)}`,
    atMs: null,
  };
}
