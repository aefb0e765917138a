import type { WireAd, WireSearchItem } from '../table/schemas/ad-schema.ts';

/** Returns the number of an own ad, from a row of the listing. */
export const adNumberOf = ({ advNo }: Pick<WireAd, 'advNo'>): string => advNo;

/** Returns the number of an ad that a search has found. */
export const offerNumberOf = ({ adv }: Pick<WireSearchItem, 'adv'>): string => adv.advNo;
