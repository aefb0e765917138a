import { describe, expect, it } from 'vitest';
import { openActivityWorld } from '../activity-fixture.ts';

describe('I3: a placement that was answered with the number of its order', () => {
  it('is done once that order was read, and not by the answer alone', async () => {
    const world = await openActivityWorld();
    const { register } = world.deps;
    const nothing = { asset: null, amount: null, price: null, total: null, fiat: null, counterparty: null };
    const claim = await register.claim({
      step: 'place',
      subject: 'r1',
      epoch: 0,
      ...nothing,
      payments: [],
      perDay: null,
    });
    if (!claim.claimed) throw new Error(claim.code);
    const { number } = claim;
    const { epoch, generation, revision } = await register.marksOf('r1');
    const seen = { epoch, generation, revision };
    const untilMs = world.clock.now() + 1_000;
    await register.arm({ number, seen, payments: [], codeStep: null, guardAtMs: world.clock.now(), untilMs });
    const states = async () => (await register.stepRows({ step: 'place', subject: 'r1' })).map(({ state }) => state);
    const note = (orderNumber: string) =>
      world.asPlacement('r1').run(world.money.notePlaced, { requestId: 'r1', orderNumber });
    await expect(note('404')).rejects.toThrow();
    expect(await states()).toEqual(['leaving']);
    const orderNumber = world.simulator.counterparties.take({ adNumber: world.addAd() });
    await note(orderNumber);
    expect(await states()).toEqual(['done']);
    expect(await register.leavingRows()).toEqual([]);
  });
});
