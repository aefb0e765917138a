import type { AdLook, LookPort, WatchedAd } from '../../activities/ports/look-port.ts';
import type { SetGauge } from './metric-registry.ts';

/** An ad between two watches is still watched; one that an operator pauses meanwhile must not seem forgotten for long. */
const lingerMs = 60_000;

interface Seen {
  look: AdLook | null;
  /** null: its watch runs. */
  lapsesAtMs: number | null;
}

/** Keeps the last look of every watched ad of an account, for the scrapes. An ad that is not watched is absent. */
export class AdLooks implements LookPort {
  readonly #account: string;
  readonly #clock: { now(): number };
  readonly #seen = new Map<string, Seen>();
  #lookedAtMs: number | null = null;
  #heldAtMs: number | null = null;

  constructor(account: string, clock: { now(): number }) {
    this.#account = account;
    this.#clock = clock;
  }

  begin(adNumber: string): WatchedAd {
    const seen: Seen = { look: this.#seen.get(adNumber)?.look ?? null, lapsesAtMs: null };
    this.#seen.set(adNumber, seen);
    return {
      looked: (look) => {
        seen.look = look;
        this.#show(adNumber, seen);
        this.#note(look);
      },
      held: (atMs) => {
        this.#heldAtMs = atMs;
      },
      end: (comesBack) => this.#end(adNumber, seen, comesBack),
    };
  }

  /** A watch that was given up may begin after the one that goes on, and end before it: what still looks is shown. */
  #show(adNumber: string, seen: Seen): void {
    const shown = this.#seen.get(adNumber);
    if (shown === undefined || shown.lapsesAtMs !== null) this.#seen.set(adNumber, seen);
  }

  /** An attempt that was given up may end after its successor began. */
  #end(adNumber: string, seen: Seen, comesBack: boolean): void {
    if (this.#seen.get(adNumber) !== seen) return;
    if (comesBack) seen.lapsesAtMs = this.#clock.now() + lingerMs;
    else this.#seen.delete(adNumber);
  }

  /** A look that decides nothing because its market is stale is none: prices stand still unseen. */
  #note({ decision, marketAtMs }: AdLook): void {
    if (decision === null || decision.reason === 'stale') return;
    this.#lookedAtMs = Math.max(this.#lookedAtMs ?? 0, marketAtMs);
  }

  /** Returns when the market of an ad was read last, and since when a kill switch holds the prices; null: not. */
  last(): { lookedAtMs: number | null; heldAtMs: number | null } {
    return { lookedAtMs: this.#lookedAtMs, heldAtMs: this.#heldAtMs };
  }

  /** Forgets all ads: this process watches none any more. */
  clear(): void {
    this.#seen.clear();
  }

  /** Sets the gauges of every ad and market that is watched. */
  collect(set: SetGauge): void {
    const nowMs = this.#clock.now();
    const marketAtMs = new Map<string, { look: AdLook; atMs: number }>();
    for (const [adNumber, { look, lapsesAtMs }] of this.#seen) {
      if (lapsesAtMs !== null && nowMs >= lapsesAtMs) this.#seen.delete(adNumber);
      else if (look !== null) {
        this.#setAd(look, nowMs, set);
        const key = `${pairOf(look)} ${look.ad.side}`;
        if (look.marketAtMs > (marketAtMs.get(key)?.atMs ?? 0)) marketAtMs.set(key, { look, atMs: look.marketAtMs });
      }
    }
    for (const { look, atMs } of marketAtMs.values()) {
      const labels = { account: this.#account, pair: pairOf(look), side: look.ad.side };
      set('marketAge', labels, (nowMs - atMs) / 1_000);
    }
  }

  #setAd(look: AdLook, nowMs: number, set: SetGauge): void {
    const { ad, decision, atMs } = look;
    const labels = { account: this.#account, ad: ad.adNumber, pair: pairOf(look), side: ad.side };
    set('adPrice', labels, Number(ad.price));
    set('adLookAge', labels, (nowMs - atMs) / 1_000);
    if (decision === null) return;
    const { rank, target, bound } = decision;
    if (rank !== null) set('adRank', labels, rank);
    if (target !== null) set('adDistance', labels, Math.abs(Number(ad.price) - Number(target)) / Number(target));
    set('adAtLimit', labels, bound === null ? 0 : 1);
  }
}

const pairOf = ({ ad }: AdLook): string => `${ad.asset}/${ad.fiat}`;
