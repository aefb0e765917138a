import { modes, type Mode } from '../../domain/mode.ts';
import type { ReleasePolicyName } from '../../domain/orders/release-permission.ts';
import { readBaseUrl, readSecret } from '../../config/environment/service-environment.ts';
import { proveSimulator } from '../../workers/permission/simulator-proof.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import type { CommandContext, Environment } from '../kit/command-context.ts';
import { requireConsent } from './consent.ts';
import { serviceEnvironment } from './effective-environment.ts';
import type { TemporalSession } from './temporal-session.ts';
import { findRunningDemo } from '../up/running-demo.ts';

/** Where the desk's calls go, as far as this command can know. */
export interface ServicePlace {
  baseUrl: string | null;
  /** Asks the service to prove that it is a simulator (design 2), once; its address proves nothing. Never rejects. */
  isSimulator: () => Promise<boolean>;
}

/**
 * Returns the service of a session. The running demo's counts only when the session uses the demo's own Temporal
 * server. Without address and keys nothing is asked, and nothing is proven. Throws ConfigurationError for an unusable
 * address.
 */
export function servicePlace({ address }: Pick<TemporalSession, 'address'>, env: Environment): ServicePlace {
  const demo = findRunningDemo();
  const own = demo?.temporalAddress === address ? demo : null;
  const service = serviceEnvironment(env, own);
  if ((service['PEERDESK_BASE_URL'] ?? '') === '') return { baseUrl: null, isSimulator: () => Promise.resolve(false) };
  const baseUrl = readBaseUrl(service);
  let answer: Promise<boolean> | null = null;
  return { baseUrl, isSimulator: () => (answer ??= isProven(baseUrl, service)) };
}

async function isProven(baseUrl: string, service: Environment): Promise<boolean> {
  const [apiKey, apiSecret] = secretNames.map((name) => readSecret(service, name));
  return typeof apiKey === 'string' && typeof apiSecret === 'string'
    ? await proveSimulator({ baseUrl, apiKey, apiSecret })
    : false;
}

const secretNames = ['PEERDESK_API_KEY', 'PEERDESK_API_SECRET'] as const;

/**
 * Returns the mode of a start: the option, else PEERDESK_MODE, else sim at a proven simulator and shadow elsewhere.
 * Rejects with a refusal for unconfirmed live, and for sim without a proven simulator.
 */
export async function chooseMode(
  options: { mode?: Mode | undefined; confirmLive: boolean },
  place: Pick<ServicePlace, 'isSimulator'>,
  context: Pick<CommandContext, 'env' | 'askPerson'>,
): Promise<Mode> {
  const mode = options.mode ?? modeFromEnvironment(context.env) ?? ((await place.isSimulator()) ? 'sim' : 'shadow');
  if (mode === 'live' && !options.confirmLive && !(await place.isSimulator())) {
    const what = 'mode live writes prices, payments and releases to a real service';
    await requireConsent(context, { agreed: false, what, option: '--confirm-live' });
  }
  if (mode === 'sim' && !(await place.isSimulator())) {
    throw refusal(
      'mode sim writes to a simulator only, and none has proven itself with the keys at PEERDESK_BASE_URL: use --mode shadow or live',
    );
  }
  return mode;
}

function modeFromEnvironment(env: Environment): Mode | undefined {
  const text = env['PEERDESK_MODE'];
  if (text === undefined || text === '') return undefined;
  const mode = modes.find((known) => known === text);
  if (mode === undefined) throw misuse(`PEERDESK_MODE must be one of ${modes.join(', ')}`);
  return mode;
}

/** Rejects with a refusal for the policy without evidence, unless the service is a proven simulator. */
export async function refuseBlindRelease(
  policy: ReleasePolicyName,
  place: Pick<ServicePlace, 'isSimulator'>,
): Promise<void> {
  if (policy !== 'paid' || (await place.isSimulator())) return;
  throw refusal(
    'release policy paid releases without looking at the bank, so it is for a proven simulator only: use --release approve or match',
  );
}
