import { expect, it } from 'vitest';
import { DeskSights } from '../../../src/workers/watchdog/desk-sights.ts';
import { payMark } from '../../../src/workers/watchdog/switch-mark.ts';
import { mark, openWatchdog } from './watchdog-fixture.ts';

it('ADR 0034: a Temporal that is silent is not asked for the switch, although the process that leads answers', async () => {
  const world = await openWatchdog({ engageSwitch: async () => void world.marks.push('asked') });
  world.sight = 'silent';
  world.leader = { lookedAtMs: mark, isHeld: false, banUntilMs: null };
  const owed = { lookedAtMs: mark, atMs: 2, inRegister: false };
  const pay = () => payMark(world.watched, new DeskSights(world.watched, null), owed);
  expect([await pay(), world.marks]).toEqual([{ kind: 'owed', owed }, []]);
  world.sight = { ...world.leader, ads: [] };
  expect([await pay(), world.marks]).toEqual([{ kind: 'engaged', owed: null }, ['asked']]);
});
