import { describe, expect, it } from 'vitest';
import { operations } from '../../src/exchange/index.ts';
import { openContract, type ContractWorld } from './contract-world.ts';
import { effectsIn, errorOf } from './refused-call.ts';
import { scenarios } from './scenarios.ts';

const names = Object.keys(operations);

/** The world in which the operation would succeed, and its input. */
async function ready(name: string, world: ContractWorld): Promise<Record<string, unknown>> {
  return (await scenarios[name]?.(world)) ?? {};
}

async function factsOf(world: ContractWorld, name: string, input: Record<string, unknown>) {
  const { category, sent, httpStatus, retryAfterMs } = await errorOf(world.client, name, input);
  return { category, sent, httpStatus, retryAfterMs };
}

describe('interface 7.1: 429 with Retry-After is RATE_LIMITED, and the next call is held back here', () => {
  it.each(names)('%s', async (name) => {
    const world = await openContract();
    const input = await ready(name, world);
    const before = effectsIn(world);
    world.simulator.setFaults([{ operation: name, fault: { kind: 'http', status: 429, retryAfterS: 7 } }]);
    const { requests } = world.simulator.ledger();
    const limited = { category: 'RATE_LIMITED', httpStatus: 429, retryAfterMs: 7_000, sent: 'yes' };
    expect(await factsOf(world, name, input)).toEqual(limited);
    const tried = world.simulator.ledger().requests - requests;
    const held = await factsOf(world, name, input);
    expect(held).toEqual({ category: 'RATE_LIMITED', httpStatus: null, retryAfterMs: 7_000, sent: 'no' });
    world.clock.advance(4_000);
    expect(await factsOf(world, name, input)).toEqual({ ...held, retryAfterMs: 3_000 });
    expect(world.simulator.ledger()).toMatchObject({ requests: requests + tried, callsBeforeRetryAfter: 0 });
    expect(effectsIn(world)).toEqual(before);
  });
});

describe('interface 7.1: 418 is IP_BAN for hours, and nothing is sent until then', () => {
  it.each(names)('%s', async (name) => {
    const world = await openContract();
    const input = await ready(name, world);
    const before = effectsIn(world);
    world.simulator.ban(7_200_000);
    const banned = { category: 'IP_BAN', retryAfterMs: 7_200_000 };
    expect(await factsOf(world, name, input)).toEqual({ ...banned, httpStatus: 418, sent: 'yes' });
    const { requests } = world.simulator.ledger();
    world.clock.advance(60_000);
    const held = { ...banned, retryAfterMs: 7_140_000, httpStatus: null, sent: 'no' };
    expect(await factsOf(world, name, input)).toEqual(held);
    expect(world.simulator.ledger()).toMatchObject({ requests, callsDuringBan: 0 });
    expect(effectsIn(world)).toEqual(before);
  });
});

describe("the service's own limit, without a script", () => {
  it('more calls of an account than its window holds are 429 until it has room again', async () => {
    const world = await openContract({ rateLimit: { requests: 5, windowMs: 10_000 } });
    for (let call = 0; call < 5; call += 1) await world.client.user.baseDetail();
    world.clock.advance(4_000);
    const limited = { category: 'RATE_LIMITED', httpStatus: 429, retryAfterMs: 6_000, sent: 'yes' };
    expect(await factsOf(world, 'baseDetail', {})).toEqual(limited);
    expect(world.simulator.ledger()).toMatchObject({ callsOverLimit: 1 });
  });

  it('the ban after an ignored 429 meets a second client, too: 418', async () => {
    const world = await openContract({
      rateLimit: { requests: 1, windowMs: 10_000 },
      ignoredLimitsBeforeBan: 0,
      banMs: 10_800_000,
    });
    await world.client.user.baseDetail();
    expect(await factsOf(world, 'baseDetail', {})).toMatchObject({ category: 'RATE_LIMITED', sent: 'yes' });
    const banned = { category: 'IP_BAN', httpStatus: 418, retryAfterMs: 10_800_000, sent: 'yes' };
    // A second client of the account, which was not told.
    const unaware = { ...world, client: world.connect() };
    expect(await factsOf(unaware, 'baseDetail', {})).toEqual(banned);
    const publicSearch = { asset: 'USDT', fiat: 'BOB', tradeType: 'BUY', page: 1, rows: 5 };
    const held = { ...banned, httpStatus: null, sent: 'no' };
    expect(await factsOf(unaware, 'searchPublicAds', publicSearch)).toEqual(held);
  });
});
