import { Client, Connection, type ClientOptions, type ConnectionOptions } from '@temporalio/client';
import { readCodec } from '../../codec/codec-environment.ts';
import { clientConverter } from '../../codec/data-converter.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import { accountFairness } from './account-fairness.ts';
import { readAnswerTimeoutMs } from './answer-timeout.ts';
import { closingCalls } from './closing-calls.ts';
import { loadClientConnectConfig, type ClientConnectConfig } from '@temporalio/envconfig';

/** A server that comes back is not left alone for the two minutes to which a channel would wait. */
const reconnectLimit = 'grpc.max_reconnect_backoff_ms';
const soonMs = 5_000;

export interface PeerdeskConnection {
  client: Client;
  /** Closes it: calls that wait for their next attempt end, and later ones are refused. */
  close(): Promise<void>;
}

interface ConnectOverrides {
  address?: string;
  namespace?: string;
  /** Variables to read instead of the process's. */
  env?: Readonly<Record<string, string | undefined>>;
  /** How long it waits for the server, in milliseconds; default: PEERDESK_TIMEOUT, else 15 s. */
  connectTimeoutMs?: number;
  /** True: it connects with its first call, and again by itself: what is asked of a server that is away rejects. */
  isLazy?: boolean;
  /** How payloads are sealed; default: as PEERDESK_CODEC_KEYS_FILE says. */
  codec?: CodecConfig;
}

/**
 * Connects to Temporal as its own tools do: `TEMPORAL_*` variables over `temporal.toml` over localhost:7233.
 * `overrides` win over both (tests, the demo). Rejects when the server does not answer.
 *
 * @example
 * const peerdesk = await connectTemporal({ namespace: process.env['TEMPORAL_NAMESPACE'] ?? 'default' });
 * const ads = await listWorkflows(peerdesk.client, { type: 'adMaintenance', running: true });
 * console.log(ads.map(({ account, subject, state }) => `${account} ${subject}: ${state}`));
 * await peerdesk.close();
 */
export async function connectTemporal(overrides: ConnectOverrides = {}): Promise<PeerdeskConnection> {
  const usualTimeout = readAnswerTimeoutMs(overrides.env ?? process.env);
  const connectTimeout = overrides.connectTimeoutMs ?? usualTimeout;
  const config = readTemporalConfig(overrides.env);
  const address = overrides.address ?? config.connectionOptions.address ?? 'localhost:7233';
  const namespace = overrides.namespace ?? config.namespace ?? 'default';
  const dataConverter = clientConverter(overrides.codec ?? readCodec(overrides.env ?? process.env), namespace);
  const calls = closingCalls();
  const connection = await opened(overrides.isLazy, {
    ...config.connectionOptions,
    address,
    connectTimeout,
    // A variable that another program needs must not put someone between the desk and its Temporal.
    channelArgs: { 'grpc.enable_http_proxy': 0 },
    interceptors: calls.interceptors,
  });
  const interceptors = { workflow: [accountFairness] };
  const options: ClientOptions = { connection, namespace, dataConverter, interceptors };
  const close = (): Promise<void> => {
    calls.close();
    return connection.close();
  };
  return { client: new Client(options), close };
}

/** Waits for the server, or leaves that to the first call. */
function opened(isLazy: boolean | undefined, options: ConnectionOptions): Promise<Connection> | Connection {
  if (isLazy !== true) return Connection.connect(options);
  return Connection.lazy({ ...options, channelArgs: { ...options.channelArgs, [reconnectLimit]: soonMs } });
}

/** Returns the server's settings from the variables (default: the process's own) and `temporal.toml`. */
export function readTemporalConfig(env: ConnectOverrides['env'] = process.env): ClientConnectConfig {
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return loadClientConnectConfig({ overrideEnvVars: Object.fromEntries(set) });
}
