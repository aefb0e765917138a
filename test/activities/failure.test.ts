import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { describe, expect, it } from 'vitest';
import { judgeTrouble, toActivityFailure } from '../../src/activities/failure.ts';
import { MarketplaceFailure } from '../../src/domain/failures/marketplace-failure.ts';
import { defaultSettings } from '../../src/domain/settings.ts';
import { ExchangeError, type ExchangeFailure } from '../../src/exchange/index.ts';
import { openActivityWorld } from './activity-fixture.ts';
import { readInput } from './money/money-fixture.ts';

const settings = defaultSettings;

function exchangeError(part: Partial<ExchangeFailure> = {}): ExchangeError {
  return new ExchangeError({ message: 'no', endpoint: 'search', sent: 'yes', ...part });
}

function converted(error: unknown, part: { attempt?: number; random?: number; maxRetryMs?: number } = {}) {
  const { attempt = 1, random = 0.5, maxRetryMs = Number.POSITIVE_INFINITY } = part;
  const context = { attempt, random: () => random, settings, atMs: 1_700_000_000_000, maxRetryMs };
  return toActivityFailure(error, { ...context, use: 'read' });
}

function failure(error: unknown, part: Parameters<typeof converted>[1] = {}): ApplicationFailure {
  const result = converted(error, part);
  if (result instanceof ApplicationFailure) return result;
  throw new Error('no ApplicationFailure');
}

describe('interface 7.4: each category as the failure of an activity', () => {
  const workflowsOwn = [
    ['AD_OFFLINE', exchangeError({ code: '83229' })],
    ['RETRY_WITH_VOLUME_SYNC', exchangeError({ code: '187049' })],
    ['RETRY_WITH_VOLUME_SYNC', exchangeError({ code: '-9000', message: 'error 187040' })],
    ['NON_RETRIABLE_BUSINESS', exchangeError({ code: '-2015' })],
    ['SPECIAL_HANDLER', exchangeError({ code: '187055' })],
    ['PRICE_RANGE_LIMIT', exchangeError({ code: '1', message: 'not in the price range 9 - 11' })],
    ['NOT_FOUND', exchangeError({ httpStatus: 404 })],
  ] as const;

  it.each(workflowsOwn)('%s is the workflow’s own to handle: never retried by the server', (type, error) => {
    expect(failure(error)).toMatchObject({ type, nonRetryable: true, category: ApplicationFailureCategory.BENIGN });
    expect(failure(error).nextRetryDelay).toBeUndefined();
  });

  it('a failure of any marketplace counts by what it says of itself, without the codes of an exchange', () => {
    const call = {
      endpoint: 'sell',
      code: 'shut',
      httpStatus: null,
      sent: 'no',
      hadNoEffect: true,
      retryAfterMs: null,
    } as const;
    const error = new MarketplaceFailure('closed', { ...call, category: 'AD_OFFLINE', advice: 'Open it.' });
    expect(failure(error)).toMatchObject({ type: 'AD_OFFLINE', message: 'sell: shut closed (Open it.)' });
    expect(error.name).toBe('MarketplaceFailure');
  });

  const serversOwn = [
    ['RETRY_WITH_SYNC', exchangeError({ code: '-1021' }), 300],
    ['RETRIABLE_WITH_BACKOFF', exchangeError({ code: '-1000' }), 250],
    ['RETRIABLE_WITH_BACKOFF', exchangeError({ code: '-9000', message: 'busy' }), 250],
    ['UNKNOWN', exchangeError({ code: '99' }), 250],
    ['RATE_LIMITED', exchangeError({ httpStatus: 429 }), 250],
    ['IP_BAN', exchangeError({ httpStatus: 418 }), 20_000],
  ] as const;

  it.each(serversOwn)('%s is retried by the server after its delay', (type, error, nextRetryDelay) => {
    expect(failure(error)).toMatchObject({ type, nonRetryable: false, nextRetryDelay });
  });

  it('7.5: the delay is full jitter over the attempt’s range, from 1 ms to the cap', () => {
    const error = exchangeError({ code: '-1000' });
    const delay = (attempt: number, random: number) => failure(error, { attempt, random }).nextRetryDelay;
    expect([delay(1, 0), delay(1, 0.999_999), delay(3, 0.999_999), delay(40, 0.999_999)]).toEqual([
      1, 500, 2_000, 30_000,
    ]);
  });

  it.each([
    ['429', exchangeError({ httpStatus: 429, retryAfterMs: 90_000_000 })],
    ['-1000', exchangeError({ code: '-1000', retryAfterMs: 90_000_000 })],
  ])('7.1: Retry-After of a %s wins over the formula and is never capped', (_name, error) => {
    expect(failure(error).nextRetryDelay).toBe(90_000_000);
  });

  it('7.1: a ban is looked at every 20 s, because a human may clear it; its end stands in the details', () => {
    const banned = failure(exchangeError({ httpStatus: 418, retryAfterMs: 90_000_000 }));
    expect(banned).toMatchObject({ nextRetryDelay: 20_000, details: [{ retryAfterMs: 90_000_000 }] });
    expect(failure(exchangeError({ httpStatus: 418, retryAfterMs: 5_000 })).nextRetryDelay).toBe(5_000);
  });

  it('design 4: a write whose retry would come later than its limit goes back to the workflow, with the wait', () => {
    const banned = exchangeError({ httpStatus: 418, retryAfterMs: 30_001 });
    const result = failure(banned, { maxRetryMs: 30_000 });
    expect(result).toMatchObject({ type: 'IP_BAN', nonRetryable: true, details: [{ retryAfterMs: 30_001 }] });
    const short = exchangeError({ httpStatus: 429, retryAfterMs: 30_000 });
    expect(failure(short, { maxRetryMs: 30_000 })).toMatchObject({ nonRetryable: false, nextRetryDelay: 30_000 });
  });

  it('design 5: details are code, endpoint, message, wait and moment; the text says what to do next', () => {
    const result = failure(exchangeError({ code: '-2015', message: 'Invalid API-key', endpoint: 'releaseCoin' }));
    const moment = { atMs: 1_700_000_000_000 };
    expect(result.details).toEqual([
      { code: '-2015', endpoint: 'releaseCoin', message: 'Invalid API-key', retryAfterMs: 300_000, ...moment },
    ]);
    expect(result.message).toMatch(/^releaseCoin: -2015 Invalid API-key \(.+\)$/);
    expect(result.cause).toBeUndefined();
  });

  it('design 5: an error that is not the exchange’s is returned as it is', () => {
    const own = new TypeError('a bug');
    expect(converted(own)).toBe(own);
  });
});

describe('design 4: troubles that a watch waits out, and those it hands to its workflow', () => {
  const judge = (error: ExchangeError, failures = 1) => judgeTrouble(error, failures, { random: () => 0.5, settings });

  it('7.5: a short one is waited out; the fifth in a row is the workflow’s', () => {
    const error = exchangeError({ code: '-1000' });
    expect([1, 2, 3, 4, 5].map((failures) => judge(error, failures).lasting)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(judge(error, 2).waitMs).toBe(500);
  });

  it('7.4: a refusal of the business lasts from the first time on, and blocks for 300 s', () => {
    expect(judge(exchangeError({ code: '-2015' }))).toEqual({ lasting: true, waitMs: 300_000 });
    expect(judge(exchangeError({ httpStatus: 404 }))).toEqual({ lasting: true, waitMs: 300_000 });
  });

  it('7.4: a business that a read finds closed lasts from the first time on, although its look is 15 s away', () => {
    expect(judge(exchangeError({ code: '83229' }))).toEqual({ lasting: true, waitMs: 15_000 });
  });

  it('7.1: a ban without Retry-After lasts for hours, one with it for exactly as long', () => {
    expect(judge(exchangeError({ httpStatus: 418 }))).toEqual({ lasting: true, waitMs: 7_200_000 });
    const told = exchangeError({ httpStatus: 418, retryAfterMs: 90_000_000 });
    expect(judge(told)).toEqual({ lasting: true, waitMs: 90_000_000 });
  });

  it('7.1: a Retry-After beyond the longest backoff is the workflow’s', () => {
    expect(judge(exchangeError({ httpStatus: 429, retryAfterMs: 30_000 })).lasting).toBe(false);
    expect(judge(exchangeError({ httpStatus: 429, retryAfterMs: 30_001 })).lasting).toBe(true);
  });
});

describe('design 4: reads wait forever, writes do not', () => {
  it('7.1: a read in a ban is a pending retry until the ban ends; a price write in it is the workflow’s', async () => {
    const world = await openActivityWorld();
    const adNumber = world.addAd();
    const { deps, acting } = world;
    await deps.ownAds.listing();
    world.exchange.gate.setBan(world.clock.now() + 3_600_000);
    const orderRead = world.scheduled().run(acting.readOrder, readInput('1'));
    await expect(orderRead).rejects.toMatchObject({ type: 'IP_BAN', nonRetryable: false, nextRetryDelay: 20_000 });
    const limits = { floor: '9.00', ceiling: '11.00' };
    const input = { mode: 'sim', adNumber, price: '10.15', limits } as const;
    const priceWrite = world.asAd(adNumber).run(acting.updateAdPrice, input);
    await expect(priceWrite).rejects.toMatchObject({ type: 'IP_BAN', nonRetryable: true });
    expect(world.simulator.ledger().callsDuringBan).toBe(0);
  });

  it('7.5: the waits grow with the attempts of the activity, whatever the client counted within each', async () => {
    const world = await openActivityWorld();
    world.simulator.setFaults([{ operation: 'getUserOrderDetail', fault: { kind: 'error', code: -1000 } }]);
    const delays = [];
    for (const attempt of [1, 2, 5]) {
      const run = world.scheduled({ attempt }).run(world.acting.readOrder, readInput('1'));
      delays.push(await run.catch((error: unknown) => (error as ApplicationFailure).nextRetryDelay));
    }
    // 5 ms x 2^attempt, random 0.5.
    expect(delays).toEqual([5, 10, 80]);
  });
});
