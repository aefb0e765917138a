import { runBacktest, type Backtest } from '../../domain/backtest/backtest.ts';
import type { Demand } from '../../domain/backtest/demand.ts';
import { withinHours } from '../../domain/backtest/hours-pricer.ts';
import { looksOfPrices, rulesForPrices } from '../../domain/backtest/price-rows.ts';
import type { TickMarket } from '../../domain/backtest/replayed-ad.ts';
import { judgedLook, rulesPricer, type JudgedLook, type MarketLook } from '../../domain/backtest/rules-pricer.ts';
import { preparedFilter } from '../../domain/pricing/competitors/competitor-rule.ts';
import { limitsInTicks } from '../../domain/pricing/own-spread.ts';
import type { PricingRules } from '../../domain/pricing/pricing-rules.ts';
import type { Recording } from './recording-file.ts';

/** Part of a recording's rows, counted from 0; `to` is not included. */
export interface RowSpan {
  from: number;
  to: number;
}

/** Replays rules over one recording. The competitors that a filter leaves are found once, however many rules share it. */
export class PreparedRecording {
  readonly #recording: Recording;
  readonly #market: TickMarket;
  readonly #judged = new Map<string, readonly JudgedLook[]>();
  #looks: readonly MarketLook[] | null = null;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#market = { side: recording.side, priceScale: recording.priceScale };
  }

  get rows(): number {
    const { rows } = this.#recording;
    return rows.kind === 'prices' ? rows.books.length : rows.looks.length;
  }

  /** Conditions of the rules that this recording cannot answer, and that are left out. */
  ignored(rules: PricingRules): readonly string[] {
    return this.#recording.rows.kind === 'prices' ? rulesForPrices(rules).ignored : [];
  }

  /** Replays the rules over the whole recording, or a part of it. */
  run(given: PricingRules, demand: Demand, span: RowSpan = { from: 0, to: this.rows }): Backtest {
    const rules = this.#recording.rows.kind === 'prices' ? rulesForPrices(given).rules : given;
    const options = { ...this.#market, startTicks: startTicks(rules, this.#market), demand };
    const decide = withinHours(rules, (now) => rulesPricer(now, this.#market));
    return runBacktest(this.#looksFor(rules).slice(span.from, span.to), { ...options, decide });
  }

  #looksFor({ filter }: PricingRules): readonly JudgedLook[] {
    const key = JSON.stringify(filter);
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const prepared = preparedFilter(filter, null);
    const judged = this.#allLooks().map((look) => judgedLook(look, prepared, this.#market));
    this.#judged.set(key, judged);
    return judged;
  }

  #allLooks(): readonly MarketLook[] {
    const { rows, priceScale } = this.#recording;
    this.#looks ??= rows.kind === 'offers' ? rows.looks : looksOfPrices(rows.books, priceScale);
    return this.#looks;
  }
}

/** An ad begins at the end of its limits that is best for the merchant; at one tick where that is too far for a number. */
function startTicks({ limits }: PricingRules, { side, priceScale }: TickMarket): number {
  const { floor, ceiling } = limitsInTicks(limits, priceScale);
  const end = side === 'SELL' ? ceiling.onTick('down') : floor.onTick('up');
  return end.isOnTick ? end.ticks : 1;
}
