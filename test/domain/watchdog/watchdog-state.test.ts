import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  newWatchdog,
  watchdogMemorySchema,
  type WatchdogEvent,
  type WatchdogMemory,
} from '../../../src/domain/watchdog/watchdog-state.ts';

const lookedAtMs = 100;
const act: WatchdogEvent = { kind: 'act', lookedAtMs, adNumbers: ['1', '2'] };
const banned: WatchdogEvent = { kind: 'prevented', lookedAtMs, why: 'banned', banUntilMs: 900 };
const done: WatchdogEvent = { kind: 'tried', left: [], why: null, banUntilMs: null };
const failed: WatchdogEvent = { kind: 'tried', left: ['2'], why: 'no answer', banUntilMs: 800 };
const over: WatchdogEvent = { kind: 'over', isByPerson: false };
const lifted: WatchdogEvent = { kind: 'over', isByPerson: true };

/** The memory after events, at 1, 2 and so on; each can be kept and read. */
function after(...events: WatchdogEvent[]): WatchdogMemory {
  let memory = newWatchdog;
  for (const [at, event] of events.entries()) {
    memory = afterEvent(memory, event, at + 1);
    expect(watchdogMemorySchema.parse(JSON.parse(JSON.stringify(memory)))).toEqual(memory);
  }
  return memory;
}

describe('ADR 0034: what the watchdog does', () => {
  it('an act that begins owes the switch, and a confirmed one is notified of and waits for a person', () => {
    expect(after(act)).toMatchObject({
      state: { kind: 'acting', lookedAtMs, sinceMs: 1, taken: ['1', '2'], left: ['1', '2'], why: null },
      owed: { lookedAtMs, atMs: 1, inRegister: false },
      notice: null,
    });
    expect(after(act, done)).toMatchObject({
      state: { kind: 'acted', lookedAtMs, atMs: 2, taken: ['1', '2'] },
      notice: { kind: 'offline', ads: 2, lookedAtMs, sinceMs: 1, told: [] },
      lastAct: { atMs: 2, ads: 2 },
    });
  });

  it('an act that is not confirmed is notified of once, keeps the ban that it met, and once more when it is confirmed', () => {
    const once = after(act, failed);
    expect(once).toMatchObject({
      state: { kind: 'acting', left: ['2'], why: 'no answer', banUntilMs: 800 },
      notice: { kind: 'left', ads: 1 },
    });
    const told = { ...once, notice: null };
    expect(afterEvent(told, failed, 9).notice).toBeNull();
    expect(afterEvent(told, done, 9).notice).toMatchObject({ kind: 'offline', ads: 2, sinceMs: 1 });
  });

  it('what prevents it is notified of once, since when it does', () => {
    const first = after(banned);
    expect(first).toMatchObject({
      state: { kind: 'prevented', why: 'banned', sinceMs: 1, banUntilMs: 900 },
      notice: { kind: 'prevented', ads: 0, sinceMs: 1 },
    });
    const again = afterEvent({ ...first, notice: null }, banned, 9);
    expect(again).toMatchObject({ state: { kind: 'prevented', sinceMs: 1 }, notice: null });
    expect(after(banned, act).notice).toBeNull();
  });

  it('it watches again with nothing owed, when a person has opened the switch or there is nothing to do', () => {
    const watching = { state: { kind: 'watching' }, owed: null, notice: null };
    for (const events of [[over], [banned, over], [act, over], [act, failed, lifted], [act, done, lifted]]) {
      expect(after(...events)).toMatchObject(watching);
    }
  });

  it('of ads that are offline a person hears, although the desk looks again before the switch was engaged', () => {
    expect(after(act, done, over).notice).toMatchObject({ kind: 'offline', ads: 2 });
    expect(after(act, failed, over).notice).toMatchObject({ kind: 'offline', ads: 1 });
  });

  it('an attempt that ends late, when it acts no more, changes nothing', () => {
    expect(after(act, lifted, done)).toEqual(after(act, lifted));
  });
});
