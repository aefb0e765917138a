/** What stops an order or an ad as it stands now: what would change nothing, or would be refused, is not offered. */
import type { AdView, OrderView } from '../../client/index.ts';
import { isFinalAdState } from '../../domain/ads/state/ad-state.ts';
import { isTerminal } from '../../domain/orders/order-status.ts';
import type { AdStop, OrderStop } from '../../door/page/page-desk.ts';

/** An order that is over takes neither. What approves one that is held may still be on its way, and is taken back all the same. */
export function stopsOfOrder({
  status,
  waitingFor: { code },
  held,
}: Pick<OrderView, 'status' | 'waitingFor' | 'held'>): OrderStop[] {
  if (isTerminal(status) || code === 'nothing' || code === 'keeping-end') return [];
  return held === null ? ['hold', 'revoke'] : ['revoke'];
}

/**
 * Pausing changes something unless the ad is paused or a command keeps it off the market; to take it offline, unless it is
 * off by a command: put online in the app meanwhile, or not off yet, it is taken off once more. One that has ended is kept no more.
 */
export function stopsOfAd({ state, offMarket }: Pick<AdView, 'state' | 'offMarket'>): AdStop[] {
  if (isFinalAdState(state)) return [];
  const isCommanded = state.kind === 'offline' && state.cause === 'command';
  const isPaused = state.kind === 'paused' || (state.kind === 'offline' && state.paused !== undefined);
  return [
    ...(isPaused || isCommanded ? [] : ['pause' as const]),
    ...(isCommanded && offMarket === 'off' ? [] : ['offline' as const]),
  ];
}
