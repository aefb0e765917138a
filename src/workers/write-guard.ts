import { ApplicationFailure } from '@temporalio/common';
import { ErrorCategory } from '../domain/failures/error-category.ts';
import type { ServiceKind } from './service-identity.ts';

/** Decides whether a write may leave this process. */
interface WritePermission {
  /** PEERDESK_ALLOW_LIVE. */
  allowLive: boolean;
  /** What the service has been proven to be so far. */
  service: () => ServiceKind;
}

/**
 * Returns the check that every write passes: true when it is only recorded, false when it may be sent (design 2).
 *
 * It is an allow-list of modes, because the starter of a workflow writes the mode: shadow is recorded; sim goes to a
 * proven simulator only; live to a proven simulator, or where this process allows it. A refusal is MODE_NOT_ALLOWED and
 * names the setting; a service that is not identified yet is retried.
 */
export function createWriteGuard({ allowLive, service }: WritePermission): (mode: unknown) => boolean {
  return (mode) => {
    if (mode === 'shadow') return true;
    if (mode !== 'sim' && mode !== 'live') throw refused('the mode is none of sim, shadow and live');
    const kind = service();
    if (kind === 'simulator' || (mode === 'live' && allowLive)) return false;
    if (kind === 'unknown') throw notKnownYet();
    throw refused(
      mode === 'sim'
        ? 'mode sim writes to a simulator only, and the service has not proven that it is one'
        : 'this worker does not allow live writes: start it with PEERDESK_ALLOW_LIVE=yes',
    );
  };
}

function refused(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'MODE_NOT_ALLOWED');
}

function notKnownYet(): ApplicationFailure {
  const message = 'the service could not be asked yet whether it is a simulator';
  return ApplicationFailure.retryable(message, ErrorCategory.RETRIABLE_WITH_BACKOFF);
}
