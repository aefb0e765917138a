/**
 * The model of takers, stated so that anyone can disagree with it: they come evenly, `takersPerHour` in all, and each
 * takes an ad of the book. The best one is taken by half of them, the next by half of the rest, and so on.
 */
export interface Demand {
  readonly takersPerHour: number;
  /** What each takes, in the asset. */
  readonly orderSize: number;
}

export const usualDemand: Demand = { takersPerHour: 6, orderSize: 100 };

const hourMs = 3_600_000;
/** Beyond this place no one looks. */
const lastPlace = 20;

/** Returns the share of takers that an ad at this rank gets; rank null: it is alone. */
export function shareOfTakers(rank: number | null): number {
  if (rank === null) return 1;
  return rank > lastPlace ? 0 : 0.5 ** rank;
}

/** Returns the expected orders of an ad that stands at a rank for a time; a fraction, as it is an expectation. */
export function expectedOrders({ takersPerHour }: Demand, rank: number | null, durationMs: number): number {
  return (takersPerHour * shareOfTakers(rank) * durationMs) / hourMs;
}
