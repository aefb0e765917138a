/** What a desk has of an asset, and what that has cost: by weighted average, or first in, first out. */
import { Decimal } from '../decimal.ts';

/** One method for a whole report: they are never mixed. */
export const costMethods = ['average', 'fifo'] as const;
export type CostMethod = (typeof costMethods)[number];

/** What was taken out. */
interface Taken {
  readonly cost: Decimal;
  /** How much of it was never put in, as far as the books know: it has no cost. */
  readonly uncovered: Decimal;
}

export interface Inventory {
  readonly amount: Decimal;
  readonly cost: Decimal;
  put(amount: Decimal, cost: Decimal): void;
  take(amount: Decimal): Taken;
}

export const zero = new Decimal(0);

/** Returns an empty inventory. */
export function inventoryOf(method: CostMethod): Inventory {
  return method === 'average' ? new AverageInventory() : new FifoInventory();
}

/**
 * Decimal places of a part of a cost. What a part is rounded by stays in the rest, so that nothing is lost: the last part
 * takes all that is left.
 */
const partScale = 18;

/** Returns the part of a value that belongs to a part of its amount. */
export function partOf(value: Decimal, part: Decimal, whole: Decimal): Decimal {
  if (part.eq(whole)) return value;
  return value.times(part).dividedBy(whole).toDecimalPlaces(partScale, Decimal.ROUND_DOWN);
}

class AverageInventory implements Inventory {
  amount = zero;
  cost = zero;

  put(amount: Decimal, cost: Decimal): void {
    this.amount = this.amount.plus(amount);
    this.cost = this.cost.plus(cost);
  }

  take(amount: Decimal): Taken {
    const covered = Decimal.min(amount, this.amount);
    const cost = covered.isZero() ? zero : partOf(this.cost, covered, this.amount);
    this.amount = this.amount.minus(covered);
    this.cost = this.cost.minus(cost);
    return { cost, uncovered: amount.minus(covered) };
  }
}

/** As texts: of a year there are tens of thousands, and decimals take three times as much memory. */
interface Lot {
  readonly amount: string;
  readonly cost: string;
}

const lotOf = (amount: Decimal, cost: Decimal): Lot => ({ amount: amount.toFixed(), cost: cost.toFixed() });

/** Lots that are used up leave the list together: one by one each would move all others. */
const maxUsedLots = 1_000;

class FifoInventory implements Inventory {
  amount = zero;
  cost = zero;
  #lots: Lot[] = [];
  #first = 0;

  put(amount: Decimal, cost: Decimal): void {
    this.amount = this.amount.plus(amount);
    this.cost = this.cost.plus(cost);
    this.#lots.push(lotOf(amount, cost));
  }

  take(amount: Decimal): Taken {
    let uncovered = amount;
    let cost = zero;
    for (let lot = this.#lots[this.#first]; lot !== undefined && uncovered.gt(0); lot = this.#lots[this.#first]) {
      const [lotAmount, lotCost] = [new Decimal(lot.amount), new Decimal(lot.cost)];
      const part = Decimal.min(uncovered, lotAmount);
      const partCost = partOf(lotCost, part, lotAmount);
      uncovered = uncovered.minus(part);
      cost = cost.plus(partCost);
      if (part.eq(lotAmount)) this.#first += 1;
      else this.#lots[this.#first] = lotOf(lotAmount.minus(part), lotCost.minus(partCost));
    }
    if (this.#first >= maxUsedLots) {
      this.#lots = this.#lots.slice(this.#first);
      this.#first = 0;
    }
    this.amount = this.amount.minus(amount.minus(uncovered));
    this.cost = this.cost.minus(cost);
    return { cost, uncovered };
  }
}
