import { watchBeatMs } from '../../src/activities/kit/pause.ts';

export const dayMs = 86_400_000;

/** What each part of a quiet desk asks of Temporal in a day, as Temporal Cloud counts actions. */
export const partsADay = {
  /** The watch of an ad. */
  ad: Math.round(dayMs / watchBeatMs),
  /** Its renewals, every quarter of an hour: the watch that ends, and the one that begins. */
  renewals: 200,
  /** The order intake of an account. */
  intake: Math.round(dayMs / watchBeatMs),
  /** The lead of a process: a question every 4.1 s, and a word every 10 s. */
  lead: Math.round(dayMs / 4_100) + Math.round(dayMs / 10_000),
} as const;

/** A desk by its size; one process leads for the accounts behind each address. */
export interface DeskSize {
  accounts: number;
  adsEach: number;
  addresses: number;
}

export const deskSizes: readonly DeskSize[] = [
  { accounts: 1, adsEach: 4, addresses: 1 },
  { accounts: 20, adsEach: 20, addresses: 1 },
  { accounts: 100, adsEach: 20, addresses: 10 },
];

/** Actions a day of a desk of this size while nothing moves, reckoned from its parts. */
export function actionsADay({ accounts, adsEach, addresses }: DeskSize): number {
  const { ad, renewals, intake, lead } = partsADay;
  return accounts * adsEach * (ad + renewals) + accounts * intake + addresses * lead;
}

/** What a namespace of Temporal Cloud allows at first, by the names of its page "System limits - Temporal Cloud". */
export const cloudLimits = [
  ['Actions per second', 500],
  ['Requests per second', 2_000],
  ['Operations per second', 4_000],
  ['Visibility API calls per second', 30],
  ['Concurrent Task pollers, of each kind', 20_000],
] as const;

/** Prices a day of one ad, from a market at rest to one that moves every minute and a half. */
export const pricesADay = [0, 100, 1_000] as const;

/** Renewals of a watch in a day. */
export const renewalsADay = 96;

/** History bytes that one ad leaves in a day. */
export const bytesADay = (prices: number, { price, renewal }: { price: number; renewal: number }): number =>
  prices * price + renewalsADay * renewal;
