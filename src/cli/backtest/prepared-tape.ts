import { lookOfPrices, rulesForPrices } from '../../domain/backtest/price-rows.ts';
import { runBacktest, type Backtest } from '../../domain/backtest/backtest.ts';
import type { Demand } from '../../domain/backtest/demand.ts';
import { withinHours } from '../../domain/backtest/hours-pricer.ts';
import { qualifiedBook, rulesPricer, type MarketLook } from '../../domain/backtest/rules-pricer.ts';
import { competitorTicks, maxDeviationOf, type TickBook } from '../../domain/backtest/tick-book.ts';
import { compileRules, type TickMarket } from '../../domain/backtest/tick-pricer.ts';
import { ticksOf } from '../../domain/backtest/ticks.ts';
import { roundToScale } from '../../domain/decimal.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import { offHours } from '../../domain/pricing/rules-by-hours.ts';
import type { Tape } from './tape-file.ts';

/** Part of a tape's rows, counted from 0; `to` is not included. */
export interface RowSpan {
  from: number;
  to: number;
}

/** Replays rules over one tape. The competitors that a filter leaves are found once, however many rules share it. */
export class PreparedTape {
  readonly #tape: Tape;
  readonly #market: TickMarket;
  readonly #books = new Map<string, readonly TickBook[]>();
  #looks: readonly MarketLook[] | null = null;

  constructor(tape: Tape) {
    this.#tape = tape;
    this.#market = { side: tape.side, priceScale: tape.priceScale };
  }

  get rows(): number {
    const { rows } = this.#tape;
    return rows.kind === 'prices' ? rows.books.length : rows.looks.length;
  }

  /** Conditions of the rules that this recording cannot answer, and that are left out. */
  ignored(rules: PricingRules): readonly string[] {
    return this.#tape.rows.kind === 'prices' ? rulesForPrices(rules).ignored : [];
  }

  /** Replays the rules over the whole tape, or a part of it. */
  run(given: PricingRules, demand: Demand, span: RowSpan = { from: 0, to: this.rows }): Backtest {
    const rules = this.#tape.rows.kind === 'prices' ? rulesForPrices(given).rules : given;
    // A resting price is a fixed one, which is not compiled.
    const rests = rules.hours !== null && offHours(rules) === null;
    const compiled = rests ? null : compileRules({ ...rules, hours: null }, this.#market);
    const options = { ...this.#market, startTicks: startTicks(rules, this.#market), demand };
    if (compiled !== null && !this.#hasOwnPrices()) {
      const decide = withinHours(rules, () => compiled);
      return runBacktest(this.#qualified(rules).slice(span.from, span.to), { ...options, decide });
    }
    const decide = withinHours(rules, (now) => rulesPricer(now, this.#market));
    return runBacktest(this.#allLooks().slice(span.from, span.to), { ...options, decide });
  }

  /** Own ads have zones, which only `decidePrice` knows. */
  #hasOwnPrices(): boolean {
    const { rows } = this.#tape;
    return rows.kind === 'offers' && rows.looks.some(({ ownPrices = [] }) => ownPrices.length > 0);
  }

  #qualified(rules: PricingRules): readonly TickBook[] {
    const key = JSON.stringify(rules.filter);
    const known = this.#books.get(key);
    if (known !== undefined) return known;
    const books = this.#qualify(rules);
    this.#books.set(key, books);
    return books;
  }

  #qualify(rules: PricingRules): readonly TickBook[] {
    const { rows, side } = this.#tape;
    const maxDeviation = maxDeviationOf(rules.filter.maxDeviationRatio);
    if (rows.kind === 'prices' && maxDeviation !== undefined) {
      return rows.books.map((book) => ({ ...book, prices: competitorTicks(book, side, maxDeviation) }));
    }
    return this.#allLooks().map((look) => qualifiedBook(look, rules, this.#market));
  }

  #allLooks(): readonly MarketLook[] {
    const { rows, priceScale } = this.#tape;
    this.#looks ??= rows.kind === 'offers' ? rows.looks : rows.books.map((book) => lookOfPrices(book, priceScale));
    return this.#looks;
  }
}

/** An ad begins at the end of its limits that is best for the merchant. */
function startTicks({ limits }: PricingRules, { side, priceScale }: TickMarket): number {
  const end =
    side === 'SELL' ? roundToScale(limits.ceiling, priceScale, 'down') : roundToScale(limits.floor, priceScale, 'up');
  return ticksOf(end, priceScale) ?? 1;
}
