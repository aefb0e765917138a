import { ApplicationFailure } from '@temporalio/common';
import { TransportCondition } from '../../domain/failures/error-category.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

/** It must not, or cannot, call at present. Words of our own. */
export interface Prevented {
  kind: 'prevented';
  why: string;
  retryMs: number;
  banUntilMs: number | null;
}

/** What is repeated soon harms nothing: these are few calls, and a ban is waited out. */
const retryMs = 30_000;

/** Says why a watchdog may not or cannot call, in words of ours; an error that says nothing of it is thrown again. */
export function preventedBy(error: unknown, { clock }: Pick<WatchdogDependencies, 'clock'>): Prevented {
  if (error instanceof MarketplaceFailure) {
    const { endpoint, category, retryAfterMs } = error;
    const why = `the service refuses or does not answer (${endpoint}: ${category})`;
    const isBan = category === TransportCondition.IP_BAN && retryAfterMs !== null;
    const banUntilMs = isBan ? clock.now() + retryAfterMs : null;
    return { kind: 'prevented', why, retryMs: Math.max(retryMs, retryAfterMs ?? 0), banUntilMs };
  }
  const isRefused = error instanceof ApplicationFailure && error.type === 'MODE_NOT_ALLOWED';
  if (!isRefused && !(error instanceof NotAdmitted)) throw error;
  return { kind: 'prevented', why: error.message, retryMs, banUntilMs: null };
}

/** This process may not write at the service of the account. */
export class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}
