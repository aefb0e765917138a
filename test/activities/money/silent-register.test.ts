/** No register is no permission, and what cannot be written down now is found out by reads. */ import {
  describe,
  expect,
  it,
  vi,
} from 'vitest';
import type { AccountRegister } from '../../../src/register/account-register.ts';
import { RegisterSilent } from '../../../src/register/register.ts';
import { openActivityWorld, type ActivityWorld } from '../activity-fixture.ts';
import { publishInput } from '../publication/publication-fixture.ts';
import {
  duePurchase,
  markPaid,
  markPaidInput,
  moneyCalls,
  paidSale,
  payment,
  placeInput,
  readInput,
  release,
  releaseInput,
  rulesOf,
  untilShownMs,
} from './money-fixture.ts';

type Called = 'orderSeen' | 'restrictions' | 'paymentOwners' | 'marksOf' | 'claim' | 'arm' | 'withdraw' | 'noteAnswer';

/** From now on the register does not answer this; `commits`: what was asked is done all the same. */
function silence({ deps: { register } }: ActivityWorld, name: Called, commits: boolean): void {
  const real = register[name].bind(register) as (...args: unknown[]) => Promise<unknown>;
  const silent = async (...args: unknown[]): Promise<never> => {
    if (commits) await real(...args);
    throw new RegisterSilent({ code: 'unopened', reason: 'no answer in time' });
  };
  vi.spyOn(register, name as 'arm').mockImplementation(silent as AccountRegister['arm']);
}

const speakAgain = (): unknown => vi.restoreAllMocks();
const states = async (world: ActivityWorld): Promise<string[]> =>
  (await world.rows('release')).map(({ state }) => state);
const matched = (world: ActivityWorld) => ({ rules: rulesOf('match'), match: payment(world) });

describe('S13: a register that does not answer permits nothing', () => {
  it.each(['orderSeen', 'restrictions', 'paymentOwners'] as const)('%s: nothing is claimed', async (name) => {
    const world = await openActivityWorld();
    silence(world, name, false);
    const end = await release(world, releaseInput(paidSale(world), matched(world)));
    expect(end).toMatchObject({ kind: 'rejected', category: 'REGISTER_SILENT' });
    expect(world.fakeGuard.asked).toEqual([]);
    expect(await world.rows('release')).toEqual([]);
    expect(moneyCalls(world)).toBe(0);
  });

  it('the gate says so, and it is read again: it may answer soon', async () => {
    const world = await openActivityWorld();
    world.memory.silent = true;
    const { gate } = releaseInput(paidSale(world));
    const look = await world.scheduled().run(world.money.checkRelease, gate);
    expect(look).toMatchObject({
      order: { status: 'PAID', stand: null },
      missing: [{ name: 'register', bringer: 'time' }],
    });
  });

  it('a read of the order goes on without it', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    world.memory.silent = true;
    const read = await world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    expect(read).toMatchObject({ orderNumber, status: 'PAID', stand: null });
    world.memory.silent = false;
    vi.spyOn(world.deps.register, 'orderSeen').mockRejectedValue(new TypeError('a defect'));
    const broken = world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    await expect(broken).rejects.toThrow('a defect');
  });

  it('the other steps, too', async () => {
    const world = await openActivityWorld();
    const purchase = duePurchase(world);
    world.memory.silent = true;
    const ends = [
      await markPaid(world, markPaidInput(purchase)),
      await world.asPlacement('r1').run(world.money.placeOrder, placeInput()),
      await world.asPublication('usdt-bob').run(world.money.publishAd, publishInput(world)),
    ];
    const silent = { kind: 'rejected', category: 'REGISTER_SILENT' };
    expect(ends).toMatchObject([silent, silent, silent]);
    expect([moneyCalls(world), world.callsOf('ads/post')]).toEqual([0, 0]);
  });

  it.each([false, true])(
    'a claim without an answer (written down: %s): the next try takes its place',
    async (commits) => {
      const world = await openActivityWorld();
      const input = releaseInput(paidSale(world), matched(world));
      silence(world, 'claim', commits);
      expect(await release(world, input)).toMatchObject({ kind: 'rejected', category: 'REGISTER_SILENT' });
      expect(world.fakeGuard.asked).toEqual([]);
      expect(await states(world)).toEqual(commits ? ['asked'] : []);
      speakAgain();
      expect(await release(world, input)).toMatchObject({ kind: 'executed' });
      expect(await states(world)).toEqual(commits ? ['not-left', 'leaving'] : ['leaving']);
    },
  );

  it.each([false, true])(
    'arming without an answer (written down: %s): nothing leaves, and it is withdrawn',
    async (commits) => {
      const world = await openActivityWorld();
      const input = releaseInput(paidSale(world), matched(world));
      silence(world, 'arm', commits);
      expect(await release(world, input)).toMatchObject({ kind: 'rejected', category: 'REGISTER_SILENT' });
      expect(moneyCalls(world)).toBe(0);
      expect(await states(world)).toEqual(['not-left']);
      expect(await world.deps.register.paymentOwners(['BANK1'])).toEqual([]);
      speakAgain();
      expect(await release(world, input)).toMatchObject({ kind: 'executed' });
    },
  );

  it('arming that was written down without an answer, and no withdrawal: nothing leaves, and reads end it', async () => {
    const world = await openActivityWorld();
    const orderNumber = paidSale(world);
    const input = releaseInput(orderNumber, matched(world));
    silence(world, 'arm', true);
    silence(world, 'withdraw', false);
    expect(await release(world, input)).toMatchObject({ kind: 'rejected', category: 'REGISTER_SILENT' });
    expect(world.reports).toMatchObject([
      {
        event: 'register',
        level: 'error',
        mode: null,
        message: expect.stringContaining('no answer in time') as string,
      },
      { event: 'rejected', category: 'REGISTER_SILENT' },
    ]);
    speakAgain();
    expect(await states(world)).toEqual(['leaving']);
    expect(await release(world, input)).toMatchObject({ category: 'MAY_HAVE_LEFT' });
    for (const ms of [untilShownMs, 1_000]) {
      world.clock.advance(ms);
      await world.scheduled().run(world.acting.readOrder, readInput(orderNumber));
    }
    expect(await states(world)).toEqual(['not-done']);
    expect(moneyCalls(world)).toBe(0);
    const fresh = releaseInput(orderNumber, matched(world));
    expect(await release(world, fresh)).toMatchObject({ kind: 'executed' });
  });

  it('a withdrawal without an answer hides no refusal, and the next try takes its place', async () => {
    const world = await openActivityWorld();
    const input = releaseInput(paidSale(world), matched(world));
    world.fakeGuard.silent = true;
    silence(world, 'withdraw', false);
    vi.spyOn(world.deps.guard, 'look').mockResolvedValue(world.fakeGuard.memory);
    expect(await release(world, input)).toMatchObject({ kind: 'rejected', category: 'GUARD_SILENT' });
    expect(await states(world)).toEqual(['asked']);
    speakAgain();
    world.fakeGuard.silent = false;
    expect(await release(world, input)).toMatchObject({ kind: 'executed' });
  });

  it('an answer that cannot be written down stays what it is', async () => {
    const world = await openActivityWorld();
    silence(world, 'noteAnswer', false);
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'executed' });
    const fault = { kind: 'error', code: -1000 } as const;
    world.simulator.setFaults([{ operation: 'releaseCoin', fault }]);
    expect(await release(world, releaseInput(paidSale(world)))).toMatchObject({ kind: 'unknown' });
    expect(await states(world)).toEqual(['leaving', 'leaving']);
    expect(world.reports.filter(({ event }) => event === 'register')).toHaveLength(2);
  });
});
