import { describe, expect, it } from 'vitest';
import { parsePriceRange } from '../../src/domain/pricing/price-range.ts';
import { openContract } from './contract-world.ts';
import { accountRefusals } from './refusal-cases/account-refusals.ts';
import { adRefusals } from './refusal-cases/ad-refusals.ts';
import { orderRefusals } from './refusal-cases/order-refusals.ts';
import { placementRefusals } from './refusal-cases/placement-refusals.ts';
import type { RefusalCase } from './refusal-cases/refusal-case.ts';
import { effectsIn, errorOf } from './refused-call.ts';
import { newAd, scenarios } from './scenarios.ts';

const totalOf = (rejected: Readonly<Record<string, number>>): number =>
  Object.values(rejected).reduce((sum, count) => sum + count, 0);

/** Asserts the client's error for a refusal, that nothing happened, and that it was not repeated. */
async function expectRefusal(refusal: RefusalCase): Promise<void> {
  const { operation, arrange, options, code, category, httpStatus = 400, message = '', calls = 1 } = refusal;
  const world = await openContract(options);
  const input = await arrange(world);
  const before = effectsIn(world);
  const rejectedBefore = totalOf(world.simulator.ledger().rejected);
  const error = await errorOf(world.client, operation, input);
  expect({ ...error.facts, category: error.category, sent: error.sent, endpoint: error.endpoint }).toEqual({
    code,
    category,
    httpStatus,
    sent: 'yes',
    endpoint: operation,
    message: expect.stringContaining(message),
  });
  expect(error.advice).not.toBe('');
  expect(effectsIn(world)).toEqual(before);
  expect(totalOf(world.simulator.ledger().rejected) - rejectedBefore).toBe(calls);
}

describe('interface 7: what the service refuses of ads reaches the caller as it was meant, and nothing changes', () => {
  it.each(adRefusals)('$operation: $why', expectRefusal);
});

describe('interface 7: the same of orders', () => {
  it.each(orderRefusals)('$operation: $why', expectRefusal);
});

describe('interface 7: the same of the taking of ads', () => {
  it.each(placementRefusals)('$operation: $why', expectRefusal);
});

describe('interface 7: the same of chat, payment methods, commission and merchant', () => {
  it.each(accountRefusals)('$operation: $why', expectRefusal);
});

describe('interface 7.4: a price out of range is PRICE_RANGE_LIMIT, however the service words it', () => {
  const wrong = [
    { operation: 'post', input: { ...newAd, price: '8.99' } },
    { operation: 'post', input: { ...newAd, price: undefined, priceType: 2, priceFloatingRatio: '111' } },
    { operation: 'update', input: { price: '11.01' } },
    { operation: 'update', input: { priceFloatingRatio: '89', priceType: 2 } },
  ];

  it.each(wrong)('$operation $input.price', async ({ operation, input }) => {
    const world = await openContract();
    const target = operation === 'update' ? { advNo: world.addAd() } : {};
    const before = effectsIn(world);
    const seen = new Set<string | null>();
    // The simulator draws its texts; a seeded dozen holds both codes.
    for (let call = 0; call < 12; call += 1) {
      const error = await errorOf(world.client, operation, { ...target, ...input });
      expect([error.category, error.sent, error.httpStatus]).toEqual(['PRICE_RANGE_LIMIT', 'yes', 400]);
      expect(parsePriceRange(error.message)).toEqual({ low: '9.00', high: '11.00' });
      seen.add(error.code);
    }
    expect(seen).toEqual(new Set(['-9000', '187020']));
    expect(effectsIn(world)).toEqual(before);
  });
});

describe('codes of interface 7.3 that no state of the marketplace brings about', () => {
  const scripted = [
    { operation: 'update', code: 187031, category: 'RETRY_WITH_VOLUME_SYNC' },
    { operation: 'update', code: -9000, message: '187031', category: 'RETRY_WITH_VOLUME_SYNC' },
    { operation: 'update', code: 187049, category: 'RETRY_WITH_VOLUME_SYNC' },
    { operation: 'update', code: 187040, category: 'RETRY_WITH_VOLUME_SYNC' },
    { operation: 'placeOrder', code: -2019, category: 'NON_RETRIABLE_BUSINESS' },
    { operation: 'placeOrder', code: -2015, category: 'NON_RETRIABLE_BUSINESS' },
    { operation: 'releaseCoin', code: -1000, category: 'RETRIABLE_WITH_BACKOFF' },
    { operation: 'releaseCoin', code: -9000, category: 'RETRIABLE_WITH_BACKOFF' },
  ] as const;

  it.each(scripted)('$operation: $code is $category and is sent once', async ({ operation, category, ...fault }) => {
    const world = await openContract();
    const input = (await scenarios[operation]?.(world)) ?? {};
    const before = effectsIn(world);
    const { requests } = world.simulator.ledger();
    world.simulator.setFaults([{ operation, fault: { kind: 'error', ...fault } }]);
    const error = await errorOf(world.client, operation, input);
    expect([error.code, error.category, error.sent, error.httpStatus]).toEqual([
      String(fault.code),
      category,
      'yes',
      400,
    ]);
    expect(effectsIn(world)).toEqual(before);
    expect(world.simulator.ledger().requests).toBeLessThanOrEqual(requests + 2);
  });
});
