import { refusal } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import { printableText } from '../kit/printable-text.ts';

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

/** Changes that need explicit consent. */
interface IntendedChanges {
  /** True when --yes has confirmed them. */
  agreed: boolean;
  /** A change each. */
  lines: readonly string[];
}

/** The same for changes that are agreed to together: where they are several, each is shown on a line of its own. */
export async function requireConsentToAll(
  context: Pick<CommandContext, 'askPerson' | 'stderr'>,
  { agreed, lines }: IntendedChanges,
): Promise<void> {
  if (agreed) {
    for (const line of lines) note(context, `agreed by --yes: ${line}`);
    return;
  }
  const [only, ...others] = lines;
  if (only === undefined) return;
  if (others.length === 0) return await requireConsent(context, { agreed, what: only });
  const what = `${lines.length} changes have to be agreed to`;
  // What is refused stands above the line of the refusal; a program finds it in its data.
  if (context.askPerson === undefined) throw refusal(`${what}: add --yes to mean them`, { changes: lines });
  for (const line of lines) note(context, line);
  await requireConsent(context, { agreed, what });
}

/** An action that a person confirms by typing what it acts on: a "y" is typed before one has looked. */
interface TypedIntention {
  /** What an option has said; absent: a person is asked. */
  given: string | undefined;
  /** What is not done otherwise, such as "order 7 is not approved". */
  what: string;
  /** The option that says it where no person can be asked. */
  option: string;
  /** What the person has to know, in lines. */
  shown: string;
  question: string;
  /** Returns why the typed text does not confirm it, or null. */
  mistake: (typed: string) => string | null;
}

/** Resolves once what was typed, or said by the option, is what the action acts on. Rejects with a refusal. */
export async function requireTyped(
  context: Pick<CommandContext, 'askPerson' | 'stderr'>,
  { given, what, option, shown, question, mistake }: TypedIntention,
): Promise<void> {
  const typed = given ?? (await typedBy(context, { what, option, shown, question }));
  const reason = mistake(typed);
  if (reason !== null) throw refusal(`${what}: ${reason}`);
}

async function typedBy(
  { askPerson, stderr }: Pick<CommandContext, 'askPerson' | 'stderr'>,
  { what, option, shown, question }: Pick<TypedIntention, 'what' | 'option' | 'shown' | 'question'>,
): Promise<string> {
  if (askPerson === undefined) throw refusal(`${what}: add ${option} to mean it`);
  stderr.write(`${printableText(shown)}\n`);
  return await askPerson(question);
}
