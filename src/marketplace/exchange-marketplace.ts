/** The exchange as a marketplace: this room alone calls its operations and converts what they answer. */
import type { DeskSettings } from '../domain/settings.ts';
import type { ExchangeClient } from '../exchange/index.ts';
import { accountOf } from './exchange-account.ts';
import { adsOf } from './exchange-ads.ts';
import { marketOf } from './exchange-market.ts';
import { ordersOf } from './exchange-orders.ts';
import type { Marketplace } from './marketplace.ts';

/** Makes the marketplace that the client of an account reaches. */
export function createMarketplace(exchange: ExchangeClient, settings: Pick<DeskSettings, 'orderRows'>): Marketplace {
  return {
    orders: ordersOf(exchange, settings),
    ads: adsOf(exchange),
    market: marketOf(exchange),
    account: accountOf(exchange),
  };
}
