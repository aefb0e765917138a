import { readTemporalConfig } from '../../client/connection/connect.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { startCodecService } from '../../codec/server/codec-service.ts';
import type { Environment } from '../kit/command-context.ts';
import { newToken } from './codec-token.ts';

interface CommandCodec {
  /** Variables of Temporal's command line. */
  env: Environment;
  close: () => Promise<void>;
}

/**
 * Serves the codec to one run of Temporal's command line, where this environment has keys and names no other codec
 * server: what the command shows is opened, and what it sends is sealed for the workflow that its arguments name.
 */
export async function codecForCommand(env: Environment, args: readonly string[]): Promise<CommandCodec | null> {
  const { keys } = readCodec(env);
  if (keys === null || (env['TEMPORAL_CODEC_ENDPOINT'] ?? '') !== '' || args.includes('--codec-endpoint')) return null;
  const token = newToken();
  const service = await startCodecService({
    keys,
    host: '127.0.0.1',
    port: 0,
    token,
    origins: [],
    names: [],
    namespace: valueOf(args, ['--namespace', '-n']) ?? readTemporalConfig(env).namespace ?? 'default',
    workflowId: valueOf(args, ['--workflow-id', '-w']),
    now: () => Date.now(),
  });
  return {
    env: {
      TEMPORAL_CODEC_ENDPOINT: `http://127.0.0.1:${service.port}`,
      // Not as an argument, which every user of the machine can read.
      TEMPORAL_CODEC_AUTH: `Bearer ${token}`,
    },
    close: () => service.close(),
  };
}

/** Returns the value of an option, in any of the forms that the command line takes. */
function valueOf(args: readonly string[], names: readonly string[]): string | null {
  for (const [index, arg] of args.entries()) {
    if (names.includes(arg)) return args[index + 1] ?? null;
    const name = names.find((known) => arg.startsWith(`${known}=`));
    if (name !== undefined) return arg.slice(name.length + 1);
  }
  return null;
}
