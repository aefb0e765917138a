import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCategory, type FailureCategory } from '../../domain/failures/error-category.ts';
import { MarketplaceFailure } from '../../domain/failures/marketplace-failure.ts';
import type { Fence } from '../../domain/sending.ts';
import type { MarketplaceAds } from '../../marketplace/marketplace.ts';

/** An ad that is to go offline, and who waits for it. */
interface Asked {
  readonly adNumber: string;
  readonly fence: Fence;
  readonly answer: PromiseWithResolvers<void>;
}

/** No source says how long the list may be; an account has some dozens of ads. */
const maxAds = 50;
/** A call without an answer holds the next one up for so long, and no longer. */
const patienceMs = 1_000;

/** Refusals that may be about a single ad of the list: the others are asked for on their own. */
const ofOneAd: ReadonlySet<FailureCategory> = new Set([
  ErrorCategory.NON_RETRIABLE_BUSINESS,
  ErrorCategory.SPECIAL_HANDLER,
  ErrorCategory.AD_OFFLINE,
  ErrorCategory.UNKNOWN,
]);

/**
 * Takes ads offline (EP-8, which takes a list). A first one leaves at once; those that ask while it is under way share the
 * next call: when a kill switch takes all ads off the market, the last one does not wait for a call of each.
 */
export class OfflineCalls {
  readonly #ads: MarketplaceAds;
  #waiting: Asked[] = [];
  #isLeaving = false;

  constructor(ads: MarketplaceAds) {
    this.#ads = ads;
  }

  /** Resolves once the service has accepted it. Rejects with MarketplaceFailure. */
  take(adNumber: string, fence: Fence): Promise<void> {
    const answer = Promise.withResolvers<void>();
    this.#waiting.push({ adNumber, fence, answer });
    if (!this.#isLeaving) void this.#leave();
    return answer.promise;
  }

  async #leave(): Promise<void> {
    this.#isLeaving = true;
    while (this.#waiting.length > 0) await atMost(patienceMs, this.#settle(this.#waiting.splice(0, maxAds)));
    this.#isLeaving = false;
  }

  /** Answers each who asked; never rejects. */
  async #settle(asked: readonly Asked[]): Promise<void> {
    try {
      const refused = await this.#send(asked);
      for (const { adNumber, answer } of asked) {
        const refusal = refused.get(adNumber);
        if (refusal === undefined) answer.resolve();
        else answer.reject(refusal);
      }
    } catch (error) {
      if (asked.length > 1 && isOfOneAd(error)) await Promise.all(asked.map((one) => this.#settle([one])));
      else for (const { answer } of asked) answer.reject(error);
    }
  }

  /** Returns the refusals by ad. Rejects with MarketplaceFailure when the call as a whole is refused or lost. */
  async #send(asked: readonly Asked[]): Promise<Map<string, MarketplaceFailure>> {
    const adNumbers = [...new Set(asked.map(({ adNumber }) => adNumber))];
    const [only] = adNumbers;
    const adKey = adNumbers.length === 1 ? only : undefined;
    const refused = await this.#ads.setStatus({ adNumbers, status: 'offline', adKey }, earliest(asked));
    // An ad that fails without its number is found by the read after it.
    return new Map(refused.map(({ adNumber, failure }) => [adNumber ?? '', failure]));
  }
}

function earliest(asked: readonly Asked[]): Fence {
  const fences = asked.map(({ fence }) => fence);
  return {
    sendBeforeMs: Math.min(...fences.map(({ sendBeforeMs }) => sendBeforeMs)),
    recvWindowMs: Math.min(...fences.map(({ recvWindowMs }) => recvWindowMs)),
  };
}

const isOfOneAd = (error: unknown): boolean =>
  error instanceof MarketplaceFailure && error.code !== null && ofOneAd.has(error.category);

async function atMost(ms: number, work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const limit = delay(ms, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, limit]);
  over.abort();
}
