import { CommanderError } from 'commander';
import { note } from './command-context.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit-code.ts';
import { buildProgram } from './program.ts';

/** Runs the command line and gives the exit code. Never throws: a failure is one line on stderr. */
export async function runCli(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.OK;
  const program = buildProgram(context, async (spec, call) => {
    const run = await spec.load();
    exitCode = (await run(call, context)) ?? ExitCode.OK;
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
    return await tell(error, context);
  }
}

async function tell(error: unknown, context: CommandContext): Promise<ExitCode> {
  const { describeFailure } = await import('./failure-report.ts');
  const report = await describeFailure(error, context.env);
  note(context, `peerdesk: ${report.line}`);
  const wantsStack = context.env['PEERDESK_DEBUG'] === '1' && error instanceof Error;
  if (wantsStack) context.stderr.write(`${report.redact(error.stack ?? String(error))}\n`);
  return report.exitCode;
}
