/** That a call without a number was not done: kept in the register before its workflow hears of it. */
import { WorkflowNotFoundError } from '@temporalio/client';
import { RegisterSilent } from '../../register/register.ts';
import type { Sign } from '../approver/sign-word.ts';
import { refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import type { RuledNotDone } from './account-keeper.ts';
import { withFoundRegister, type FoundRegister } from './found-register.ts';
import { refusalText } from '../../words/refusal-words.ts';

interface RulingCall {
  readonly context: CommandContext;
  readonly session: TemporalSession;
  readonly json: boolean;
  /** Null: this machine has no key of the person. */
  readonly sign: Sign | null;
}

/**
 * Keeps the ruling in the register of this machine, then lets the workflow hear of it. Where the register has it, a
 * workflow that has ended needs to hear nothing.
 */
export async function ruleBoth(
  { context, session, json, sign }: RulingCall,
  ruling: RuledNotDone,
  tell: () => Promise<void>,
): Promise<void> {
  const isKept = await withFoundRegister(context, session, (found) => keep(context, { found, sign }, ruling));
  try {
    await tell();
  } catch (error) {
    if (!isKept || !(error instanceof WorkflowNotFoundError)) throw error;
    const { subject, by } = ruling;
    const text = `${subject}: kept in the register, said by ${by}; no workflow waits for it`;
    print(context, { json, data: { subject, kept: true, message: text }, text: () => text });
  }
}

/** Returns whether the register has ended a call by it. */
async function keep(
  context: CommandContext,
  { found: { keeper, why }, sign }: { found: FoundRegister; sign: Sign | null },
  ruling: RuledNotDone,
): Promise<boolean> {
  const reason = await keeper?.ruleNotDone(ruling, sign).catch((error: unknown) => {
    if (!(error instanceof RegisterSilent)) throw error;
    note(context, `not kept in the register: ${error.message}`);
    return undefined;
  });
  if (keeper === null) note(context, `not kept in the register: ${why}`);
  if (reason === undefined || reason === null) return reason === null;
  throw refusal(`${ruling.step} of ${ruling.subject} stays as it is: ${refusalText(reason)}`);
}
