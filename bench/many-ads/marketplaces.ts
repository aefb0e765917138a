/** Started by `many-accounts.ts`: a marketplace for each of many accounts, in a process of its own; talks in lines of JSON. */
import { createInterface } from 'node:readline';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { createStillMarket } from '../../test/setup/still-markets.ts';
import type { MarketplacesReply, MarketplacesRequest, PlacedBenchAd } from './marketplace-lines.ts';

const reply = (line: MarketplacesReply): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const books: ReturnType<typeof createStillMarket>[] = [];
const simulators: ReturnType<typeof createSimulator>[] = [];
/** The price that an ad should have, and those that have it. */
let wanted = new Map<string, string>();
let took = new Map<string, number>();
let movedMs = 0;

async function open({ accounts, markets, adsASide }: Extract<MarketplacesRequest, { kind: 'open' }>): Promise<void> {
  const opened = [];
  for (const { name, apiKey, apiSecret } of accounts) {
    const market = createStillMarket();
    const simulator = createSimulator({ seed: 1, accounts: [{ name, apiKey, apiSecret }], market: market.feed });
    const ads = market.fiats.slice(0, markets).flatMap((fiat) =>
      (['SELL', 'BUY'] as const).flatMap((side) =>
        Array.from({ length: adsASide }, (_, place): PlacedBenchAd => {
          const price = ((side === 'SELL' ? 1_030 + 10 * place : 970 - 10 * place) / 100).toFixed(2);
          return {
            adNumber: simulator.ads.add({ account: name, side, asset: 'USDT', fiat, price }),
            fiat,
            side,
            place,
          };
        }),
      ),
    );
    simulator.on((event) => {
      const key = event.type === 'price' ? `${name}:${event.adNumber}` : '';
      if (event.type === 'price' && wanted.get(key) === event.price) took.set(key, performance.now() - movedMs);
    });
    const { baseUrl } = await simulator.listen();
    books.push(market);
    simulators.push(simulator);
    opened.push({ name, baseUrl, ads });
  }
  reply({ kind: 'opened', accounts: opened });
}

function move({ ask, bid, prices }: Extract<MarketplacesRequest, { kind: 'move' }>): void {
  wanted = new Map(prices);
  took = new Map();
  movedMs = performance.now();
  for (const market of books) for (const fiat of market.fiats) market.moveOne(fiat, { ask, bid });
}

async function close(): Promise<void> {
  for (const simulator of simulators) await simulator.close();
  process.exit(0);
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line) as MarketplacesRequest;
  if (request.kind === 'open') await open(request);
  else if (request.kind === 'move') move(request);
  else if (request.kind === 'close') await close();
  else {
    const ledgers = simulators.map((simulator) => simulator.ledger());
    const sum = (of: (ledger: (typeof ledgers)[number]) => number): number =>
      ledgers.reduce((all, one) => all + of(one), 0);
    const { inZone, overLimit } = {
      inZone: sum((one) => one.pricesInZone),
      overLimit: sum((one) => one.callsOverLimit),
    };
    reply({ kind: 'seen', tookMs: [...took.values()], inZone, overLimit });
  }
}
