import type { MarketOffer, UnreadOffer } from '../domain/ads/ad-facts.ts';

/** A market as the makers of one side see it. */
export interface Market {
  asset: string;
  fiat: string;
  /** The makers' side: SELL shows the sellers' ads. */
  side: 'BUY' | 'SELL';
}

export interface ReadOffers {
  /** Best first. */
  offers: MarketOffer[];
  /** Offers that cannot be read; absent: none. */
  unread?: readonly UnreadOffer[];
  /** When the read of them began. */
  readAtMs: number;
}

export interface ReadReference {
  /** The service's reference price; null when it has none. */
  referencePrice: string | null;
  /** When the read of it began. */
  referenceAtMs: number;
}

export interface ReadSpot {
  /** The last price of the spot market; null: the service has no such market. */
  spotPrice: string | null;
  /** When the read of it began. */
  spotAtMs: number;
}

export type MarketSnapshot = ReadOffers & ReadReference;

/** Makes a text that is the same for the same side of the same market, for a Map. */
export function keyOf({ asset, fiat, side }: Market): string {
  return JSON.stringify([asset, fiat, side]);
}

/** The inverse of `keyOf`; any other text is not checked. */
export function parseKey(key: string): Market {
  const [asset, fiat, side]: [string, string, 'BUY' | 'SELL'] = JSON.parse(key) as [string, string, 'BUY' | 'SELL'];
  return { asset, fiat, side };
}
