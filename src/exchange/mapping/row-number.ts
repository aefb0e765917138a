import type { WireAd, WireSearchItem } from '../table/schemas/ad-schema.ts';

/**
 * Returns the number of an own ad, from a row of the listing.
 *
 * @example
 * const { items } = await client.ads.listWithPagination({ page: 1, rows: 20 });
 * items.map(adNumberOf).includes(adNumber); // → true
 */
export const adNumberOf = ({ advNo }: Pick<WireAd, 'advNo'>): string => advNo;

/**
 * Returns the number of an ad that a search has found.
 *
 * @example
 * const { items } = await client.ads.search(toMarketSearch({ side: 'SELL', asset: 'USDT', fiat: 'BOB' }));
 * console.log(items.map(offerNumberOf));
 */
export const offerNumberOf = ({ adv }: Pick<WireSearchItem, 'adv'>): string => adv.advNo;
