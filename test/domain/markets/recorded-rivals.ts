import { readRecordedMarket } from '../../../src/simulator/market/recorded-market.ts';
import type { Offer } from '../../../src/simulator/world/market-feed.ts';
import { rivalOf, type Flaw, type Rival, type RivalMarket, type Side } from './rival-market.ts';
import { exactTicks } from './whole-ticks.ts';

interface RecordingOptions {
  readonly file: string;
  readonly seed: number;
  /** How much faster the recording runs than the clock of the desk. */
  readonly speed: number;
}

/** A recorded market (CSV): real prices, and around each of them the offers that the simulator makes of it. */
export function recordedRivals({ file, seed, speed }: RecordingOptions): RivalMarket {
  const feed = readRecordedMarket({ file, seed });
  const [pair] = feed.pairs;
  if (pair === undefined) throw new RangeError(`${file} holds no market`);
  const scale = pair.priceScale;
  const booksAt = (nowMs: number) => {
    const [book] = feed.at(feed.startMs + nowMs * speed);
    if (book === undefined) throw new RangeError(`${file} holds no book`);
    return { reference: exactTicks(book.reference, scale), offers: { SELL: book.asks, BUY: book.bids } };
  };
  return {
    name: 'recorded',
    scale,
    base: booksAt(0).reference,
    at: (nowMs) => {
      const { reference, offers } = booksAt(nowMs);
      const rivalsOf = (side: Side): Rival[] => rivalsFrom(offers[side], { side, reference, scale });
      return { reference, rivals: { SELL: rivalsOf('SELL'), BUY: rivalsOf('BUY') } };
    },
  };
}

function rivalsFrom(offers: readonly Offer[], facts: { side: Side; reference: number; scale: number }): Rival[] {
  // By number, so that a merchant keeps its name wherever it stands.
  return offers
    .toSorted((left, right) => (left.advNo < right.advNo ? -1 : 1))
    .map(({ price, bait }, place) => {
      const flaws: Exclude<Flaw, 'far'>[] = bait ? ['tiny', 'untrusted'] : [];
      return rivalOf({ ...facts, name: `m${place}`, ticks: exactTicks(price, facts.scale), flaws });
    });
}
