import { refusal } from './cli-failure.ts';
import type { CommandContext } from './command-context.ts';

/** An action that needs explicit consent. */
interface Intention {
  /** True when an option has confirmed it. */
  agreed: boolean;
  /** Its effect, such as "placing an order commits money". */
  what: string;
  /** The option that confirms it. */
  option?: string;
}

/**
 * Resolves with consent: by the option, or by a person at the terminal who answers "y". Without a terminal it rejects
 * with a refusal that names the option, because a script must not be able to agree by accident.
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
