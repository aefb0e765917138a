import { expect, it } from 'vitest';
import { AdLooks } from '../../../src/workers/metrics/ad-looks.ts';
import { eventually, openActivityWorld } from '../activity-fixture.ts';
import { input, watch } from './watch-fixture.ts';

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
  await quiet.verdict;
});
