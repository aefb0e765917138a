import { readTemporalConfig } from '../../client/connection/connect.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import type { KeyRing } from '../../codec/key-ring.ts';
import { startCodecService } from '../../codec/server/codec-service.ts';
import { misuse } from '../kit/cli-failure.ts';
import type { CommandContext, Environment } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { printableJsonLine } from '../kit/printable-text.ts';
import { listenForShutdown } from './shutdown-signal.ts';
import { tokenIn } from '../codec/codec-token.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { codecServeOptions } from '../options/codec-options.ts';

type ServeOptions = OptionsOf<typeof codecServeOptions>;

/** `peerdesk codec serve`: opens sealed payloads for the Web UI and Temporal's command line, until it is stopped. */
export const codecServe: CommandRun = async (call, context) => {
  const options = readOptions(codecServeOptions, call);
  const { env } = context;
  const keys = keysOf(env);
  const tokenFile = options.tokenFile ?? env['PEERDESK_CODEC_TOKEN_FILE'] ?? '';
  if (tokenFile === '') throw misuse('say where the token lies: --token-file FILE, or PEERDESK_CODEC_TOKEN_FILE');
  const { token } = tokenIn(tokenFile);
  const namespace = readTemporalConfig(env).namespace ?? 'default';
  const { host, port, origin: origins, name: names } = options;
  const now = (): number => Date.now();
  const shutdown = listenForShutdown();
  const service = await startCodecService({
    keys,
    host,
    port,
    token,
    origins,
    names,
    namespace,
    workflowId: null,
    now,
  });
  try {
    sayReady(context, options, { port: service.port, tokenFile });
    await shutdown.requested;
  } finally {
    await service.close();
    shutdown.release();
  }
  return undefined;
};

function keysOf(env: Environment): KeyRing {
  const { keys } = readCodec(env);
  if (keys === null)
    throw misuse('PEERDESK_CODEC_KEYS_FILE is not set: name the file of keys (peerdesk codec new-key)');
  return keys;
}

function sayReady(
  { stdout }: CommandContext,
  { host, origin, json }: ServeOptions,
  { port, tokenFile }: { port: number; tokenFile: string },
): void {
  // A browser sends the cookie when both have the same name: the one that the Web UI is opened by.
  const ui = URL.parse(origin[0] ?? '')?.hostname ?? host;
  const endpoint = `http://${host === '127.0.0.1' && ui === 'localhost' ? ui : host}:${port}`;
  const data = { event: 'ready', endpoint, login: `${endpoint}/login`, tokenFile, origins: origin, pid: process.pid };
  const text = [
    `codec server ready: ${endpoint}, for the Web UI at ${origin.join(', ')}`,
    `in the browser sign in at ${endpoint}/login with the token in ${tokenFile}; in the Web UI set the codec endpoint to ${endpoint}, with cross-origin credentials`,
  ].join('\n');
  stdout.write(`${json ? printableJsonLine(data) : text}\n`);
}
