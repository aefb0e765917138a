/**
 * `npm run bench:phone`: from the payment of a sale to the message that asks a person for its release, and from the tap on
 * _approve_ to the release that leaves: on one machine `peerdesk start` with Temporal, worker, watchdog and door, beside a
 * marketplace, receivers of messages and a phone with a passkey. Prints both beside their budgets, and where the time
 * goes; with `-- --no-socket` for a desk that hears nothing from the chat. Takes seven minutes. A measurement, not a test.
 */
import { parseArgs } from 'node:util';
import { machineFacts } from '../report.ts';
import { say } from '../desk-world.ts';
import { quantileOf } from '../statistics.ts';
import { readPhases, type Phase } from './phases.ts';
import { keepAds, runSales, type Sale } from './sales.ts';
import { openPhoneWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '60' },
    'per-minute': { type: 'string', default: '10' },
    'no-socket': { type: 'boolean', default: false },
  },
});
const messageBudgetMs = 3_000;
const releaseBudgetMs = 1_500;

const { node, cores, processor, loadBefore } = machineFacts();
say(`Node ${node}; ${cores} cores (${processor}), load ${loadBefore.join(' ')}`);
const world = await openPhoneWorld({ hasSocket: !values['no-socket'] });
try {
  const endMoves = await keepAds(world);
  const calls = countCalls();
  const sales = await runSales(world, { sales: Number(values.sales), perMinute: Number(values['per-minute']) });
  endMoves();
  show(sales);
  showCalls(calls());
  const { message, release } = await readPhases(world.client, sales);
  showPhases('from the payment to the message', message);
  showPhases('from the tap to the release', release);
  const { releases, doubleReleases } = world.simulator.ledger();
  say(`releases at the marketplace ${releases}, twice ${doubleReleases}`);
} finally {
  await world.close();
}

function show(sales: readonly Sale[]): void {
  const took = (pick: (sale: Sale) => readonly [number | null, number | null]): number[] =>
    sales.flatMap((sale) => {
      const [from, to] = pick(sale);
      return from === null || to === null ? [] : [to - from];
    });
  const chat = values['no-socket'] ? 'without the chat socket' : 'with the chat socket';
  say(`${sales.length} sales, ${values['per-minute']} a minute, ${chat}; ms: p50, p95, max, of how many`);
  row(
    'payment to the webhook',
    took(({ paidMs, webhookMs }) => [paidMs, webhookMs]),
    messageBudgetMs,
  );
  row(
    'payment to Telegram',
    took(({ paidMs, telegramMs }) => [paidMs, telegramMs]),
    messageBudgetMs,
  );
  row(
    'tap to the release',
    took(({ tapMs, releasedMs }) => [tapMs, releasedMs]),
    releaseBudgetMs,
  );
}

/** Counts the calls of the account from here on; returns what reads them, a second, by operation. */
function countCalls(): () => [name: string, perSecond: number][] {
  const calls = new Map<string, number>();
  const fromMs = Date.now();
  world.simulator.on((event) => {
    if (event.type !== 'request') return;
    const name = event.operation.split('/').at(-1) ?? '';
    calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  return () => {
    const seconds = (Date.now() - fromMs) / 1_000;
    return [...calls].map(([name, count]): [string, number] => [name, count / seconds]);
  };
}

function showCalls(calls: readonly [name: string, perSecond: number][]): void {
  const rows = calls.toSorted(([, left], [, right]) => right - left);
  const all = rows.reduce((sum, [, perSecond]) => sum + perSecond, 0);
  say(
    `calls a second ${all.toFixed(2)}: ${rows.map(([name, perSecond]) => `${name} ${perSecond.toFixed(2)}`).join(', ')}`,
  );
}

function showPhases(title: string, phases: readonly Phase[]): void {
  say(title);
  for (const { name, tookMs } of phases) row(name, tookMs);
}

function row(name: string, ms: readonly number[], budgetMs?: number): void {
  const [p50, p95, max] = [0.5, 0.95, 1].map((share) => quantileOf(ms, share).toFixed(0).padStart(6));
  say(
    `  ${name.padEnd(26)} ${p50} ${p95} ${max}  ${ms.length}${budgetMs === undefined ? '' : `, budget p95 ${budgetMs}`}`,
  );
}
