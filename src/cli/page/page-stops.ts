/** What stops an order or an ad as it stands now: what would change nothing, or would be refused, is not offered. */
import type { AdView, OrderView } from '../../client/index.ts';
import { isPricedState } from '../../domain/ads/state/ad-state.ts';
import type { OfflineState } from '../../domain/ads/state/offline-state.ts';
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

/** Off the market for one of these an ad stays so until a person puts it back; for any other it may be seen again without one. */
const staysOff: ReadonlySet<OfflineState['cause']> = new Set(['command', 'limit', 'ad']);

/** An ad that stays off the market is stopped already, and one that has ended is kept no more. */
export function stopsOfAd({ state }: Pick<AdView, 'state'>): AdStop[] {
  if (isPricedState(state.kind)) return ['pause', 'offline'];
  return state.kind === 'paused' || (state.kind === 'offline' && !staysOff.has(state.cause)) ? ['offline'] : [];
}
