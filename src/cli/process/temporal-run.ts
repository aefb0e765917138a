import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { childEnvironment } from '../../server/child-environment.ts';
import { findTemporalCli } from '../../server/find-server.ts';
import { codecForCommand } from '../codec/codec-for-command.ts';
import type { Environment } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import type { ExitCode } from '../kit/exit-code.ts';
import { temporalAddress } from '../session/temporal-address.ts';
import { reportDownload } from '../text/report-download.ts';

/** `peerdesk temporal`: Temporal's own command line, connected to the server of the other commands. */
export const temporal: CommandRun = async (call, context) => {
  const { path } = await findTemporalCli({ env: context.env, log: reportDownload(context) });
  const codec = await codecForCommand(context.env, call.args);
  const env = { ...withTemporalKeys(context.env), TEMPORAL_ADDRESS: temporalAddress(context.env), ...codec?.env };
  const child = spawn(path, call.args, { env, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the child too; this process only waits for it.
  const ignore = (): void => undefined;
  const passOn = (): void => void child.kill('SIGTERM');
  process.on('SIGINT', ignore).on('SIGTERM', passOn);
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) =>
      resolve(exitCode ?? 128 + (signal === null ? 0 : constants.signals[signal])),
    );
  });
  process.off('SIGINT', ignore).off('SIGTERM', passOn);
  await codec?.close();
  // Exit codes of another program: ours have other meanings.
  return code as ExitCode;
};

/** Another program does not need the keys of the service; this one needs those of Temporal. */
function withTemporalKeys(env: Environment): Environment {
  const ofTemporal = Object.entries(env).filter(([name]) => name.startsWith('TEMPORAL_'));
  return { ...childEnvironment(env), ...Object.fromEntries(ofTemporal) };
}
