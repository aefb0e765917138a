/**
 * `npm run bench:replay`: how many rows of a market one core replays in a second, for each strategy in ticks and by
 * decimals (budget: 300,000 in ticks). A measurement, not a test: `test/domain/backtest` holds that both decide the same.
 */
import { runBacktest } from '../src/domain/backtest/backtest.ts';
import { usualDemand } from '../src/domain/backtest/demand.ts';
import { lookOfPrices } from '../src/domain/backtest/price-rows.ts';
import { rulesPricer } from '../src/domain/backtest/rules-pricer.ts';
import { competitorTicks, maxDeviationOf, type TickBook } from '../src/domain/backtest/tick-book.ts';
import { compileRules, type TickMarket } from '../src/domain/backtest/tick-pricer.ts';
import type { PriceStrategy } from '../src/domain/pricing/price-strategy.ts';
import { pricingRulesSchema } from '../src/domain/pricing/pricing-rules.ts';
import { createRandom } from '../src/simulator/world/seeded-random.ts';
import { spreadOf, spreadText } from './statistics.ts';

const rows = 300_000;
const slowRows = 5_000;
const rounds = 7;
const market: TickMarket = { side: 'SELL', priceScale: 2 };
const strategies: readonly PriceStrategy[] = [
  { kind: 'undercut', ticks: 1 },
  { kind: 'match' },
  { kind: 'rank', rank: 2 },
];

/** A price that wanders, with three offers a row, as a recording of prices has them. */
function wanderingMarket(): TickBook[] {
  const random = createRandom(1);
  let best = 910;
  return Array.from({ length: rows }, (_, index) => {
    best += random.integer(-1, 1);
    return { atMs: index * 5_000, prices: [best, best + 3, best + 9], reference: best - 5 };
  });
}

const books = wanderingMarket();
const looks = books.slice(0, slowRows).map((book) => lookOfPrices(book, market.priceScale));

function perSecond(work: () => void, workRows: number): number {
  const startedMs = performance.now();
  work();
  return (workRows / (performance.now() - startedMs)) * 1_000;
}

console.log(`one market of ${rows} rows with three offers each; ${rounds} rounds, rows a second on one core`);
for (const strategy of strategies) {
  const rules = pricingRulesSchema.parse({ strategy, limits: { floor: '1', ceiling: '100' } });
  const compiled = compileRules(rules, market);
  const maxDeviation = maxDeviationOf(rules.filter.maxDeviationRatio);
  if (compiled === null || maxDeviation === undefined) throw new Error('these rules must compile');
  const options = { ...market, startTicks: 1_000, demand: usualDemand };
  const inTicks = Array.from({ length: rounds }, () =>
    perSecond(
      () =>
        runBacktest(books, {
          ...options,
          decide: (book, ad) => compiled({ ...book, prices: competitorTicks(book, market.side, maxDeviation) }, ad),
        }),
      rows,
    ),
  );
  const byDecimals = Array.from({ length: rounds }, () =>
    perSecond(() => runBacktest(looks, { ...options, decide: rulesPricer(rules, market) }), slowRows),
  );
  console.log(
    `${strategy.kind.padEnd(9)} in ticks ${spreadText(spreadOf(inTicks, 0))}; by decimals ${spreadText(spreadOf(byDecimals, 0))}`,
  );
}
