/** The service as far as prices go: it knows where every ad stands, and judges each price by itself, in whole ticks. */
import { signOf, type Side } from './rival-market.ts';

export interface PlacedAd {
  readonly adNumber: string;
  readonly desk: string;
  readonly side: Side;
  /** The merchant's own, in ticks. */
  readonly floor: number;
  readonly ceiling: number;
  ticks: number;
}

export interface Write {
  readonly adNumber: string;
  readonly atMs: number;
  readonly from: number;
  readonly to: number;
}

/** Interface 7.4 and 8. */
export const zoneTicks = 4;
/** Interface 8: about a tenth of the reference price to each side. */
export const serviceRange = (reference: number): { low: number; high: number } => ({
  low: Math.ceil((reference * 9) / 10),
  high: Math.floor((reference * 11) / 10),
});

export class Marketplace {
  readonly ads = new Map<string, PlacedAd>();
  readonly writes: Write[] = [];
  /** What a price broke, in words; such a price is refused. */
  readonly refused: string[] = [];

  add(ad: PlacedAd): void {
    this.ads.set(ad.adNumber, ad);
  }

  leave(adNumber: string): void {
    this.ads.delete(adNumber);
  }

  /** Takes an ad that comes online, or refuses its price and says why. */
  arrive(ad: PlacedAd, { atMs, reference }: { atMs: number; reference: number }): void {
    const broken = this.#broken(ad, ad.ticks, reference);
    if (broken === null) this.add(ad);
    else this.refused.push(`${ad.adNumber} (${ad.side}) comes at ${ad.ticks}, ${atMs / 1_000} s: ${broken}`);
  }

  /** The other ads of a desk. */
  others({ adNumber, desk }: PlacedAd): PlacedAd[] {
    return [...this.ads.values()].filter((other) => other.desk === desk && other.adNumber !== adNumber);
  }

  best(side: Side): number | null {
    const placed = [...this.ads.values()].filter((ad) => ad.side === side).map((ad) => signOf(side) * ad.ticks);
    return placed.length === 0 ? null : signOf(side) * Math.min(...placed);
  }

  /** Takes a price, or refuses it and says why. Returns whether it was taken. */
  write(adNumber: string, to: number, { atMs, reference }: { atMs: number; reference: number }): boolean {
    const ad = this.ads.get(adNumber);
    if (ad === undefined) throw new RangeError(`no ad ${adNumber}`);
    const broken = this.#broken(ad, to, reference);
    if (broken !== null) {
      this.refused.push(`${adNumber} (${ad.side}) at ${to}, ${atMs / 1_000} s: ${broken}`);
      return false;
    }
    this.writes.push({ adNumber, atMs, from: ad.ticks, to });
    ad.ticks = to;
    return true;
  }

  #broken(ad: PlacedAd, to: number, reference: number): string | null {
    if (!Number.isSafeInteger(to)) return 'between two ticks';
    if (to < ad.floor || to > ad.ceiling) return `outside the limits ${ad.floor} to ${ad.ceiling}`;
    const { low, high } = serviceRange(reference);
    if (to < low || to > high) return `outside the service range ${low} to ${high}`;
    const near = this.others(ad).find((other) => Math.abs(other.ticks - to) <= zoneTicks);
    if (near !== undefined) return `in the zone of ${near.adNumber} at ${near.ticks}`;
    const crossed = this.others(ad).find(
      ({ side, ticks }) => side !== ad.side && signOf(ad.side) * (to - ticks) <= zoneTicks,
    );
    return crossed === undefined ? null : `across from ${crossed.adNumber} at ${crossed.ticks}`;
  }
}
