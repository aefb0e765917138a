/** Runs desks of twenty ads over a market of rivals, round by round, and counts what happened. */
import type { MarketOffer } from '../../../src/domain/ads/ad-facts.ts';
import { defaultSettings } from '../../../src/domain/settings.ts';
import { mixedAds, withNights } from './ad-mix.ts';
import { judgeSide, type Standing, type Verdict } from './ad-oracle.ts';
import { MarketDesk } from './market-desk.ts';
import { Marketplace, type Write } from './marketplace.ts';
import { rivalOf, type MarketMoment, type Rival, type RivalMarket, type Side } from './rival-market.ts';

export interface RunOptions {
  readonly market: RivalMarket;
  readonly desks: 1 | 2;
  readonly forMs: number;
  /** Local times outside which every third ad is off the market; absent: none is. */
  readonly nights?: string;
}

export interface RunReport {
  readonly market: string;
  readonly ads: number;
  readonly hours: number;
  readonly writes: number;
  /** How often what an ad wants has changed, of all ads. */
  readonly wishMoves: number;
  readonly standings: Readonly<Record<Standing, number>>;
  /** An ad at a rank that it wants and that its guards allow, as a share of the looks at such ads. */
  readonly rankShare: number;
  /** Writes of the ad that wrote most, in its worst hour. */
  readonly maxWritesAnHour: number;
  /** Writes that took back the one before although no ad of the side wanted anything else. */
  readonly takenBack: number;
  /** Of the last writes, in ms after the start; null: none. */
  readonly lastWriteAtMs: number | null;
  /** How often an ad came back to the market. */
  readonly mornings: number;
  /** Rounds in which the budget of calls did not suffice for all writes. */
  readonly busyRounds: number;
  /** What was refused, and what was lost, in words. */
  readonly faults: readonly string[];
}

const roundMs = defaultSettings.marketIntervalMs;
const hourMs = 3_600_000;
const sides = ['SELL', 'BUY'] as const;

class Counts {
  readonly standings: Record<Standing, number> = {
    'at-rank': 0,
    'at-guard': 0,
    near: 0,
    held: 0,
    stepping: 0,
    'no-price': 0,
    crowded: 0,
    lost: 0,
  };
  readonly faults: string[] = [];
  wishMoves = 0;
  takenBack = 0;
  busyRounds = 0;
  /** Looks at ads whose guards let them stand where they want. */
  allowed = 0;
  readonly #wishes = new Map<string, number | null>();
  readonly #lastWrites = new Map<string, { write: Write; wishes: string }>();

  note({ adNumber, standing, wish, due, isOutside }: Verdict, atMs: number): void {
    this.standings[standing] += 1;
    if (due !== null && due === wish) this.allowed += 1;
    if (this.#wishes.get(adNumber) !== wish) this.wishMoves += 1;
    this.#wishes.set(adNumber, wish);
    if (standing !== 'lost' && !isOutside) return;
    this.faults.push(`${adNumber} at ${atMs / 1_000} s: ${standing}, wants ${wish}, is due at ${due}`);
  }

  noteWrite(write: Write, wishes: string): void {
    const { adNumber, from, to } = write;
    const before = this.#lastWrites.get(adNumber);
    if (before?.wishes === wishes && before.write.from === to && before.write.to === from) this.takenBack += 1;
    this.#lastWrites.set(adNumber, { write, wishes });
  }
}

/** Runs the desks and judges each after its own round. */
export function runMarket({ market, desks, forMs, nights }: RunOptions): RunReport {
  const marketplace = new Marketplace();
  const all = Array.from({ length: desks }, (_, index) => {
    const mixed = mixedAds(index + 1, market);
    const ads = nights === undefined ? mixed : withNights(mixed, nights);
    return new MarketDesk({ name: `desk ${index + 1}`, scale: market.scale, ads, marketplace });
  });
  const counts = new Counts();
  for (let nowMs = 0; nowMs < forMs; nowMs += roundMs) {
    all.forEach((desk, index) => {
      // Two desks look at different moments.
      const atMs = nowMs + (index * roundMs) / desks;
      const moment = withOthers(
        market.at(atMs, (side) => marketplace.best(side)),
        { market, marketplace, desk },
      );
      roundOf(desk, { moment, atMs, marketplace, counts });
    });
  }
  return reportOf({ market, all, marketplace, counts, forMs });
}

interface RoundFacts {
  readonly moment: MarketMoment;
  readonly atMs: number;
  readonly marketplace: Marketplace;
  readonly counts: Counts;
}

function roundOf(desk: MarketDesk, { moment, atMs, marketplace, counts }: RoundFacts): void {
  const { reference, rivals } = moment;
  const offersOf = (side: Side): MarketOffer[] => rivals[side].map(({ offer }) => offer);
  const written = marketplace.writes.length;
  const look = { atMs, reference, offers: { SELL: offersOf('SELL'), BUY: offersOf('BUY') } };
  desk.keepHours(look);
  const sufficed = desk.round(look);
  if (!sufficed) counts.busyRounds += 1;
  const verdicts = sides.flatMap((side) => judgeSide(side, { ads: desk.ads, marketplace, moment, nowMs: atMs }));
  // Where the budget did not suffice, the next round goes on.
  if (sufficed) for (const verdict of verdicts) counts.note(verdict, atMs);
  const wishes = JSON.stringify(verdicts.map(({ wish }) => wish));
  for (const write of marketplace.writes.slice(written)) counts.noteWrite(write, wishes);
}

interface Others {
  readonly market: RivalMarket;
  readonly marketplace: Marketplace;
  readonly desk: MarketDesk;
}

/** A desk sees the ads of the other one as those of any merchant. */
function withOthers(moment: MarketMoment, { market: { scale }, marketplace, desk }: Others): MarketMoment {
  const { reference } = moment;
  const others = [...marketplace.ads.values()].filter((ad) => ad.desk !== desk.options.name);
  const rivalsOf = (side: Side): Rival[] => [
    ...moment.rivals[side],
    ...others
      .filter((ad) => ad.side === side)
      .map(({ adNumber, ticks }) => rivalOf({ side, name: adNumber, ticks, reference, scale })),
  ];
  return { reference, rivals: { SELL: rivalsOf('SELL'), BUY: rivalsOf('BUY') } };
}

interface Ended {
  readonly market: RivalMarket;
  readonly all: readonly MarketDesk[];
  readonly marketplace: Marketplace;
  readonly counts: Counts;
  readonly forMs: number;
}

function reportOf({ market, all, marketplace, counts, forMs }: Ended): RunReport {
  const { writes, refused } = marketplace;
  const byAd = Map.groupBy(writes, ({ adNumber }) => adNumber);
  const { standings, allowed, wishMoves, takenBack, busyRounds, faults } = counts;
  return {
    market: market.name,
    ads: all.reduce((sum, desk) => sum + desk.options.ads.length, 0),
    hours: forMs / hourMs,
    writes: writes.length,
    wishMoves,
    standings,
    rankShare: allowed === 0 ? 0 : standings['at-rank'] / allowed,
    maxWritesAnHour: Math.max(0, ...[...byAd.values()].map(maxInAnHour)),
    takenBack,
    lastWriteAtMs: writes.at(-1)?.atMs ?? null,
    mornings: all.reduce((sum, desk) => sum + desk.mornings, 0),
    busyRounds,
    faults: [...refused, ...faults],
  };
}

function maxInAnHour(writes: readonly Write[]): number {
  const counts = writes.map(
    ({ atMs }) => writes.filter((other) => other.atMs >= atMs && other.atMs < atMs + hourMs).length,
  );
  return Math.max(...counts);
}
