import { createWriteGuard } from '../../../src/workers/permission/write-guard.ts';
import { describe, expect, it } from 'vitest';
import type { DeskReport } from '../../../src/activities/watchdog/watchdog-dependencies.ts';
import { NotAdmitted } from '../../../src/activities/watchdog/prevented.ts';
import { NoticeNotDelivered } from '../../../src/activities/notices/notice-activities.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import { watchdogWorkflowId } from '../../../src/workflows/contract/workflow-ids.ts';
import { mockEnv } from '../activity-fixture.ts';
import { mark, openWatchdog, sleepless, type WatchdogWorld } from './watchdog-fixture.ts';

const noBan = { banUntilMs: null };
async function onlineOf({ admin, adNumbers }: WatchdogWorld): Promise<string[]> {
  const ads = await Promise.all(adNumbers.map((adNumber) => admin(`ads/${adNumber}`)));
  return adNumbers.filter((_, at) => ads[at]?.['status'] === SimAdStatus.ONLINE);
}

describe('ADR 0034: before it acts, the watchdog asks once more', () => {
  it('it acts on what the desk keeps and is online, and on no other ad', async () => {
    const world = await openWatchdog();
    const { watchdog, run, adNumbers } = world;
    const [first = '', second = ''] = adNumbers;
    expect(await run(watchdog.judgeAct, { lookedAtMs: mark, ...noBan })).toEqual({
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
    world.sight = { ...world.sight, ...part };
    expect(await world.run(world.watchdog.judgeAct, { lookedAtMs: mark, ...noBan })).toEqual({ kind: 'looks-again' });
    expect(world.calls).toEqual([]);
  });

  it('I27: during a ban of the address nothing is called, whichever process met it', async () => {
    const world = await openWatchdog();
    const untilMs = world.clock.now() + 60_000;
    const banned = { kind: 'prevented', banUntilMs: untilMs, retryMs: 60_000 };
    expect(await world.run(world.watchdog.judgeAct, { lookedAtMs: mark, banUntilMs: untilMs })).toMatchObject(banned);
    world.sight = { ...world.sight, banUntilMs: untilMs };
    expect(await world.run(world.watchdog.judgeAct, { lookedAtMs: mark, ...noBan })).toMatchObject(banned);
    expect([world.calls, world.bans]).toEqual([[], [untilMs, untilMs]]);
  });

  it('a ban of the desk does not hold for a watchdog with another address', async () => {
    const world = await openWatchdog({ hasOwnAddress: true });
    world.sight = { ...world.sight, banUntilMs: world.clock.now() + 60_000 };
    expect(await world.run(world.watchdog.judgeAct, { lookedAtMs: mark, ...noBan })).toMatchObject({ kind: 'act' });
  });

  it('a ban that its own call meets is passed to its successor', async () => {
    const world = await openWatchdog();
    world.simulator.setFaults([
      { operation: 'listWithPagination', when: { nth: 1 }, fault: { kind: 'http', status: 418, retryAfterS: 7_200 } },
    ]);
    const verdict = await world.run(world.watchdog.judgeAct, { lookedAtMs: mark, ...noBan });
    expect(verdict).toMatchObject({ kind: 'prevented', why: expect.stringContaining('IP_BAN') });
    expect(verdict.kind === 'prevented' && (verdict.banUntilMs ?? 0) > world.clock.now()).toBe(true);
  });

  it('a process that may not write says why; what is shadow is only recorded', async () => {
    const unfit = await openWatchdog({ admit: () => Promise.reject(new NotAdmitted('a development server')) });
    expect(await unfit.run(unfit.watchdog.judgeAct, { lookedAtMs: mark, ...noBan })).toMatchObject({
      kind: 'prevented',
      why: 'a development server',
    });
    const shadow = await openWatchdog({}, 'shadow');
    expect(await shadow.run(shadow.watchdog.judgeAct, { lookedAtMs: mark, ...noBan })).toEqual({
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
    world.sight = { ...world.sight, ads: [...ads, { adNumber: other, mode: 'live' }] };
    const judge = () => world.run(world.watchdog.judgeAct, { lookedAtMs: mark, ...noBan });
    expect(await judge()).toEqual({ kind: 'act', adNumbers: [other] });
    world.sight = { ...world.sight, ads };
    expect(await judge()).toMatchObject({ kind: 'prevented', why: expect.stringContaining('mode sim') });
  });

  it('an ad that is offline already is none of its business', async () => {
    const world = await openWatchdog();
    for (const adNumber of world.adNumbers) await world.admin(`ads/${adNumber}`, { status: 'offline' });
    expect(await world.run(world.watchdog.judgeAct, { lookedAtMs: mark, ...noBan })).toEqual({
      kind: 'nothing-online',
    });
  });

  it('P6: another workflow may not ask for it', async () => {
    const world = await openWatchdog();
    const { watchdog, run } = world;
    for (const ask of [
      () => run(watchdog.takeAllOffline, { adNumbers: world.adNumbers, ...noBan }, 'watchdog:other'),
      () => run(watchdog.setMark, { lookedAtMs: mark }, 'mine'),
    ]) {
      await expect(async () => ask()).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED' });
    }
    expect([world.calls, world.marks]).toEqual([[], []]);
  });
});

describe('ADR 0034: the ads go offline', () => {
  it('all by one call (EP-8), confirmed by two reads', async () => {
    const world = await openWatchdog();
    const [first = '', second = '', own = ''] = world.adNumbers;
    const outcome = await world.run(world.watchdog.takeAllOffline, { adNumbers: [first, second], ...noBan });
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
    const outcome = await world.run(world.watchdog.takeAllOffline, { adNumbers: [first, second], ...noBan });
    expect(outcome).toMatchObject({ kind: 'done', left: [], why: null });
    expect(await onlineOf(world)).toHaveLength(1);
  });

  it('a service that refuses is not called forever: what is left is said', async () => {
    const world = await openWatchdog();
    const [first = '', second = ''] = world.adNumbers;
    world.simulator.setFaults([{ operation: 'updateStatus', fault: { kind: 'error', code: 83_229 } }]);
    const outcome = await world.run(world.watchdog.takeAllOffline, { adNumbers: [first, second], ...noBan });
    expect(outcome).toMatchObject({ kind: 'done', left: [first, second], why: expect.stringContaining('AD_OFFLINE') });
    expect(world.callsOf('ads/updateStatus')).toBeLessThanOrEqual(5);
  });

  it('a person who has opened the switch keeps his ads', async () => {
    const world = await openWatchdog();
    world.switchOpen = true;
    const outcome = await world.run(world.watchdog.takeAllOffline, { adNumbers: world.adNumbers, ...noBan });
    expect(outcome).toEqual({ kind: 'reopened' });
    expect(world.calls).toEqual([]);
  });

  it('a watchdog that was frozen in the middle sends nothing late', async () => {
    const world = await openWatchdog();
    const late = mockEnv({
      workflowType: 'adWatchdog',
      workflowExecution: { workflowId: watchdogWorkflowId(world.deps.account), runId: 'run' },
      currentAttemptScheduledTimestampMs: world.clock.now() - 120_000,
      startToCloseTimeoutMs: 120_000,
    });
    const outcome = await late.run(world.watchdog.takeAllOffline, { adNumbers: world.adNumbers, ...noBan });
    expect(outcome).toMatchObject({ kind: 'done', left: world.adNumbers });
    expect(world.callsOf('ads/updateStatus')).toBe(0);
  });
});

describe('ADR 0034: the mark and the message', () => {
  it('the mark says why, at the guard', async () => {
    const world = await openWatchdog();
    await world.run(world.watchdog.setMark, { lookedAtMs: mark });
    expect(world.marks).toEqual([
      'the watchdog takes the ads offline: no market was looked at since 2026-01-09 23:06:40 UTC',
    ]);
  });

  it('a desk that has looked since the question is not marked, as after a reset', async () => {
    const world = await openWatchdog();
    const { sight } = world;
    world.sight = { ...sight, lookedAtMs: mark + 1 };
    expect(await world.run(world.watchdog.setMark, { lookedAtMs: mark })).toEqual({ kind: 'looks-again' });
    expect(world.marks).toEqual([]);
    // A mark whose answer was lost has taken the ads off the desk's list: it is set all the same.
    world.sight = { ...sight, lookedAtMs: mark, isHeld: true, ads: [] };
    expect(await world.run(world.watchdog.setMark, { lookedAtMs: mark })).toEqual({ kind: 'marked' });
    expect(world.marks).toHaveLength(1);
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('no answer'))],
    [
      'has never said when it looked',
      () => Promise.resolve({ lookedAtMs: null, isHeld: false, banUntilMs: null, ads: [] }),
    ],
  ])('a desk that %s is marked', async (_what, readDesk) => {
    const world = await openWatchdog({ readDesk });
    expect(await world.run(world.watchdog.setMark, { lookedAtMs: mark })).toEqual({ kind: 'marked' });
    expect(world.marks).toHaveLength(1);
  });

  it('a person is notified in fixed words, with a look', async () => {
    const world = await openWatchdog();
    const act = { ads: 4, lookedAtMs: mark, sinceMs: mark + 1 };
    await world.run(world.watchdog.tellAct, { kind: 'offline', ...act });
    await world.run(world.watchdog.tellAct, { kind: 'prevented', ...act });
    const [offline, prevented] = world.told;
    expect(offline).toMatchObject({ event: 'urgent', account: world.deps.account });
    expect(offline?.text).toContain(
      'no market was looked at since 2026-01-09 23:06 UTC: the watchdog has taken 4 ads offline',
    );
    expect(offline?.text).toContain(`Look: npx peerdesk watchdog --once --account ${world.deps.account}`);
    expect(prevented?.text).toContain('may not call the service');
    expect(prevented?.id).not.toBe(offline?.id);
  });

  it('a message that does not arrive fails without its address, and is tried again on that way alone', async () => {
    let tries = 0;
    const url = { deliver: () => Promise.reject(new NoticeNotDelivered('the address answered HTTP 500')) };
    const command = { deliver: async () => (tries += 1) };
    const world = await openWatchdog({ couriers: { url, command } });
    const input = { kind: 'left', ads: 1, lookedAtMs: mark, sinceMs: mark } as const;
    await expect(world.run(world.watchdog.tellAct, input)).rejects.toThrow('url: the address answered HTTP 500');
    expect(tries).toBe(1);
    const again = mockEnv({
      workflowType: 'adWatchdog',
      workflowExecution: { workflowId: watchdogWorkflowId(world.deps.account), runId: 'run' },
      heartbeatDetails: ['command'],
    });
    await expect(again.run(world.watchdog.tellAct, input)).rejects.toThrow('HTTP 500');
    expect(tries).toBe(1);
  });
});

describe('ADR 0034: the way back', () => {
  it('only two answers in a row that the switch is open end the wait: one may be early, and silence is engaged', async () => {
    const answers = [true, null, false, true, null, true, true, true];
    const world = await openWatchdog({ isSwitchOpen: async () => answers.shift() ?? null });
    const { env, pausesMs } = sleepless(world);
    await env.run(world.watchdog.awaitOpenSwitch);
    expect(answers).toEqual([true]);
    expect(pausesMs).toEqual(Array.from({ length: 6 }, () => 1_000));
  });
});

describe('ADR 0034: the watch', () => {
  it('returns when no look came for the limit, and says which was the last', async () => {
    const world = await openWatchdog();
    const environment = mockEnv({
      workflowType: 'adWatchdog',
      workflowExecution: { workflowId: watchdogWorkflowId(world.deps.account), runId: 'run' },
    });
    const beats: { leftMs: number | null }[] = [];
    environment.on('heartbeat', (beat: { leftMs: number | null }) => {
      beats.push(beat);
      world.clock.advance(1_000);
    });
    expect(await environment.run(world.watchdog.watchLooks)).toEqual({ kind: 'no-looks', lookedAtMs: mark });
    expect(beats[0]?.leftMs).toBe(10_000);
  });

  it('a watch that is interrupted again and again notifies a person, by its own way', async () => {
    const world = await openWatchdog();
    const environment = mockEnv({
      workflowType: 'adWatchdog',
      workflowExecution: { workflowId: watchdogWorkflowId(world.deps.account), runId: 'run' },
    });
    environment.on('heartbeat', () => {
      if (world.told.length > 0) environment.cancel();
      world.clock.advance(4_000);
    });
    await expect(environment.run(world.watchdog.watchLooks)).rejects.toThrow();
    expect(world.told[0]).toMatchObject({ event: 'urgent', needs: [{ kind: 'blind', type: 'watchdog' }] });
  });
});
