import { refusal } from './cli-failure.ts';
import type { CommandContext } from './command-context.ts';

/** What is not done before somebody has said that it is meant. */
interface Intention {
  /** True when an option has said so. */
  agreed: boolean;
  /** What it does, such as "placing an order commits money". */
  what: string;
  /** The option that says so. */
  option?: string;
}

/**
 * Resolves when it is meant: by the option, or by a person at the terminal who answers "y". Rejects with a refusal
 * that names the option elsewhere, because a script must not be able to agree by accident.
 */
export async function requireConsent(
  { askPerson }: Pick<CommandContext, 'askPerson'>,
  { agreed, what, option = '--yes' }: Intention,
): Promise<void> {
  if (agreed) return;
  if (askPerson === undefined) throw refusal(`${what}: add ${option} to mean it`);
  const answer = await askPerson(`${what}. Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw refusal(`not done, because it was not confirmed: ${what}`);
}
