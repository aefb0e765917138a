import { expect, it } from 'vitest';
import { AdLooks } from '../../../src/workers/metrics/ad-looks.ts';
import { eventually, openActivityWorld } from '../activity-fixture.ts';
import { cancelled, input, watch } from './watch-fixture.ts';

it('ADR 0034: prices are held as long as the switch is engaged, whatever a look decides once it is not', async () => {
  const world = await openActivityWorld();
  const looks = new AdLooks('acme', world.clock);
  Object.assign(world.deps, { looks });
  world.fakeDesk.switches.repricing = 'closed';
  const quiet = watch(world, input(world.addAd({ price: '10.20' })));
  const isHeld = (): boolean => looks.last().heldAtMs !== null;
  await eventually('held', isHeld);
  world.fakeDesk.switches.repricing = 'unknown';
  const { length } = quiet.beats;
  await eventually('two more beats', () => quiet.beats.length > length + 1);
  expect(isHeld()).toBe(true);
  // No market answers: nothing is decided.
  world.simulator.setFaults([{ operation: 'search', fault: { kind: 'http', status: 503 } }]);
  world.fakeDesk.switches.repricing = 'open';
  await eventually('no longer held', () => !isHeld());
  expect(looks.last().lookedAtMs).toBeNull();
  world.simulator.setFaults([]);
  expect(await quiet.verdict).toMatchObject({ kind: 'set', wasHeld: true });
});

it('design 6, promise 4: a retry knows that repricing was switched off, and an end which reset asked for it', async () => {
  const world = await openActivityWorld();
  const adNumber = world.addAd({ price: '10.20' });
  const asked = input(adNumber, { periodMs: 0, resetId: 'run-2' });
  world.fakeDesk.switches.repricing = 'closed';
  const held = watch(world, input(adNumber, { periodMs: 3_600_000 }));
  await eventually('a beat', () => held.beats.length > 0);
  await cancelled(held);
  world.fakeDesk.switches.repricing = 'open';
  const beat = held.beats.at(-1);
  expect(beat).toMatchObject({ wasHeld: true });
  const retried = world.scheduled({ heartbeatDetails: beat });
  expect(await retried.run(world.watching.watchMarket, asked)).toMatchObject({ wasHeld: true, resetId: 'run-2' });
  const fresh = await watch(world, input(adNumber)).verdict;
  expect(fresh).toMatchObject({ kind: 'set' });
  expect(Object.keys(fresh)).not.toEqual(expect.arrayContaining(['wasHeld']));
  expect(Object.keys(fresh)).not.toEqual(expect.arrayContaining(['resetId']));
});
