import type { TradeSide } from '../../domain/orders/order-facts.ts';
import { ExchangeError } from '../exchange-error.ts';
import type { UnknownMember } from '../table/wire-value.ts';

const sides: readonly TradeSide[] = ['BUY', 'SELL'];

/**
 * Returns a side that is BUY or SELL. Throws an ExchangeError for any other, because acting on a guess could move money
 * the wrong way.
 */
export function knownSide(
  side: TradeSide | UnknownMember,
  { endpoint, owner }: { readonly endpoint: string; readonly owner: string },
): TradeSide {
  const known = sides.find((one) => one === side);
  if (known !== undefined) return known;
  const message = `${owner} has the side ${side.slice(0, 40)}, which is not known`;
  throw new ExchangeError({ message, endpoint, sent: 'yes', httpStatus: 200 });
}
