import type { AdFacts } from '../../src/domain/ads/ad-facts.ts';
import { Decimal } from '../../src/domain/decimal.ts';
import { ExchangeError, type ExchangeClient } from '../../src/exchange/index.ts';

/** The outcome of one price write. `lost`: its answer breaks off. */
export type WriteEnd = 'taken' | 'false-success' | 'refused' | 'lost-taken' | 'lost-not-taken';

export interface OwnAd {
  adNumber: string;
  side: AdFacts['side'];
  price: string;
}

interface Shown {
  atMs: number;
  price: string;
}

/**
 * The own ads of one pair at a service that claims writes it did not make, makes writes it does not confirm, and lists
 * the ads as they were up to `lagMs` ago. It judges each write by the real prices.
 */
export class HostileService {
  readonly collisions: string[] = [];
  readonly ads: readonly OwnAd[];
  /** How old the next listings are. */
  lagMs = 0;
  /** Of the next write. */
  nextEnd: WriteEnd = 'taken';
  readonly #past = new Map<string, Shown[]>();
  readonly #clock: { now(): number };
  readonly #zoneTicks: number;
  #answers: (() => void)[] = [];

  constructor(ads: readonly OwnAd[], clock: { now(): number }, zoneTicks: number) {
    this.ads = ads.map((ad) => ({ ...ad }));
    this.#clock = clock;
    this.#zoneTicks = zoneTicks;
    for (const { adNumber, price } of ads) this.#past.set(adNumber, [{ atMs: Number.NEGATIVE_INFINITY, price }]);
  }

  /** The part of a client that the desk's own ads need. */
  get client(): ExchangeClient {
    const listWithPagination = async () => ({ items: this.#listed(), odd: [], total: this.ads.length });
    const update = (body: { advNo?: unknown; price?: unknown }) => this.#update(String(body.advNo), String(body.price));
    return { ads: { listWithPagination, update } } as unknown as ExchangeClient;
  }

  /** Answers the oldest write that is not answered yet. */
  answerOne(): void {
    this.#answers.shift()?.();
  }

  #listed() {
    const asOfMs = this.#clock.now() - this.lagMs;
    return this.ads.map(({ adNumber, side }) => ({
      advNo: adNumber,
      tradeType: side,
      asset: 'USDT',
      fiatUnit: 'BOB',
      price: this.#past.get(adNumber)?.findLast(({ atMs }) => atMs <= asOfMs)?.price ?? '',
      priceScale: 2,
      priceType: 1,
      advStatus: 1,
    }));
  }

  /** The effect happens when the call arrives; its answer may come much later. */
  async #update(adNumber: string, price: string): Promise<boolean> {
    const end = this.nextEnd;
    this.#judge(adNumber, price);
    if (end === 'taken' || end === 'lost-taken') this.#take(adNumber, price);
    const answer = Promise.withResolvers<void>();
    this.#answers.push(answer.resolve);
    await answer.promise;
    const failure = { endpoint: 'update', message: 'no answer' } as const;
    if (end === 'refused') throw new ExchangeError({ ...failure, sent: 'yes', code: '-2019', httpStatus: 400 });
    if (end.startsWith('lost')) throw new ExchangeError({ ...failure, sent: 'unknown' });
    return true;
  }

  #take(adNumber: string, price: string): void {
    const ad = this.ads.find((own) => own.adNumber === adNumber);
    if (ad !== undefined) ad.price = price;
    this.#past.get(adNumber)?.push({ atMs: this.#clock.now(), price });
  }

  #judge(adNumber: string, price: string): void {
    const self = this.ads.find((own) => own.adNumber === adNumber);
    const gap = new Decimal(this.#zoneTicks).dividedBy(100);
    for (const other of this.ads) {
      if (other.adNumber === adNumber || self === undefined) continue;
      const above = new Decimal(price).minus(other.price);
      const isInZone = above.abs().lessThanOrEqualTo(gap);
      const crosses = self.side !== other.side && (self.side === 'SELL') === above.lessThan(0);
      const what = `${self.side} ${adNumber} ${self.price} → ${price} beside ${other.side} ${other.adNumber} at ${other.price}`;
      if (isInZone || crosses) this.collisions.push(what);
    }
  }
}
