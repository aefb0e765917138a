/** What a guard does not know of its register yet, from the worker that leads. */
import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { CommandTimeoutError, guardControl, type GuardControl, type GuardRunMemory } from '../../client/index.ts';
import { guardPartsOf, restrictionsOfGuard } from '../../domain/guard/restriction.ts';
import type { AccountRegister } from '../../register/account-register.ts';
import type { LeadTerm } from '../../register/operations/terms.ts';

export interface Behind {
  readonly guard: Pick<GuardControl, 'memory' | 'catchUp'>;
  readonly register: Pick<AccountRegister, 'restrictions' | 'restrict' | 'compareGuard'>;
}

/**
 * Brings a guard that is behind up to date: what it restricts alone goes into the register, and everything that the
 * register restricts goes into the guard. What allows is learned from neither. A call that the register does not have stays
 * at the guard: it shows that the register is an older copy.
 */
export async function catchUp(
  { guard, register }: Behind,
  { generation, known }: Pick<LeadTerm, 'generation' | 'known'>,
): Promise<void> {
  const memory = await guard.memory();
  if (memory.after !== null) return;
  const { resetId: toldReset, permitted: compared } = memory;
  const isOlder = await register.compareGuard({ generation: memory.generation, permitted: compared });
  const parts = guardPartsOf(await register.restrict({ entries: restrictionsOfGuard(memory), by: 'guard' }));
  const numbers = { known: isOlder && memory.generation === generation ? compared : known, compared };
  await guard.catchUp({ generation, ...numbers, ...parts, toldReset }, randomUUID());
}

/**
 * A guard that was reset without its messages has forgotten what it received: it takes what the register restricts before
 * anything is asked of it. The next call brings what it has permitted.
 */
export async function informAfterReset(
  { guard, register }: Behind & { readonly register: Pick<AccountRegister, 'marksOf'> },
  { generation: before, permitted }: GuardRunMemory,
): Promise<GuardRunMemory> {
  const { generation } = await register.marksOf('');
  await catchUp({ guard, register }, { generation, known: before === generation ? permitted : null });
  return guard.memory();
}

/**
 * Returns the memory of a guard. A missing one is started: an account without one has no switches to fail closed on. So is
 * one that has ended before it began, or by a stranger's memory: it answers nothing. What runs already is left as it is.
 */
export async function memoryOf(guard: Pick<GuardControl, 'memory' | 'start'>): Promise<GuardRunMemory> {
  try {
    return await guard.memory();
  } catch (error) {
    if (error instanceof CommandTimeoutError) throw error;
    await guard.start();
    return guard.memory();
  }
}

interface Introduction {
  readonly register: Pick<AccountRegister, 'restrictions' | 'restrict' | 'compareGuard'>;
  readonly client: Client;
  readonly account: string;
  readonly group: string;
}

/** A worker may serve no query in its first moments. */
const answerBoundMs = 10_000;

/**
 * Introduces a guard and the register that this process has begun a term in: a command compares the two before it writes,
 * and a register that knows less than its guard claims nothing. Returns whether it does. Rejects where one of them does not
 * answer.
 */
export async function introduceRegister(
  { client, account, group, register }: Introduction,
  term: LeadTerm,
): Promise<boolean> {
  const guard = guardControl(client, account, { group });
  return await client.withDeadline(Date.now() + answerBoundMs, async () => {
    const { generation, permitted } = await memoryOf(guard);
    if (generation === term.generation) return await register.compareGuard({ generation, permitted });
    await catchUp({ guard, register }, term);
    return false;
  });
}
