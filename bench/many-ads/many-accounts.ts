/**
 * 2,000 ads of 100 accounts in one process, with the default settings: how long from a move of their markets until each has its
 * price at its marketplace, and what it costs at rest. Temporal is not part of it: its workers carry the activities that
 * run here as they are.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import { keepAds } from './account-ads.ts';
import type { MarketplacesReply, MarketplacesRequest, OpenedAccount, PlacedBenchAd } from './marketplace-lines.ts';

interface MovedAds {
  /** Seconds from the move until half of the ads, and the last one, had their prices. */
  readonly half: number;
  readonly last: number;
  readonly written: number;
  /** Of this process, which keeps the ads; the marketplaces have one of their own. */
  readonly cpuSeconds: number;
}

export interface ManyAds {
  readonly accounts: number;
  readonly ads: number;
  readonly moves: readonly MovedAds[];
  /** Of a core, while nothing moves. */
  readonly restCpuPercent: number;
  readonly residentMb: number;
  readonly pricesInZone: number;
  readonly callsOverLimit: number;
}

interface Effort {
  readonly accounts: number;
  readonly moves: number;
  readonly restMs: number;
}

const markets = 2;
const adsASide = 5;
const limitMs = 60_000;
const credentials = { apiKey: 'key-of-bench-0123456789', apiSecret: 'secret-of-bench-0123456789' };
/** Best ask and bid, in ticks of 0.01; each move uses the next. */
const places = [
  { ask: 1_015, bid: 985 },
  { ask: 1_004, bid: 996 },
  { ask: 1_022, bid: 978 },
];

/** Measures many accounts, each with twenty ads on two markets of its own. */
export async function measureManyAds({ accounts: count, moves, restMs }: Effort): Promise<ManyAds> {
  const service = startMarketplaces();
  const names = Array.from({ length: count }, (_, index) => ({ name: `account${index}`, ...credentials }));
  const opened = await service.ask({ kind: 'open', accounts: names, markets, adsASide });
  if (opened.kind !== 'opened') throw new Error('the marketplaces did not open');
  const rules = pricingRulesSchema.parse({
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.20', ceiling: '10.80' },
  });
  service.tell(moveTo(0, opened.accounts));
  const kept = opened.accounts.map((account) => keepAds({ account, credentials, rules }));
  const ads = count * markets * 2 * adsASide;
  await settled(service, ads);
  await delay(defaultSettings.marketIntervalMs);
  const rest = await cpuWhile(() => delay(restMs));
  const measured = [];
  for (let move = 1; move <= moves; move += 1) {
    // At another moment of the round each time.
    await delay(2 * defaultSettings.marketIntervalMs + (move * defaultSettings.marketIntervalMs) / (moves + 1));
    service.tell(moveTo(move, opened.accounts));
    measured.push(await settled(service, ads));
  }
  const residentMb = Math.round(process.memoryUsage.rss() / 1_048_576);
  const seen = await service.ask({ kind: 'look' });
  const ledger = seen.kind === 'seen' ? seen : { inZone: -1, overLimit: -1 };
  await Promise.all(kept.map((account) => account.stop()));
  await service.close();
  const { inZone: pricesInZone, overLimit: callsOverLimit } = ledger;
  return { accounts: count, ads, moves: measured, restCpuPercent: rest, residentMb, pricesInZone, callsOverLimit };
}

function moveTo(step: number, accounts: readonly OpenedAccount[]): MarketplacesRequest {
  const { ask, bid } = places[step % places.length] ?? { ask: 0, bid: 0 };
  const wanted = ({ side, place }: PlacedBenchAd): string =>
    ((side === 'SELL' ? ask - 1 + 5 * place : bid + 1 - 5 * place) / 100).toFixed(2);
  const prices = accounts.flatMap(({ name, ads }) => ads.map((ad) => [`${name}:${ad.adNumber}`, wanted(ad)] as const));
  return { kind: 'move', ask: (ask / 100).toFixed(2), bid: (bid / 100).toFixed(2), prices };
}

async function settled(service: Marketplaces, ads: number): Promise<MovedAds> {
  const before = process.cpuUsage();
  const endMs = performance.now() + limitMs;
  for (;;) {
    await delay(200);
    const seen = await service.ask({ kind: 'look' });
    if (seen.kind !== 'seen') continue;
    const { tookMs } = seen;
    if (tookMs.length < ads && performance.now() < endMs) continue;
    const sorted = tookMs.toSorted((left, right) => left - right);
    const seconds = (ms = Number.NaN): number => Number((ms / 1_000).toFixed(1));
    const { user, system } = process.cpuUsage(before);
    const cpuSeconds = Number(((user + system) / 1e6).toFixed(1));
    return {
      cpuSeconds,
      half: seconds(sorted[Math.floor(sorted.length / 2)]),
      last: seconds(sorted.at(-1)),
      written: tookMs.length,
    };
  }
}

async function cpuWhile(work: () => Promise<unknown>): Promise<number> {
  const [startedMs, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return Number(((user + system) / 10 / (performance.now() - startedMs)).toFixed(1));
}

interface Marketplaces {
  tell: (request: MarketplacesRequest) => void;
  ask: (request: MarketplacesRequest) => Promise<MarketplacesReply>;
  close: () => Promise<void>;
}

function startMarketplaces(): Marketplaces {
  const program = fileURLToPath(new URL('marketplaces.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const tell = (request: MarketplacesRequest): void => void child.stdin.write(`${JSON.stringify(request)}\n`);
  return {
    tell,
    ask: async (request) => {
      tell(request);
      const { value, done } = await lines.next();
      if (done === true) throw new Error('the marketplaces ended');
      return JSON.parse(value) as MarketplacesReply;
    },
    close: async () => {
      tell({ kind: 'close' });
      await once(child, 'exit');
    },
  };
}
