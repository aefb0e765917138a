/**
 * `npm run bench:books`: a report over 100,000 random orders, by weighted average, or with
 * `-- fifo`: how long it takes, and how much memory the process has at most. Goals (ADR 0054): 5 s, 300 MB. A measurement, not
 * a test.
 */
import { costMethods } from '../src/domain/books/inventory.ts';
import { reportOf } from '../src/domain/books/report.ts';
import { tradeSchema, type Trade } from '../src/domain/books/trade.ts';
import { createRandom } from '../src/simulator/world/seeded-random.ts';

const orders = 100_000;
const yearMs = 365 * 86_400_000;
const seed = 20_261_128;

const random = createRandom(seed);

/** As a row of the journal has it: text. */
function randomRow(index: number): string {
  const cents = random.integer(1_000, 5_000_000);
  const price = random.between(9, 10).toFixed(3);
  const amount = (cents / 100 / Number(price)).toFixed(2);
  return JSON.stringify({
    orderNumber: String(22_000_000_000_000 + index),
    side: random.pick(['BUY', 'BUY', 'SELL']),
    asset: 'USDT',
    fiat: random.pick(['BOB', 'BOB', 'PEN', 'ARS']),
    amount,
    total: (cents / 100).toFixed(2),
    price,
    fee: (Number(amount) * 0.001).toFixed(8),
    adNumber: String(random.integer(11_000, 11_040)),
    method: random.pick(['BANK', 'QR', 'WALLET']),
    createdAtMs: random.integer(0, yearMs),
    end: random.pick(['completed', 'completed', 'completed', 'completed', 'cancelled']),
    counterparty: String(random.integer(1, 3_000)),
    endedAtMs: null,
  });
}

let mostBytes = 0;
const look = (): void => {
  mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
};

/** Time of the processor: the machine may have other work. */
const spentMs = (): number => {
  const { user, system } = process.cpuUsage();
  return Math.round((user + system) / 1_000);
};

const beganMs = spentMs();
const trades: Trade[] = [];
for (let index = 0; index < orders; index += 1) trades.push(tradeSchema.parse(JSON.parse(randomRow(index))));
look();
console.log(`seed ${seed}: ${orders} orders made and read in ${spentMs() - beganMs} ms`);
const method = costMethods.find((name) => name === process.argv[2]) ?? 'average';
const startMs = spentMs();
const report = reportOf({ trades, transfers: [], method, by: 'counterparty', fromMs: 0, untilMs: yearMs });
look();
console.log(`${method}: ${report.rows.length} rows in ${spentMs() - startMs} ms`);
console.log(`in all ${spentMs()} ms of the processor, at most ${Math.round(mostBytes / 1e6)} MB in memory`);
