/** The marketplace of `bench:accounts`, in a process of its own: what it costs must not count as the worker's. */
import { setTimeout as delay } from 'node:timers/promises';
import { createSimulator } from '../../src/simulator/simulator.ts';
import type { FaultScript } from '../../src/simulator/world/fault-script.ts';
import { createStillMarket, type BestOffers } from '../../test/setup/still-markets.ts';
import type { MarketAsk, MarketCounts, MarketReply, MarketSetup } from './market-message.ts';

const moveLimitMs = 240_000;
const counts: MarketCounts = { calls: {}, byAccount: {}, prices: 0 };
const market = createStillMarket();
let simulator: ReturnType<typeof createSimulator> | null = null;

process.on('message', (ask: MarketAsk) => {
  answer(ask).then(
    (value) => tell({ id: ask.id, value }),
    (error: unknown) => tell({ id: ask.id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

const tell = (reply: MarketReply): void => void process.send?.(reply);

async function answer(ask: MarketAsk): Promise<unknown> {
  if (ask.kind === 'open') return open(ask.setup);
  const world = opened();
  if (ask.kind === 'counts') return takeCounts();
  if (ask.kind === 'prices') return pricesOf(ask.adNumbers);
  if (ask.kind === 'move') return move(ask);
  if (ask.kind === 'faults') return world.setFaults(ask.rules as FaultScript);
  if (ask.kind === 'ban') return world.ban(ask.durationMs);
  if (ask.kind === 'paid-orders') return Array.from({ length: ask.count }, () => paidOrder(ask.account));
  if (ask.kind === 'chat') return chat(ask.orderNumbers, ask.count);
  if (ask.kind === 'ledger') {
    const { entries: _entries, ...ledger } = world.ledger();
    return ledger;
  }
  return completionOf(ask.orderNumber);
}

function opened(): ReturnType<typeof createSimulator> {
  if (simulator === null) throw new Error('the marketplace is not open');
  return simulator;
}

async function open({ accounts, markets, sides }: MarketSetup): Promise<unknown> {
  simulator = createSimulator({ seed: 1, accounts, market: market.feed });
  const { baseUrl } = await simulator.listen();
  simulator.on((event) => {
    if (event.type === 'price') counts.prices += 1;
    if (event.type !== 'request') return;
    const name = event.operation.split('/').at(-1) ?? '';
    counts.calls[name] = (counts.calls[name] ?? 0) + 1;
    const account = event.account ?? 'nobody';
    counts.byAccount[account] = (counts.byAccount[account] ?? 0) + 1;
  });
  const ads = accounts.flatMap(({ name: account }) =>
    market.fiats.slice(0, markets).flatMap((fiat) =>
      sides.map((side) => {
        const price = side === 'SELL' ? '10.30' : '9.70';
        return { account, fiat, side, adNumber: opened().ads.add({ account, side, asset: 'USDT', fiat, price }) };
      }),
    ),
  );
  return { baseUrl, ads };
}

function takeCounts(): MarketCounts {
  const taken = structuredClone(counts);
  Object.assign(counts, { calls: {}, byAccount: {}, prices: 0 });
  return taken;
}

const pricesOf = (adNumbers: readonly string[]): (string | undefined)[] =>
  adNumbers.map((adNumber) => opened().marketplace.ads.get(adNumber)?.price);

interface Move {
  fiats: readonly string[];
  best: BestOffers;
  targets: Record<string, string>;
}

/** Moves markets; settles with the time from there until each ad had its price, in ms. */
async function move({ fiats, best, targets }: Move): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  const done = Promise.withResolvers<void>();
  const sinceMs = performance.now();
  const leave = opened().on((event) => {
    if (event.type !== 'price' || targets[event.adNumber] !== event.price) return;
    took[event.adNumber] ??= performance.now() - sinceMs;
    if (Object.keys(took).length === Object.keys(targets).length) done.resolve();
  });
  const limit = setTimeout(done.resolve, moveLimitMs);
  for (const fiat of fiats) market.moveOne(fiat, best);
  await done.promise;
  clearTimeout(limit);
  leave();
  return took;
}

function paidOrder(account: string): string {
  const { ads, counterparties } = opened();
  const adNumber = ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'VES', price: '10.10' });
  const orderNumber = counterparties.take({ adNumber, totalPrice: '500.00' });
  counterparties.pay(orderNumber);
  return orderNumber;
}

/** People write so many messages, in turn in each of these rooms. */
async function chat(orderNumbers: readonly string[], count: number): Promise<void> {
  for (let message = 0; message < count; message += 1) {
    opened().counterparties.say(orderNumbers[message % orderNumbers.length] ?? '', `message ${message}`);
    if (message % 100 === 0) await delay(1);
  }
}

/** Settles with the moment (epoch ms) at which the order was completed. */
async function completionOf(orderNumber: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const leave = opened().on((event) => {
    if (event.type === 'order' && event.event === 'completed' && event.orderNumber === orderNumber) resolve(Date.now());
  });
  const atMs = await promise;
  leave();
  return atMs;
}
