import type { AdFacts } from '../domain/ads/ad-facts.ts';
import type { Fence, Turn } from '../domain/sending.ts';
import {
  adNumberOf,
  ExchangeError,
  readEach,
  readList,
  toAdFacts,
  toAdPost,
  toAdStatus,
  toFailedAds,
  toListedAd,
  toPriceUpdate,
  toStatusUpdate,
  toStockFacts,
  toTermsUpdate,
  toUnpricedAd,
  toUnpricedListedAd,
  type ExchangeClient,
} from '../exchange/index.ts';
import type { MarketplaceAds, Pair, Readings, StatusChange, StatusRefusal } from './marketplace.ts';
import { OwnAdPages } from './own-ad-pages.ts';

const rows = 20;
/** A longer listing is cut: no account has so many ads, and a broken `total` must not cause an endless loop. */
const maxPages = 100;
/** A broken listing that repeats its pages must not be read forever. */
const maxPagesOfPair = 50;

/** Own ads: EP-2, EP-4, EP-5, EP-7 and EP-8. */
export function adsOf(exchange: ExchangeClient): MarketplaceAds {
  const { ads } = exchange;
  return {
    read: async (adNumber, turn) => toAdFacts(await ads.getDetailByNo(adNumber, turn)),
    readTerms: async (adNumber, turn) => toListedAd(await ads.getDetailByNo(adNumber, turn)),
    readUnpriced: async (adNumber, turn) => toUnpricedListedAd(await ads.getDetailByNo(adNumber, turn)),
    readStatus: async (adNumber, turn) => toAdStatus(await ads.getDetailByNo(adNumber, turn)),
    readStock: async (adNumber, turn) => {
      const read = await ads.getDetailByNo(adNumber, turn);
      return { ad: toUnpricedAd(read), stock: toStockFacts(read) };
    },
    list: ({ onPage, ...turn }) => listAll(exchange, turn, onPage),
    listTerms: (pair, turn) => listTerms(exchange, pair, turn),
    listing: () => new OwnAdPages(exchange),
    publish: (ad, by) => ads.post(toAdPost(ad), by),
    setPrice: async (change, fence) => {
      await ads.update(toPriceUpdate(change), { priority: 'price', adKey: change.adNumber, fence });
    },
    setTerms: async (change, fence) => {
      await ads.update(toTermsUpdate(change), { priority: 'price', adKey: change.adNumber, fence });
    },
    setStatus: (change, fence) => setStatus(exchange, change, fence),
  };
}

async function listAll(exchange: ExchangeClient, turn: Turn, onPage: () => Promise<void>): Promise<Readings<AdFacts>> {
  const { items, odd } = await readList({
    ask: (page, size) => exchange.ads.listWithPagination({ page, rows: size }, turn),
    rows,
    maxPages,
    numberOf: adNumberOf,
    onPage,
  });
  const read = readEach(items, toAdFacts, adNumberOf);
  return { items: read.items, odd: [...odd, ...read.odd] };
}

async function listTerms(exchange: ExchangeClient, { asset, fiat }: Pair, turn: Turn) {
  const { items, odd, isWhole } = await readList({
    ask: (page, size) => exchange.ads.listWithPagination({ page, rows: size, asset, fiatUnit: fiat }, turn),
    rows,
    maxPages: maxPagesOfPair,
    numberOf: adNumberOf,
  });
  const read = readEach(items, toListedAd, adNumberOf);
  const ofPair = read.items.filter((ad) => ad.asset === asset && ad.fiat === fiat);
  return { items: ofPair, odd: [...odd, ...read.odd], isWhole };
}

async function setStatus(
  { ads }: ExchangeClient,
  { adKey, ...change }: StatusChange,
  fence: Fence,
): Promise<StatusRefusal[]> {
  const answer = await ads.updateStatus(toStatusUpdate(change), { priority: 'price', adKey, fence });
  return toFailedAds(answer).map(({ adNumber, code, message }) => {
    const failure = new ExchangeError({ message, code, endpoint: 'updateStatus', sent: 'yes', httpStatus: 200 });
    return { adNumber, failure };
  });
}
