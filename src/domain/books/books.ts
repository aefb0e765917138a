/** The books of a desk: entries in the order of time, with what each trade has cost and earned. */
import { Decimal } from '../decimal.ts';
import { inventoryOf, partOf, zero, type CostMethod, type Inventory } from './inventory.ts';
import type { Trade } from './trade.ts';

/** What came in or went out otherwise than by a trade, as a person types it. */
export interface Transfer {
  readonly kind: 'opening' | 'in' | 'out';
  readonly atMs: number;
  readonly asset: string;
  /** In which its cost is. */
  readonly fiat: string;
  readonly amount: string;
  /** What it has cost, in the fiat; of what goes out the books know it. */
  readonly cost: string;
}

/** A trade with what it means. All decimals are exact. */
export interface BookedTrade {
  readonly trade: Trade;
  readonly amount: Decimal;
  readonly total: Decimal;
  readonly fee: Decimal;
  /** Of a sale: what the sold asset and its fee have cost, as far as that is known. */
  readonly cost: Decimal;
  /** Of a sale: the proceeds of what has a cost, without that cost. */
  readonly earned: Decimal;
  /** Of a sale: how much of the asset has no known cost; neither it nor its proceeds are in `earned`. */
  readonly uncovered: Decimal;
}

/** What is left of a pair. */
interface Stock {
  readonly asset: string;
  readonly fiat: string;
  readonly amount: Decimal;
  readonly cost: Decimal;
}

/** Books by one method of cost. Each pair has an inventory of its own: no rate turns one fiat into another. */
export class Books {
  readonly #method: CostMethod;
  readonly #pairs = new Map<string, { readonly asset: string; readonly fiat: string; readonly inventory: Inventory }>();

  constructor(method: CostMethod) {
    this.#method = method;
  }

  /** Books what came in or went out; entries come in the order of time. */
  move({ kind, amount, cost, ...pair }: Transfer): void {
    const inventory = this.#inventoryOf(pair);
    if (kind === 'out') inventory.take(new Decimal(amount));
    else inventory.put(new Decimal(amount), new Decimal(cost));
  }

  /** Books a trade; one that was cancelled moves nothing. */
  trade(trade: Trade): BookedTrade {
    const [amount, total, fee] = [new Decimal(trade.amount), new Decimal(trade.total), new Decimal(trade.fee)];
    if (trade.end !== 'completed') return { trade, ...nothing };
    const inventory = this.#inventoryOf(trade);
    if (trade.side === 'BUY') {
      inventory.put(Decimal.max(0, amount.minus(fee)), total);
      return { trade, ...nothing, amount, total, fee };
    }
    const left = amount.plus(fee);
    const { cost, uncovered } = inventory.take(left);
    const proceeds = uncovered.isZero() ? total : partOf(total, left.minus(uncovered), left);
    return { trade, amount, total, fee, cost, earned: proceeds.minus(cost), uncovered };
  }

  /** Returns what is left of each pair, by name. */
  stock(): Stock[] {
    const stock = [...this.#pairs.values()].map(({ asset, fiat, inventory: { amount, cost } }) => ({
      asset,
      fiat,
      amount,
      cost,
    }));
    return stock.toSorted((left, right) => (pairOf(left) < pairOf(right) ? -1 : 1));
  }

  #inventoryOf({ asset, fiat }: Pick<Trade, 'asset' | 'fiat'>): Inventory {
    const pair = pairOf({ asset, fiat });
    const known = this.#pairs.get(pair);
    if (known !== undefined) return known.inventory;
    const inventory = inventoryOf(this.#method);
    this.#pairs.set(pair, { asset, fiat, inventory });
    return inventory;
  }
}

const nothing = { amount: zero, total: zero, fee: zero, cost: zero, earned: zero, uncovered: zero };

/** Names a pair: USDT/BOB. */
export const pairOf = ({ asset, fiat }: Pick<Trade, 'asset' | 'fiat'>): string => `${asset}/${fiat}`;
