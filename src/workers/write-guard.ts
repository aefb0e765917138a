import { ApplicationFailure } from '@temporalio/common';
import type { Mode } from '../domain/mode.ts';
import type { WorkerConfig } from './worker-environment.ts';

/**
 * Makes the check that every write passes: shadow is recorded only; sim writes only to a simulator; live only where
 * this process allows it. A write that is not allowed fails for good and says what to set.
 */
export function createWriteGuard(config: Pick<WorkerConfig, 'allowLive' | 'isSimulator'>): (mode: Mode) => boolean {
  return (mode) => {
    switch (mode) {
      case 'shadow':
        return true;
      case 'sim':
        if (config.isSimulator) return false;
        throw refused('mode sim writes to a simulator only; PEERDESK_BASE_URL is a real service');
      case 'live':
        if (config.allowLive) return false;
        throw refused('this worker does not allow live writes: start it with PEERDESK_ALLOW_LIVE=yes');
    }
  };
}

function refused(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'MODE_NOT_ALLOWED');
}
