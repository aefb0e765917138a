import type { Client } from '@temporalio/client';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import { ConfigurationError } from '../../config/environment/service-environment.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import type { Examine } from '../lead/live-start.ts';
import type { AccountRuntime } from './account-runtime.ts';

/** What decides whether an account may write to a real service from this process. */
export interface LiveSafety {
  client: Client;
  codec: CodecConfig;
  /** Called once before this process calls for an account that may write to a real service; rejecting refuses it. */
  examine?: Examine | undefined;
}

/** Rejects when the account may write to a real service and something makes that unsafe. */
export async function refuseUnsafeLive(runtime: AccountRuntime, safety: LiveSafety): Promise<void> {
  if (!runtime.config.allowLive || runtime.identity.kind() === 'simulator') return;
  await refuseDevServer(runtime, safety);
  refusePlainPayloads(runtime, safety);
  await examineOnce(runtime, safety);
}

/** A development server keeps one file without a login: it is no place for what may write to a real service. */
async function refuseDevServer({ config }: AccountRuntime, { client }: LiveSafety): Promise<void> {
  if (config.allowDevServer) return;
  // Where it may not be asked (a cloud) it is none.
  const cluster = await client.workflowService.getClusterInfo({}).catch(() => null);
  if (!/sqlite/i.test(cluster?.persistenceStore ?? '')) return;
  throw new ConfigurationError(
    'the Temporal server is a development server, and this worker may write to a real service: use a server with PostgreSQL, or set PEERDESK_ALLOW_DEV_SERVER=yes',
  );
}

/** Anyone with access to Temporal's store could read names and accounts, and write what workflows obey. */
function refusePlainPayloads({ config }: AccountRuntime, { codec }: LiveSafety): void {
  if (config.allowPlainPayloads || codec.keys !== null) return;
  throw new ConfigurationError(
    'payloads would reach Temporal in clear, and this worker may write to a real service: set PEERDESK_CODEC_KEYS_FILE (peerdesk codec new-key), or PEERDESK_ALLOW_PLAIN_PAYLOADS=yes',
  );
}

/** The clients of accounts that were examined: once in the life of a process. */
const examined = new WeakSet<ExchangeClient>();

async function examineOnce({ config, exchange }: AccountRuntime, { client, examine }: LiveSafety): Promise<void> {
  if (examined.has(exchange)) return;
  await examine?.({ account: config, client, exchange });
  examined.add(exchange);
}
