import { runCli } from '../../src/cli/run-cli.ts';
import type { PeerdeskRun } from './run-peerdesk.ts';

/**
 * Runs a command in this process with these surroundings only, without starting the program, which costs most of a
 * second. `runPeerdesk` tests whether the program itself ends, and what it reads from a process.
 */
export async function runInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<PeerdeskRun> {
  const said = { stdout: '', stderr: '' };
  const exitCode = await runCli(args, {
    env: {
      USER: 'tester',
      XDG_CONFIG_HOME: '/nonexistent',
      TEMPORAL_CONFIG_FILE: '/nonexistent/temporal.toml',
      PEERDESK_TIMEOUT: process.env['PEERDESK_TIMEOUT'] ?? '',
      ...(env['HOME'] === undefined ? { PEERDESK_STATE_DIR: '/nonexistent/state' } : {}),
      ...env,
    },
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
  });
  return { exitCode, ...said };
}
