import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import { CommandTimeoutError } from '../../client/kit/command-answer.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';

/**
 * Before a command is sent its order is looked at, and whether a worker serves it; where that is not answered, nothing has been
 * sent. A command itself that is late is a `CommandTimeoutError` of its own.
 */
export function notSent(error: unknown, head: string): CliFailure | null {
  if (error instanceof CommandTimeoutError && error.asked === 'query')
    return new CliFailure(ExitCode.TIMEOUT, `${head}: it did not answer in time: check that \`peerdesk worker\` runs`);
  if (isLateServer(error))
    return new CliFailure(ExitCode.TIMEOUT, `${head}: the Temporal server did not answer in time`);
  if (!(error instanceof CliFailure) || error.exitCode !== ExitCode.NOT_RUNNING) return null;
  return new CliFailure(error.exitCode, `${head}: ${error.message}`);
}

function isLateServer(error: unknown): boolean {
  if (error instanceof CommandTimeoutError) return error.asked === 'read';
  return error instanceof Error && temporalTrouble(error)?.kind === 'late';
}
