import { describePair, type MarketPair } from '../../world/market-feed.ts';

const assetNames: Record<string, string> = { USDT: 'TetherUS', USDC: 'USDC', BTC: 'Bitcoin', ETH: 'Ethereum' };

/** The country that a fiat currency is listed under. */
const countries: Record<string, string> = {
  BOB: 'BO',
  VES: 'VE',
  ARS: 'AR',
  COP: 'CO',
  MXN: 'MX',
  KZT: 'KZ',
  EUR: 'EU',
};

/** An asset as ads and the list of assets describe it. */
export const assetToWire = ({ asset, assetScale }: Pick<MarketPair, 'asset' | 'assetScale'>) => ({
  asset,
  name: assetNames[asset] ?? asset,
  iconUrl: '',
  decimalScale: assetScale,
});

/** A fiat currency as ads and the list of currencies describe it. */
export const fiatToWire = ({ asset, fiat, fiatScale, priceScale }: Omit<MarketPair, 'fiatSymbol' | 'assetScale'>) => ({
  currencyCode: fiat,
  currencySymbol: describePair(asset, fiat, priceScale).fiatSymbol,
  currencyScale: fiatScale,
  priceScale,
  countryCode: countries[fiat] ?? fiat.slice(0, 2),
  iconUrl: '',
});
