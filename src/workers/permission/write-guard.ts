import { ApplicationFailure } from '@temporalio/common';
import { ErrorCategory } from '../../domain/failures/error-category.ts';
import type { ServiceKind } from '../egress/service-identity.ts';

/** Decides whether a write may leave this process. */
interface WritePermission {
  /** PEERDESK_ALLOW_LIVE. */
  allowLive: boolean;
  /** PEERDESK_SHADOW_ADS. */
  shadowAds: readonly string[];
  /** What the service has been proven to be so far. */
  service: () => ServiceKind;
}

/** `adNumber`: of a write that concerns one ad, which may be held back alone. */
type WriteGuard = (mode: unknown, adNumber?: string) => boolean;

/**
 * Returns the check that every write passes: true when it is only recorded, false when it may be sent (design 2).
 *
 * It is an allow-list of modes, because the starter of a workflow writes the mode: shadow is recorded; sim goes to a
 * proven simulator only; live to a proven simulator, or where this process allows it. A refusal is MODE_NOT_ALLOWED and
 * names the setting; a service that is not identified yet is retried.
 */
export function createWriteGuard({ allowLive, shadowAds, service }: WritePermission): WriteGuard {
  return (mode, adNumber) => {
    if (mode === 'shadow') return true;
    if (mode !== 'sim' && mode !== 'live') throw refused('the mode is none of sim, shadow and live');
    refuseHeld(shadowAds, adNumber);
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

/** The one who starts an ad's workflow writes its mode, too: what this process holds is not written in any. */
function refuseHeld(shadowAds: readonly string[], adNumber: string | undefined): void {
  if (adNumber === undefined || !shadowAds.includes(adNumber)) return;
  throw refused(
    `this worker holds ad ${adNumber} in shadow: PEERDESK_SHADOW_ADS, or mode of the ad in its file; one that the file frees by now waits for \`peerdesk config reload\``,
  );
}

function refused(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'MODE_NOT_ALLOWED');
}

function notKnownYet(): ApplicationFailure {
  const message = 'the service could not be asked yet whether it is a simulator';
  return ApplicationFailure.retryable(message, ErrorCategory.RETRIABLE_WITH_BACKOFF);
}
