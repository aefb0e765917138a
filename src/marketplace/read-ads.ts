import type { OddRow } from '../domain/odd-row.ts';
import { unreadAd } from './doubts.ts';
import type { ReadAds } from './marketplace.ts';

/**
 * Returns a judge of whether an ad may be online: also one that cannot be read, or that may be the one without a number or
 * among those that were not shown.
 */
export function mayBeOnline({ ads, odd, isWhole }: ReadAds): (adNumber: string) => boolean {
  const listed = new Map(ads.map(({ adNumber, status }) => [adNumber, status]));
  return (adNumber) => {
    const status = listed.get(adNumber);
    if (status !== undefined) return status === 'online';
    return !isWhole || odd.some(({ subject }) => subject === null || subject === adNumber);
  };
}

/** Returns the numbers of all listed ads: of one that cannot be read the number is enough. */
export function numbersOf({ ads, odd }: Pick<ReadAds, 'ads' | 'odd'>): string[] {
  return [...ads.map(({ adNumber }) => adNumber), ...odd.flatMap(({ subject }) => subject ?? [])];
}

/** Throws the failure of reading an ad that is listed and cannot be read: it is not missing. */
export function unlessOdd(odd: readonly OddRow[], adNumber: string): undefined {
  const row = odd.find(({ subject }) => subject === adNumber);
  if (row !== undefined) throw unreadAd(row);
}
