/**
 * The model of takers, stated so that anyone can disagree with it: they come evenly, `takersPerHour` in all, and each
 * takes an ad of the book. The best one is taken by half of them, the next by half of the rest, and so on; of equal
 * prices the other one comes first. An ad that is worse than the best by more than `patience` is taken by no one.
 */
export interface Demand {
  readonly takersPerHour: number;
  /** What each takes, in the asset. */
  readonly orderSize: number;
  /** As a share of the best price. */
  readonly patience: number;
}

export const usualDemand: Demand = { takersPerHour: 6, orderSize: 100, patience: 0.03 };

const hourMs = 3_600_000;
/** Beyond this place no one looks. */
const lastPlace = 20;

/** Returns the share of takers that an ad at this place gets; null: it is alone. */
export function shareOfTakers(place: number | null): number {
  if (place === null) return 1;
  return place > lastPlace ? 0 : 0.5 ** place;
}

/** An ad as a taker sees it. */
interface Standing {
  readonly place: number | null;
  /** How much worse it is than the best competitor, as a share of that one's price; negative: better. */
  readonly worseBy: number;
}

/** Returns the expected orders of an ad that stands so for a time; a fraction, as it is an expectation. */
export function expectedOrders(
  { takersPerHour, patience }: Demand,
  { place, worseBy }: Standing,
  durationMs: number,
): number {
  return worseBy > patience ? 0 : (takersPerHour * shareOfTakers(place) * durationMs) / hourMs;
}
