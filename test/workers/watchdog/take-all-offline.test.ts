import { describe, expect, it } from 'vitest';
import { openWatchdog, sleepless } from './watchdog-fixture.ts';

const noBan = { banUntilMs: null };

/** Answers of a guard, in turn; null after them. */
function answering(answers: readonly (boolean | null)[]): () => Promise<boolean | null> {
  const left = [...answers];
  return async () => left.shift() ?? null;
}

describe('ADR 0034: the act of the watchdog', () => {
  it.each([[[true, null]], [[null, true]]])(
    'one answer that the switch is open may come from before the mark: after %j the ads go offline',
    async (answers) => {
      const world = await openWatchdog({ isSwitchOpen: answering(answers) });
      const { env } = sleepless(world);
      const outcome = await env.run(world.watchdog.takeAllOffline, { adNumbers: world.adNumbers, ...noBan });
      expect(outcome).toMatchObject({ kind: 'done', left: [], why: null });
      expect(world.callsOf('ads/updateStatus')).toBe(1);
    },
  );

  it('the second read comes after the time in which a write on its way may still show', async () => {
    const world = await openWatchdog();
    world.deps.settings.moneySettleMs = 7_000;
    const { env, pausesMs } = sleepless(world);
    const outcome = await env.run(world.watchdog.takeAllOffline, { adNumbers: world.adNumbers, ...noBan });
    expect(outcome).toMatchObject({ kind: 'done', left: [], why: null });
    expect(pausesMs).toEqual([1_000, 7_000]);
  });

  it('I27: a ban that an act before it met is obeyed before the first call', async () => {
    const world = await openWatchdog();
    const banUntilMs = world.clock.now() + 60_000;
    const callsAtBan: number[] = [];
    world.bans.push = (untilMs) => callsAtBan.push(world.calls.length, Number(untilMs));
    await sleepless(world).env.run(world.watchdog.takeAllOffline, { adNumbers: world.adNumbers, banUntilMs });
    expect(callsAtBan).toEqual([0, banUntilMs]);
  });
});
