import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { Fence } from '../../domain/sending.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { pauseFor } from './pause.ts';

const waiting = { note: 'this process stood still and asks whether its address is banned; the call follows' };

/**
 * Makes a call that must not wait for another attempt. A process that stood still sends nothing until it has asked for bans,
 * which may take half a minute: the few attempts of a write would be used up by then, each within milliseconds. The call is
 * repeated until the gate opens or its fence closes.
 */
export async function afterStandstill<T>(
  deps: Pick<ActivityDependencies, 'clock' | 'stopping'>,
  fence: Fence,
  call: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const waitMs = error instanceof MarketplaceFailure && error.code === 'STOOD_STILL' ? error.retryAfterMs : null;
      if (waitMs === null || deps.clock.now() + waitMs >= fence.sendBeforeMs) throw error;
      await pauseFor(waitMs, waiting, deps);
    }
  }
}
