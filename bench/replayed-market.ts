/**
 * `npm run bench:replay`: how many rows of a market are replayed in a second of CPU, for each strategy, by the functions that
 * the desk decides with (budget: 300,000 for strategies in ticks, competitors and decision together). A measurement, not
 * a test. CPU is that of the whole process, the collector of memory included, so that other work does not count.
 */
import { runBacktest } from '../src/domain/backtest/backtest.ts';
import { usualDemand } from '../src/domain/backtest/demand.ts';
import { looksOfPrices, type PriceRow } from '../src/domain/backtest/price-rows.ts';
import type { TickMarket } from '../src/domain/backtest/replayed-ad.ts';
import { judgedLook, rulesPricer } from '../src/domain/backtest/rules-pricer.ts';
import { preparedFilter } from '../src/domain/pricing/competitors/competitor-rule.ts';
import type { PriceStrategy } from '../src/domain/pricing/price-strategy.ts';
import { pricingRulesSchema } from '../src/domain/pricing/pricing-rules.ts';
import { createRandom } from '../src/simulator/world/seeded-random.ts';
import { spreadOf, spreadText } from './statistics.ts';

const rows = 300_000;
const rounds = 7;
const market: TickMarket = { side: 'SELL', priceScale: 2 };
const strategies: readonly PriceStrategy[] = [
  { kind: 'undercut', ticks: 1 },
  { kind: 'match' },
  { kind: 'rank', rank: 2 },
  { kind: 'undercut', percent: '0.2' },
  { kind: 'reference', percent: '101' },
];

/** A price that wanders, with three offers a row, as a recording of prices has them. */
function wanderingMarket(): PriceRow[] {
  const random = createRandom(1);
  let best = 910;
  return Array.from({ length: rows }, (_, index) => {
    best += random.integer(-1, 1);
    return { atMs: index * 5_000, prices: [best, best + 3, best + 9], reference: best - 5 };
  });
}

const looks = looksOfPrices(wanderingMarket(), market.priceScale);

function perSecond(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (rows / (user + system)) * 1_000_000;
}

const measured = (work: () => void): string =>
  spreadText(
    spreadOf(
      Array.from({ length: rounds }, () => perSecond(work)),
      0,
    ),
  );

console.log(`one market of ${rows} rows with three offers each; ${rounds} rounds, rows a second of CPU`);
for (const strategy of strategies) {
  const rules = pricingRulesSchema.parse({ strategy, limits: { floor: '1', ceiling: '100' } });
  const options = { ...market, startTicks: 1_000, demand: usualDemand };
  const pricer = rulesPricer(rules, market);
  const filter = preparedFilter(rules.filter, null);
  const judged = looks.map((look) => judgedLook(look, filter, market));
  const whole = measured(() =>
    runBacktest(looks, { ...options, decide: (look, ad) => pricer(judgedLook(look, filter, market), ad) }),
  );
  // As a search does it: the competitors of a filter are found once.
  const again = measured(() => runBacktest(judged, { ...options, decide: pricer }));
  console.log(`${Object.values(strategy).join(' ').padEnd(14)} ${whole}; competitors known ${again}`);
}
