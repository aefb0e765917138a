import { expect, it } from 'vitest';
import { NoticeNotDelivered } from '../../../src/activities/notices/notice-activities.ts';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import { newWatchdog } from '../../../src/domain/watchdog/watchdog-state.ts';
import { WatchdogLoop } from '../../../src/workers/watchdog/watchdog-loop.ts';
import { mark, openWatchdog } from './watchdog-fixture.ts';

it('ADR 0034: what it did takes the place of a message that has not arrived, and what becomes of that changes nothing', async () => {
  const [begun, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const way = { fails: true };
  const told: string[] = [];
  const deliver = async ({ text }: NoticeMessage): Promise<void> => {
    if (!text.includes('has taken 2 ads offline')) {
      begun.resolve();
      return late.promise;
    }
    if (way.fails) throw new NoticeNotDelivered('no answer');
    told.push(text);
  };
  const world = await openWatchdog({ couriers: { url: { deliver }, command: { deliver } } });
  const doubt = { kind: 'prevented', lookedAtMs: mark, sinceMs: 1 } as const;
  const state = { ...doubt, why: 'banned', banUntilMs: null };
  if (typeof world.sight !== 'object') throw new Error('the desk is not seen');
  world.kept = { ...newWatchdog, state, sight: world.sight, notice: { ...doubt, ads: 0, told: [] } };
  const running = new WatchdogLoop(world.watched).run();
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise(setImmediate);
  };
  await begun.promise;
  await until(() => world.kept?.state.kind === 'acted');
  late.resolve();
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  expect(world.kept?.notice).toMatchObject({ kind: 'offline', told: [] });
  way.fails = false;
  await until(() => world.kept?.notice === null);
  world.stop();
  await running;
  expect(told).toHaveLength(2);
});
