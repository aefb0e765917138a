import { CommanderError } from 'commander';
import { connectLimitMs } from './kit/connect-limit.ts';
import { note, type CommandContext } from './kit/command-context.ts';
import { ExitCode } from './kit/exit-code.ts';
import { withFile } from './config/file-context.ts';
import { buildProgram } from './program.ts';
import { inTimeZone } from './text/time-zone.ts';

/** Runs the command line and returns the exit code. Never throws: a failure is one line on stderr. */
export async function runCli(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.OK;
  // Completed from the configuration file, whose secrets must not stand in a failure either.
  let surroundings = context;
  const program = buildProgram(context, async (spec, call) => {
    const run = await spec.load();
    surroundings = { ...withFile(context, spec, call), connectMs: connectLimitMs(call, context.env) };
    exitCode = (await inTimeZone(surroundings.env, () => run(call, surroundings))) ?? ExitCode.OK;
  });
  if (args.length === 0) {
    program.outputHelp();
    return exitCode;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.OK;
    return await tell(error, surroundings, wantsJson(args));
  }
}

/** Also when parsing failed. Arguments after `temporal` are for another program. */
const wantsJson = (args: readonly string[]): boolean => args[0] !== 'temporal' && args.includes('--json');

async function tell(error: unknown, context: CommandContext, asJson: boolean): Promise<ExitCode> {
  const { describeFailure, failureJson } = await import('./session/failure-report.ts');
  const described = await describeFailure(error, context.env);
  const report = { ...described, line: await inWordsOf(context, described.line) };
  const isDebugged = context.env['PEERDESK_DEBUG'] === '1' && error instanceof Error;
  const stack = isDebugged ? (error.stack ?? String(error)) : undefined;
  if (asJson) {
    context.stderr.write(`${failureJson(report, stack)}\n`);
    return report.exitCode;
  }
  for (const change of report.data?.changes ?? []) note(context, report.redact(await inWordsOf(context, change)));
  note(context, `peerdesk: ${report.line}`);
  if (stack !== undefined) context.stderr.write(`${report.redact(stack)}\n`);
  return report.exitCode;
}

/** With a file its keys are named: the one who reads the line has written no variable. */
async function inWordsOf({ ownEnv, env }: CommandContext, line: string): Promise<string> {
  const account = env['PEERDESK_ACCOUNT'];
  if (ownEnv === undefined || account === undefined) return line;
  const { inFileWords } = await import('../config/file/file-words.ts');
  return inFileWords(line, { account, ownEnv });
}
