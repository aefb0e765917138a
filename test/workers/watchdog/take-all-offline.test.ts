import { describe, expect, it } from 'vitest';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { openWatchdog, type WatchdogWorld } from './watchdog-fixture.ts';

async function onlineOf({ admin, adNumbers }: WatchdogWorld): Promise<string[]> {
  const ads = await Promise.all(adNumbers.map((adNumber) => admin(`ads/${adNumber}`)));
  return adNumbers.filter((_, at) => ads[at]?.['status'] === SimAdStatus.ONLINE);
}

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
      const outcome = await world.takeOffline(world.adNumbers);
      expect(outcome).toMatchObject({ kind: 'done', left: [], why: null });
      expect(world.callsOf('ads/updateStatus')).toBe(1);
    },
  );

  it('the second read comes after the time in which a write on its way may still show', async () => {
    const world = await openWatchdog();
    world.deps.settings.moneySettleMs = 7_000;
    const outcome = await world.takeOffline(world.adNumbers);
    expect(outcome).toMatchObject({ kind: 'done', left: [], why: null });
    expect(world.pausesMs).toEqual([1_000, 7_000]);
  });

  it('I27: a ban that an act before it met is obeyed before the first call', async () => {
    const world = await openWatchdog();
    const banUntilMs = world.clock.now() + 60_000;
    const callsAtBan: number[] = [];
    world.bans.push = (untilMs) => callsAtBan.push(world.calls.length, Number(untilMs));
    await world.takeOffline(world.adNumbers, banUntilMs);
    expect(callsAtBan).toEqual([0, banUntilMs]);
  });
});

describe('ADR 0034: the ads go offline', () => {
  it('all by one call (EP-8), confirmed by two reads', async () => {
    const world = await openWatchdog();
    const [first = '', second = '', own = ''] = world.adNumbers;
    const outcome = await world.takeOffline([first, second]);
    expect(outcome).toMatchObject({ kind: 'done', left: [], why: null });
    expect(await onlineOf(world)).toEqual([own]);
    expect([world.callsOf('ads/updateStatus'), world.callsOf('ads/listWithPagination')]).toEqual([1, 3]);
  });

  it('a call that did nothing is noticed and repeated; a timeout is read after', async () => {
    const world = await openWatchdog();
    const [first = '', second = ''] = world.adNumbers;
    world.simulator.setFaults([
      { operation: 'updateStatus', when: { nth: 1 }, fault: { kind: 'false-success' } },
      { operation: 'updateStatus', when: { nth: 2 }, fault: { kind: 'reset', when: 'after' } },
    ]);
    const outcome = await world.takeOffline([first, second]);
    expect(outcome).toMatchObject({ kind: 'done', left: [], why: null });
    expect(await onlineOf(world)).toHaveLength(1);
  });

  it('a service that refuses is not called forever: what is left is said', async () => {
    const world = await openWatchdog();
    const [first = '', second = ''] = world.adNumbers;
    world.simulator.setFaults([{ operation: 'updateStatus', fault: { kind: 'error', code: 83_229 } }]);
    const outcome = await world.takeOffline([first, second]);
    expect(outcome).toMatchObject({ kind: 'done', left: [first, second], why: expect.stringContaining('AD_OFFLINE') });
    expect(world.callsOf('ads/updateStatus')).toBeLessThanOrEqual(5);
  });

  it('a person who has opened the switch keeps his ads', async () => {
    const world = await openWatchdog();
    world.switchOpen = true;
    const outcome = await world.takeOffline(world.adNumbers);
    expect(outcome).toEqual({ kind: 'reopened' });
    expect(world.calls).toEqual([]);
  });

  it('a watchdog that was frozen in the middle sends nothing late', async () => {
    const world = await openWatchdog();
    world.simulator.on((event) => {
      if (event.type === 'request' && event.operation === 'ads/listWithPagination') world.clock.advance(30_001);
    });
    expect(await world.takeOffline(world.adNumbers)).toMatchObject({ kind: 'done', left: world.adNumbers });
    expect(world.callsOf('ads/updateStatus')).toBe(0);
  });
});
