/** Whether a word is kept outside Temporal, and how a command says so. */
import { setTimeout as delay } from 'node:timers/promises';
import { guardControl, type GuardView } from '../../client/index.ts';
import type { OnceStepName } from '../../domain/once-steps.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { inFreshTime, type TemporalSession } from '../session/temporal-session.ts';
import { RegisterSilent } from '../../register/register.ts';
import type { AccountKeeper } from './account-keeper.ts';
import type { FoundRegister } from './found-register.ts';

/** What became of a word that restricts. */
export interface Keeping {
  /** In the register. */
  readonly isKept: boolean;
  /** There alone: Temporal does not answer; absent: Temporal has it. */
  readonly isAlone?: true;
  readonly text: string;
  /** Calls that may have left before it, in words. */
  readonly mayHaveLeft: readonly string[];
}

/** What is asked of a guard that has heard a word. */
type ShownGuard = Pick<GuardView, 'isKept' | 'mayHaveLeft'>;

interface KeepingWish {
  readonly found: FoundRegister;
  readonly session: TemporalSession;
  /** The guard, as it showed the word; null: it has not shown it. */
  readonly view: ShownGuard | null;
  /** The steps that the word stops. */
  readonly steps: readonly OnceStepName[];
}

/** The worker copies a word at once, and then waits out the lease of a call that was armed before. */
const keptBoundMs = 12_000;
const lookEveryMs = 200;

/** Returns whether a word that restricts is kept: by this command itself, or by the worker within some seconds. */
export async function keepingOf({ found, session, view, steps }: KeepingWish): Promise<Keeping> {
  const { keeper, why } = found;
  if (keeper !== null) {
    const mayHaveLeft = await leftBefore(keeper, steps);
    return { isKept: true, text: 'kept in the register', mayHaveLeft };
  }
  const kept = view === null ? null : await keptByWorker(session, view);
  if (kept !== null) return { isKept: true, text: 'kept in the register', mayHaveLeft: kept.mayHaveLeft };
  const text = `at the guard; not yet kept outside Temporal: no money moves once a worker has copied it; ${why}`;
  return { isKept: false, text, mayHaveLeft: [] };
}

/** Returns which of these steps may have left before a word was kept, once none of them can leave any more. */
export async function leftBefore(
  keeper: AccountKeeper,
  steps: readonly OnceStepName[],
  orderNumber: string | null = null,
): Promise<readonly string[]> {
  try {
    return await keeper.settledLeaving(steps, orderNumber);
  } catch (error) {
    if (!(error instanceof RegisterSilent)) throw error;
    return [`what the register does not say any more (${error.message})`];
  }
}

/** Returns the guard once the worker has copied its words; null when it does not within the bound. */
async function keptByWorker(session: TemporalSession, view: ShownGuard): Promise<ShownGuard | null> {
  const guard = guardControl(session.client, session.account);
  const endMs = Date.now() + keptBoundMs;
  let seen = view;
  while (!seen.isKept && Date.now() < endMs) {
    await delay(lookEveryMs);
    seen = await inFreshTime(session, () => guard.state()).catch(() => seen);
  }
  return seen.isKept ? seen : null;
}

/** Returns the end of a line: whether it is kept, and what may have left before. */
export function keepingText({ text, mayHaveLeft }: Keeping): string {
  return `; ${text}${mayHaveLeft.length === 0 ? '' : `; may have left before: ${mayHaveLeft.join(', ')}`}`;
}

/** Returns the exit code of a word that restricts. */
export function keepingCode({ isKept, isAlone }: Keeping): ExitCode {
  if (!isKept) return ExitCode.NOT_KEPT;
  return isAlone === true ? ExitCode.REGISTER_ALONE : ExitCode.OK;
}

/** Says that the guard alone was loosened, and what to run where the register is. */
export function stillHeldText({ why }: FoundRegister, command: string): string {
  return `the register of the merchant’s machine still holds it: lift it there with \`peerdesk ${command}\`; ${why}`;
}
