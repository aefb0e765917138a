import type { Done } from '../../door/page/page-desk.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { CommandCall } from '../kit/command-spec.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { printableText } from '../kit/printable-text.ts';
import { describeFailure } from '../session/failure-report.ts';
import { inTimeZone } from '../text/time-zone.ts';

/** Runs a command for the page: what it would print is the answer, and it can ask no one. */
export async function capturedCommand(
  context: CommandContext,
  run: (context: CommandContext) => Promise<ExitCode | undefined>,
): Promise<Done> {
  const { askPerson: _person, askSecret: _secret, ...surroundings } = context;
  const printed: string[] = [];
  const stdout = { write: (text: string) => printed.push(text) };
  const stderr = { write: () => true };
  try {
    const exitCode = (await inTimeZone(context.env, () => run({ ...surroundings, stdout, stderr }))) ?? ExitCode.OK;
    // What is refused throws: a command that answers was taken, and says why what it asks for does not follow.
    const end = exitCode === ExitCode.REFUSED ? 'unmet' : endOf(exitCode);
    return { end, line: printed.join('').trim() };
  } catch (error) {
    const { exitCode, line } = await describeFailure(error, context.env);
    return { end: endOf(exitCode), line: printableText(line) };
  }
}

/** What the register alone has is done: it stops every call. */
const done: readonly ExitCode[] = [ExitCode.OK, ExitCode.REGISTER_ALONE];
/** What is not found may be kept for when it is: the line says so. */
const refused: readonly ExitCode[] = [ExitCode.REFUSED, ExitCode.CONFIGURATION];

function endOf(exitCode: ExitCode): Done['end'] {
  if (done.includes(exitCode)) return 'done';
  return refused.includes(exitCode) ? 'refused' : 'uncertain';
}

/** Returns a failure in one line without secrets. */
export async function failureLine(error: unknown, { env }: CommandContext): Promise<string> {
  return printableText((await describeFailure(error, env)).line);
}

/** Returns the call of a command, as its user would write it. */
export const callOf = (path: string, args: readonly string[], options: CommandCall['options']): CommandCall => ({
  args,
  options,
  path,
  help: () => '',
});
