/** What a person takes back while Temporal is away: the register of this machine keeps it by itself. */
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import type { OnceStepName } from '../../domain/once-steps.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import { accountOf } from '../session/effective-environment.ts';
import { describeFailure } from '../session/failure-report.ts';
import { withTemporal, type SessionWish, type TemporalSession } from '../session/temporal-session.ts';
import { withLocalRegister, type FoundRegister } from './found-register.ts';
import { leftBefore, type Keeping } from './keeping.ts';

interface TakingBack {
  /** Does it where Temporal answers. */
  readonly here: (session: TemporalSession) => Promise<ExitCode>;
  /** Where it does not answer, from the beginning or after a part of it was done: a repetition does no harm. */
  readonly alone: (away: Away) => Promise<ExitCode>;
}

/** A Temporal that does not answer. */
export interface Away {
  readonly account: string;
  readonly failure: unknown;
}

/** Runs a command that takes something back. */
export async function unlessAway(
  context: CommandContext,
  wish: SessionWish,
  { here, alone }: TakingBack,
): Promise<ExitCode> {
  let isConnected = false;
  try {
    return await withTemporal(context, wish, (session) => {
      isConnected = true;
      return here(session);
    });
  } catch (failure) {
    if (isConnected && !isAway(failure)) throw failure;
    return await alone({ account: accountOf(wish.account, context.env), failure });
  }
}

/** Reports whether a server has gone while a command talked to it. */
export function isAway(error: unknown): boolean {
  const kind = error instanceof Error ? temporalTrouble(error)?.kind : undefined;
  return kind === 'late' || kind === 'unreachable';
}

interface AloneWord {
  /** Writes it into the register; returns what is left to write to. */
  readonly write: (found: FoundRegister) => Promise<FoundRegister>;
  /** The steps that it stops, of one order or of all. */
  readonly steps: readonly OnceStepName[];
  readonly orderNumber?: string;
  /** Who at Temporal has not heard of it. */
  readonly unaware: string;
}

/**
 * Keeps a word in the register of this machine, and says why Temporal does not have it. Rejects with that failure where
 * there is no register either: then nothing is kept.
 */
export async function keptAlone(context: CommandContext, away: Away, word: AloneWord): Promise<Keeping> {
  const { exitCode, line, data } = await describeFailure(away.failure, context.env);
  return await withLocalRegister(context, away.account, async (before) => {
    const { keeper, why } = await word.write(before);
    if (keeper === null) throw new CliFailure(exitCode, `nothing is kept: ${why}; and Temporal: ${line}`, data);
    note(context, `Temporal does not have it: ${line}`);
    const mayHaveLeft = await leftBefore(keeper, word.steps, word.orderNumber);
    const text = `kept in the register ${keeper.place} alone, and every worker obeys it; ${word.unaware} does not have it yet: say it again once Temporal answers`;
    return { isKept: true, isAlone: true, text, mayHaveLeft };
  });
}
