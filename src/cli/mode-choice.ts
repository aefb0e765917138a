import { z } from 'zod';
import { modes } from '../domain/mode.ts';
import type { Mode } from '../domain/mode.ts';
import type { ReleasePolicyName } from '../domain/orders/release-rules.ts';
import { isLoopback } from '../workers/service-environment.ts';
import { misuse, refusal } from './cli-failure.ts';
import type { Environment } from './command-context.ts';
import { serviceEnvironment } from './effective-environment.ts';
import { flagValue } from './option-values.ts';
import type { TemporalSession } from './temporal-session.ts';
import { findRunningDemo } from './up/running-demo.ts';

export const modeShape = {
  mode: z.enum(modes, `must be one of ${modes.join(', ')}`).optional(),
  confirmLive: flagValue,
};

/** Where the desk's calls go, as far as this command can know. */
export interface ServicePlace {
  baseUrl: string | null;
  isLoopback: boolean;
}

/**
 * The service behind a session. The running demo's counts only when the session is with the demo's own Temporal server:
 * a simulator on this machine says nothing about a desk elsewhere.
 */
export function servicePlace({ address }: Pick<TemporalSession, 'address'>, env: Environment): ServicePlace {
  const demo = findRunningDemo();
  const own = demo?.temporalAddress === address ? demo : null;
  const baseUrl = serviceEnvironment(env, own)['PEERDESK_BASE_URL'] ?? null;
  return { baseUrl, isLoopback: baseUrl !== null && isLoopback(baseUrl) };
}

/**
 * The mode of something that starts: the option, else PEERDESK_MODE, else sim on loopback and shadow elsewhere.
 * Throws a refusal for live without its confirmation and for sim against a real service.
 */
export function chooseMode(
  options: { mode?: Mode | undefined; confirmLive: boolean },
  place: ServicePlace,
  env: Environment,
): Mode {
  const mode = options.mode ?? modeFromEnvironment(env) ?? (place.isLoopback ? 'sim' : 'shadow');
  if (mode === 'live' && !place.isLoopback && !options.confirmLive) {
    throw refusal('mode live writes prices, payments and releases to a real service: add --confirm-live to mean it');
  }
  if (mode === 'sim' && isRealService(place, env)) {
    throw refusal(
      'mode sim writes to a simulator only, and PEERDESK_BASE_URL is a real service: use --mode shadow or live',
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

function isRealService({ baseUrl, isLoopback: loopback }: ServicePlace, env: Environment): boolean {
  return baseUrl !== null && !loopback && env['PEERDESK_IS_SIMULATOR'] !== 'yes';
}

/** Throws a refusal for the policy that looks at no evidence, unless the service is a simulator on this machine. */
export function refuseBlindRelease(policy: ReleasePolicyName, { isLoopback: loopback }: ServicePlace): void {
  if (policy !== 'paid' || loopback) return;
  throw refusal(
    'release policy paid releases without looking at the bank, so it is for a simulator on loopback only: use --release approve or match',
  );
}
