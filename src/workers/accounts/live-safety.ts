import { isGrpcServiceError, type Client } from '@temporalio/client';
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import type { CodecConfig } from '../../codec/payload-codec.ts';
import type { ServedAccount } from '../../config/egress-config.ts';
import { ConfigurationError, isSimulatorAddress } from '../../config/environment/service-environment.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import type { Register } from '../../register/register.ts';
import type { AccountRuntime } from './account-runtime.ts';

const serverAnswerLimitMs = 10_000;
const grpcUnimplemented = 12;

/** Looks whether an account may begin to write to a real service; rejecting refuses it. */
export type Examine = (start: { account: ServedAccount; client: Client; exchange: ExchangeClient }) => Promise<void>;

/** What decides whether an account may write to a real service from this process. */
export interface LiveSafety {
  /** Null: Temporal does not answer, and nothing that it says is obeyed. */
  client: Client | null;
  /** The merchant's memory of money; null: this process moves none. */
  register: Pick<Register, 'identity'> | null;
  codec: CodecConfig;
  /** Called once before this process calls for an account that may write to a real service; rejecting refuses it. */
  examine?: Examine | undefined;
}

/** Rejects when the account may write to a real service and something makes that unsafe. */
export async function refuseUnsafeLive(runtime: AccountRuntime, safety: LiveSafety): Promise<void> {
  if (!runtime.config.allowLive || runtime.identity.kind() === 'simulator') return;
  await refuseDevServer(runtime, safety);
  refusePlainPayloads(runtime, safety);
  await refuseSimulatorsRegister(runtime, safety);
  await examineOnce(runtime, safety);
}

/** A development server keeps one file without a login: it is no place for what may write to a real service. */
async function refuseDevServer({ config }: AccountRuntime, { client }: LiveSafety): Promise<void> {
  if (config.allowDevServer || client === null) return;
  if (!/sqlite/i.test(await storeOf(client))) return;
  throw new ConfigurationError(
    'the Temporal server is a development server, and this worker may write to a real service: who can use its machine can approve releases: on a machine of your own set PEERDESK_ALLOW_DEV_SERVER=yes, elsewhere use the containers',
  );
}

/**
 * Returns what a server keeps its data in; empty where it may not be asked, since a development server answers everyone.
 * Rejects when it does not answer for any other reason: what is not known permits nothing.
 */
async function storeOf(client: Client): Promise<string> {
  try {
    const asking = () => client.workflowService.getClusterInfo({});
    return (await client.withDeadline(Date.now() + serverAnswerLimitMs, asking)).persistenceStore;
  } catch (error) {
    if (mayNotBeAsked(error)) return '';
    const seconds = serverAnswerLimitMs / 1_000;
    throw new Error(
      `the Temporal server has not answered within ${seconds} s whether it is a development server, and this worker may write to a real service`,
      { cause: error },
    );
  }
}

function mayNotBeAsked(error: unknown): boolean {
  if (isGrpcServiceError(error) && error.code === grpcUnimplemented) return true;
  return error instanceof Error && temporalTrouble(error)?.kind === 'access';
}

/** Anyone with access to Temporal's store could read names and accounts, and write what workflows obey. */
function refusePlainPayloads({ config }: AccountRuntime, { codec }: LiveSafety): void {
  if (config.allowPlainPayloads || codec.keys !== null) return;
  throw new ConfigurationError(
    'payloads would reach Temporal in clear, and this worker may write to a real service: set PEERDESK_CODEC_KEYS_FILE (peerdesk codec new-key), or PEERDESK_ALLOW_PLAIN_PAYLOADS=yes',
  );
}

/** What the worker of a simulator has made by itself has forgotten every payment of real money. */
async function refuseSimulatorsRegister(
  { config }: AccountRuntime,
  { register }: Pick<LiveSafety, 'register'>,
): Promise<void> {
  // An address with TLS has the register of real money, which its opening has made sure of.
  if (!isSimulatorAddress(config.baseUrl)) return;
  if ((await register?.identity())?.how !== 'simulator') return;
  throw new ConfigurationError(
    'the service has not proven that it is a simulator, and the register was made by the worker of one: reach a real service by https, or move that register away and run `peerdesk register create`',
  );
}

/** The clients of accounts that were examined: once in the life of a process. */
const examined = new WeakSet<ExchangeClient>();

async function examineOnce({ config, exchange }: AccountRuntime, { client, examine }: LiveSafety): Promise<void> {
  if (examined.has(exchange) || client === null) return;
  await examine?.({ account: config, client, exchange });
  examined.add(exchange);
}
