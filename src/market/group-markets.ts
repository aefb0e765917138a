import { GroupRead } from './group-read.ts';
import { NamedBell } from './named-bell.ts';
import { parseKey, type ReadOffers, type ReadReference, type ReadSpot } from './market-facts.ts';
import { pairOf } from './own-ads.ts';

/** A read that takes longer than this is made by another account as well. */
const slowReadMs = 1_000;

interface GroupMarketsOptions {
  clock: { now(): number };
  /** Calls back when a read is slow; returns what ends the wait. */
  later?: (act: () => void) => () => void;
}

/** The markets as the accounts of a process see them at one service: what one account reads, all know (ADR 0031). */
export class GroupMarkets {
  /** Rings for a pair when a side of its market was read again. */
  readonly bell = new NamedBell();
  readonly clock: { now(): number };
  readonly offers: GroupRead<ReadOffers>;
  readonly references: GroupRead<ReadReference>;
  /** Spot prices, by the symbol of their market. */
  readonly spots: GroupRead<ReadSpot>;

  constructor({ clock, later = afterSlowRead }: GroupMarketsOptions) {
    this.clock = clock;
    this.offers = new GroupRead({ clock, later, onRenewed: (key) => this.bell.ring(pairOf(parseKey(key))) });
    this.references = new GroupRead({ clock, later });
    this.spots = new GroupRead({ clock, later });
  }

  /** The account reads nothing from now on. */
  leave(account: string): void {
    this.offers.leave(account);
    this.references.leave(account);
    this.spots.leave(account);
  }
}

function afterSlowRead(act: () => void): () => void {
  const timer = setTimeout(act, slowReadMs).unref();
  return () => clearTimeout(timer);
}
