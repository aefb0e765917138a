import { describe, expect, it } from 'vitest';
import { openWorld, type SimWorld } from '../sim-fixture.ts';

const list = { page: 1, rows: 20 };
const ask = (world: SimWorld) => world.desk.call('orderMatch/listOrders', { body: list });

async function askTimes(world: SimWorld, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) statuses.push((await ask(world)).status);
  return statuses;
}

describe('429 (interface section 7.1)', () => {
  it('answers with Retry-After above the limit of the window, accepts calls again after it, and counts', async () => {
    const world = await openWorld({ rateLimit: { requests: 3, windowMs: 10_000 } });
    expect(await askTimes(world, 3)).toEqual([200, 200, 200]);
    world.clock.advance(4_000);
    const refused = await ask(world);
    expect([refused.status, refused.headers.get('retry-after'), refused.json['code']]).toEqual([429, '6', -1003]);
    expect((await world.rival.call('orderMatch/listOrders', { body: list })).status).toBe(200);
    world.clock.advance(6_000);
    expect(await askTimes(world, 1)).toEqual([200]);
    expect(world.simulator.ledger()).toMatchObject({ callsOverLimit: 1, callsBeforeRetryAfter: 0 });
  });

  it('never holds the server time or the administration against the budget', async () => {
    const world = await openWorld({ rateLimit: { requests: 1, windowMs: 10_000 } });
    for (let call = 0; call < 5; call += 1) await fetch(`${world.baseUrl}/api/v3/time`);
    await world.admin('ledger');
    expect(await askTimes(world, 1)).toEqual([200]);
  });

  it('counts calls that do not wait for the Retry-After of an injected 429, but not those already on their way', async () => {
    const world = await openWorld();
    world.simulator.setFaults([
      { operation: '*', when: { nth: 1 }, fault: { kind: 'http', status: 429, retryAfterS: 2 } },
    ]);
    expect(await askTimes(world, 2)).toEqual([429, 200]);
    expect(world.simulator.ledger().callsBeforeRetryAfter).toBe(0);
    world.clock.advance(1_000);
    await ask(world);
    world.clock.advance(1_000);
    await ask(world);
    expect(world.simulator.ledger()).toMatchObject({ callsBeforeRetryAfter: 1, callsOverLimit: 0 });
  });
});

describe('418', () => {
  it('bans the address of one who ignores 429, each time for longer', async () => {
    const world = await openWorld({
      rateLimit: { requests: 1, windowMs: 10_000 },
      ignoredLimitsBeforeBan: 2,
      banMs: 60_000,
    });
    expect(await askTimes(world, 6)).toEqual([200, 429, 429, 429, 418, 418]);
    expect((await world.rival.call('orderMatch/listOrders', { body: list })).status).toBe(418);
    world.clock.advance(60_000);
    expect(await askTimes(world, 5)).toEqual([200, 429, 429, 429, 418]);
    const banned = await ask(world);
    expect(banned.headers.get('retry-after')).toBe('120');
  });

  it('bans at the first call that ignores 429 when no call may, never before a 429 was sent', async () => {
    const limits = { rateLimit: { requests: 1, windowMs: 10_000 }, ignoredLimitsBeforeBan: 0 };
    const world = await openWorld(limits);
    expect(await askTimes(world, 3)).toEqual([200, 429, 418]);
    const patient = await openWorld(limits);
    for (let round = 0; round < 3; round += 1) {
      expect(await askTimes(patient, 2)).toEqual([200, 429]);
      patient.clock.advance(10_000);
    }
  });

  it('bans a caller that ignores the 429 of an endpoint’s weight, not one that calls another endpoint meanwhile', async () => {
    const world = await openWorld({ weightLimits: { ip: 1, uid: 100 }, ignoredLimitsBeforeBan: 2, banMs: 60_000 });
    const other = () => world.desk.code('ads/update', { advNo: '1', remarks: 'x' });
    expect(await askTimes(world, 3)).toEqual([200, 429, 429]);
    for (let call = 0; call < 5; call += 1) expect(await other()).toBe(-9000);
    expect(await askTimes(world, 2)).toEqual([429, 418]);
    expect(await other()).toBe(-1003);
    expect(world.simulator.ledger()).toMatchObject({ callsOverLimit: 4 });
    world.clock.advance(60_000);
    expect(await askTimes(world, 2)).toEqual([200, 429]);
    world.clock.advance(60_000);
    expect(await askTimes(world, 5)).toEqual([200, 429, 429, 429, 418]);
  });

  it('never comes of the 429 of a fault, which is only counted', async () => {
    const world = await openWorld({ ignoredLimitsBeforeBan: 0 });
    world.simulator.setFaults([{ operation: '*', fault: { kind: 'http', status: 429, retryAfterS: 60 } }]);
    expect(await askTimes(world, 1)).toEqual([429]);
    world.clock.advance(1_000);
    expect(await askTimes(world, 3)).toEqual([429, 429, 429]);
    expect(world.simulator.ledger().callsBeforeRetryAfter).toBe(1);
  });

  it('counts a call during the ban that came later than a quarter of a second after the news', async () => {
    const world = await openWorld();
    world.simulator.ban(10_000);
    world.clock.advance(5_000);
    expect((await ask(world)).headers.get('retry-after')).toBe('5');
    expect(await askTimes(world, 2)).toEqual([418, 418]);
    expect(world.simulator.ledger().callsDuringBan).toBe(0);
    world.clock.advance(251);
    expect((await fetch(`${world.baseUrl}/api/v3/time`)).status).toBe(418);
    expect(world.simulator.ledger().callsDuringBan).toBe(1);
    world.clock.advance(5_000);
    expect(await askTimes(world, 1)).toEqual([200]);
  });

  it('begins a ban by a fault, and keeps it over a restart', async () => {
    const world = await openWorld();
    world.simulator.setFaults([
      { operation: '*', when: { nth: 1 }, fault: { kind: 'http', status: 418, retryAfterS: 30 } },
    ]);
    expect(await askTimes(world, 2)).toEqual([418, 418]);
    const again = await openWorld({ state: world.simulator.snapshot() });
    expect(await askTimes(again, 1)).toEqual([418]);
  });
});
