import { createWriteGuard } from '../../../src/workers/permission/write-guard.ts';
import { describe, expect, it } from 'vitest';
import type { DeskReport } from '../../../src/domain/watchdog/watchdog-state.ts';
import { NotAdmitted } from '../../../src/workers/watchdog/prevented.ts';
import { mark, openWatchdog, type WatchdogWorld } from './watchdog-fixture.ts';

const noBan = { banUntilMs: null };
const asked = { lookedAtMs: mark, ...noBan };

function seen({ sight }: WatchdogWorld): DeskReport {
  if (typeof sight !== 'object') throw new Error('the desk is not seen');
  return sight;
}

describe('ADR 0034: before it acts, the watchdog asks once more', () => {
  it('it acts on what the desk keeps and is online, and on no other ad', async () => {
    const world = await openWatchdog();
    const { adNumbers } = world;
    const [first = '', second = ''] = adNumbers;
    expect(await world.judge({ lookedAtMs: mark, ...noBan })).toEqual({
      kind: 'act',
      adNumbers: [first, second],
    });
    expect(world.callsOf('ads/updateStatus')).toBe(0);
  });

  it.each<[string, Partial<DeskReport>]>([
    ['the desk has looked since', { lookedAtMs: mark + 1 }],
    ['a kill switch holds the prices', { isHeld: true }],
    ['every ad was paused or stopped', { ads: [] }],
  ])('when %s: nothing is called', async (_, part) => {
    const world = await openWatchdog();
    world.sight = { ...seen(world), ...part };
    expect(await world.judge({ lookedAtMs: mark, ...noBan })).toEqual({ kind: 'looks-again' });
    expect(world.calls).toEqual([]);
  });

  it('I27: during a ban of the address nothing is called, whichever process met it', async () => {
    const world = await openWatchdog();
    const untilMs = world.clock.now() + 60_000;
    const banned = { kind: 'prevented', banUntilMs: untilMs, retryMs: 60_000 };
    expect(await world.judge({ lookedAtMs: mark, banUntilMs: untilMs })).toMatchObject(banned);
    world.sight = { ...seen(world), banUntilMs: untilMs };
    expect(await world.judge({ lookedAtMs: mark, ...noBan })).toMatchObject(banned);
    expect([world.calls, world.bans]).toEqual([[], [untilMs, untilMs]]);
  });

  it('a ban of the desk does not hold for a watchdog with another address', async () => {
    const world = await openWatchdog({ hasOwnAddress: true });
    world.sight = { ...seen(world), banUntilMs: world.clock.now() + 60_000 };
    expect(await world.judge({ lookedAtMs: mark, ...noBan })).toMatchObject({ kind: 'act' });
  });

  it('a ban that its own call meets is passed to its successor', async () => {
    const world = await openWatchdog();
    world.simulator.setFaults([
      { operation: 'listWithPagination', when: { nth: 1 }, fault: { kind: 'http', status: 418, retryAfterS: 7_200 } },
    ]);
    const verdict = await world.judge({ lookedAtMs: mark, ...noBan });
    expect(verdict).toMatchObject({ kind: 'prevented', why: expect.stringContaining('IP_BAN') });
    expect(verdict.kind === 'prevented' && (verdict.banUntilMs ?? 0) > world.clock.now()).toBe(true);
  });

  it('a process that may not write says why; what is shadow is only recorded', async () => {
    const unfit = await openWatchdog({ admit: () => Promise.reject(new NotAdmitted('a development server')) });
    expect(await unfit.judge({ lookedAtMs: mark, ...noBan })).toMatchObject({
      kind: 'prevented',
      why: 'a development server',
    });
    const shadow = await openWatchdog({}, 'shadow');
    expect(await shadow.judge({ lookedAtMs: mark, ...noBan })).toEqual({
      kind: 'intended',
      ads: 2,
    });
    expect(shadow.intents.map(({ detail }) => detail)).toEqual([{ status: 'offline' }, { status: 'offline' }]);
  });

  it('an ad of a mode that this process refuses keeps no other one on the market', async () => {
    const isIntentOnly = createWriteGuard({ allowLive: true, shadowAds: [], service: () => 'real' });
    const world = await openWatchdog({ isIntentOnly }, 'live');
    const [forged = '', other = ''] = world.adNumbers;
    const ads = [{ adNumber: forged, mode: 'sim' as const }];
    world.sight = { ...seen(world), ads: [...ads, { adNumber: other, mode: 'live' }] };
    const judge = () => world.judge({ lookedAtMs: mark, ...noBan });
    expect(await judge()).toEqual({ kind: 'act', adNumbers: [other] });
    world.sight = { ...seen(world), ads };
    expect(await judge()).toMatchObject({ kind: 'prevented', why: expect.stringContaining('mode sim') });
  });

  it('an ad that is offline already is none of its business', async () => {
    const world = await openWatchdog();
    for (const adNumber of world.adNumbers) await world.admin(`ads/${adNumber}`, { status: 'offline' });
    expect(await world.judge({ lookedAtMs: mark, ...noBan })).toEqual({
      kind: 'nothing-online',
    });
  });
});

describe('ADR 0034: the last question of the watchdog', () => {
  it('a desk that looks, or is held, while its ads are read keeps them on the market', async () => {
    for (const part of [{ lookedAtMs: mark + 1 }, { isHeld: true }]) {
      const world = await openWatchdog();
      world.simulator.on((event) => {
        const isRead = event.type === 'request' && event.operation === 'ads/listWithPagination';
        if (isRead) world.sight = { ...seen(world), ...part };
      });
      expect(await world.judge(asked)).toEqual({ kind: 'looks-again' });
      expect(world.callsOf('ads/listWithPagination')).toBeGreaterThan(0);
    }
  });

  it('ADR 0034: an ad with a floating price goes, too: its price moves by itself, and no one holds it within its limits', async () => {
    const world = await openWatchdog();
    const floating = world.addAd({ price: '10.20', floatingRatio: '101' });
    const [fixed = ''] = world.adNumbers;
    const ads = [floating, fixed].map((adNumber) => ({ adNumber, mode: 'sim' as const }));
    world.sight = { ...seen(world), ads };
    expect(await world.judge(asked)).toEqual({
      kind: 'act',
      adNumbers: [floating, fixed],
    });
  });
});

describe('ADR 0034: while Temporal is silent', () => {
  const silently = async (part: Parameters<typeof openWatchdog>[0] = {}) => {
    const world = await openWatchdog(part);
    const known = seen(world);
    world.sight = 'silent';
    return { world, known };
  };

  it('it acts on what it saw last, and asks no rule of Temporal', async () => {
    const asked0: boolean[] = [];
    const { world, known } = await silently({
      hasOwnAddress: true,
      admit: async (isSilent) => void asked0.push(isSilent),
    });
    expect(await world.judge(asked, known)).toEqual({ kind: 'act', adNumbers: world.adNumbers.slice(0, 2) });
    expect(asked0).toEqual([true]);
  });

  it('where it has not heard of a ban since it began, and shares the address, it says so and calls nothing', async () => {
    const { world, known } = await silently();
    expect(await world.judge(asked, known)).toMatchObject({
      kind: 'prevented',
      why: expect.stringContaining('banned'),
    });
    expect(world.calls).toEqual([]);
  });

  it('the process of this machine that leads knows of a ban, and of looks', async () => {
    const { world, known } = await silently();
    world.leader = { lookedAtMs: mark, isHeld: false, banUntilMs: null };
    expect(await world.judge(asked, known)).toMatchObject({ kind: 'act' });
    world.leader = { ...world.leader, lookedAtMs: mark + 1 };
    expect(await world.judge(asked, known)).toEqual({ kind: 'looks-again' });
    world.leader = { ...world.leader, lookedAtMs: mark, banUntilMs: world.clock.now() + 60_000 };
    expect(await world.judge(asked, known)).toMatchObject({ kind: 'prevented', retryMs: 60_000 });
  });

  it('a process of this machine that leads and looks at nothing does not have it ask Temporal either', async () => {
    const asked0: boolean[] = [];
    const { world, known } = await silently({ admit: async (isSilent) => void asked0.push(isSilent) });
    world.leader = { lookedAtMs: mark, isHeld: false, banUntilMs: null };
    expect(await world.judge(asked, known)).toMatchObject({ kind: 'act' });
    expect(asked0).toEqual([true]);
  });

  it('an answer that says nothing is no ground for an act', async () => {
    const { world, known } = await silently({ hasOwnAddress: true });
    world.sight = 'unread';
    expect(await world.judge(asked, known)).toEqual({ kind: 'looks-again' });
    expect(world.calls).toEqual([]);
  });
});
