import { describe, expect, it } from 'vitest';
import {
  advanceAd,
  isFinalAdState,
  isPricedState,
  isTakenOff,
  type AdEvent,
  type AdState,
} from '../../../../src/domain/ads/state/ad-state.ts';

const said = (text: string) => ({ code: 'said', text }) as const;
const ceiling = { code: 'ceiling', limit: '12', target: '14.99' } as const;
const running: AdState = { kind: 'running' };
const paused: AdState = { kind: 'paused', by: 'ana', sinceMs: 5 };
const offline: AdState = { kind: 'offline', cause: 'business', business: 'closed', sinceMs: 5 };
const adOffline: AdState = { kind: 'offline', cause: 'ad', sinceMs: 5 };
const cooling: AdState = { kind: 'cooling', untilMs: 100 };
const blocked: AdState = { kind: 'blocked', untilMs: 100, category: 'NON_RETRIABLE_BUSINESS', message: 'margin' };
const dead: AdState = { kind: 'dead', sinceMs: 5 };
const stopped: AdState = { kind: 'stopped' };

const pause: AdEvent = { type: 'pause', by: 'luis', atMs: 10 };
const resume: AdEvent = { type: 'resume', atMs: 10 };
const goOffline: AdEvent = { type: 'offline', cause: 'business', business: 'closed', atMs: 10 };
const goOnline: AdEvent = { type: 'online', atMs: 10 };
const cool: AdEvent = { type: 'cool', untilMs: 200, atMs: 10 };
const block: AdEvent = { type: 'block', untilMs: 200, category: 'UNKNOWN', message: 'odd', atMs: 10 };
const stop: AdEvent = { type: 'stop', atMs: 10 };
const die: AdEvent = { type: 'dead', atMs: 10 };
const close: AdEvent = { type: 'closed', atMs: 10 };
const takeOff: AdEvent = {
  type: 'take-off',
  by: 'ana',
  reason: said('bank is down'),
  urgent: false,
  pauses: false,
  atMs: 10,
};
const putBack: AdEvent = { type: 'put-back', atMs: 20 };
const taken: AdState = { kind: 'offline', cause: 'command', reason: said('bank is down'), sinceMs: 10, by: 'ana' };
const bound: AdState = { kind: 'offline', cause: 'limit', bound: ceiling, sinceMs: 1 };
const outOfStock: AdState = { kind: 'offline', cause: 'stock', note: { code: 'uncovered' }, sinceMs: 1 };
const restocked: AdEvent = { type: 'restocked', atMs: 30 };
const everyEvent = [
  pause,
  resume,
  goOffline,
  goOnline,
  cool,
  block,
  { type: 'expire', atMs: 1_000 },
  stop,
  die,
  close,
  takeOff,
  putBack,
  restocked,
] as const;

describe('design 6: the states of an ad', () => {
  it.each([running, offline, cooling, blocked])('design 6: a human pauses from $kind', (state) => {
    expect(advanceAd(state, pause)).toEqual({ kind: 'paused', by: 'luis', sinceMs: 10 });
  });

  it('design 6: a second pause keeps the first', () => {
    expect(advanceAd(paused, pause)).toBe(paused);
  });

  it.each([paused, offline, cooling, blocked])('design 6: resume leaves $kind', (state) => {
    expect(advanceAd(state, resume)).toEqual(running);
  });

  it('design 6: resuming a running ad changes nothing', () => {
    expect(advanceAd(running, resume)).toBe(running);
  });

  it('I20: going offline is shown with reason and time', () => {
    expect(advanceAd(running, goOffline)).toEqual({
      kind: 'offline',
      cause: 'business',
      business: 'closed',
      sinceMs: 10,
    });
    expect(advanceAd(blocked, goOffline)).toEqual({
      kind: 'offline',
      cause: 'business',
      business: 'closed',
      sinceMs: 10,
    });
  });

  it('I20: the same reason again keeps the time, another replaces it', () => {
    expect(advanceAd(offline, goOffline)).toBe(offline);
    const breaking = advanceAd(offline, { type: 'offline', cause: 'business', business: 'break', atMs: 10 });
    expect(breaking).toEqual({ kind: 'offline', cause: 'business', business: 'break', sinceMs: 10 });
  });

  it('7.4: an ad that the merchant put back online goes on by itself; a closed business needs a human', () => {
    expect(advanceAd(adOffline, goOnline)).toEqual(running);
    expect(advanceAd(offline, goOnline)).toBe(offline);
    expect(advanceAd(running, goOnline)).toBe(running);
    const goAdOffline: AdEvent = { type: 'offline', cause: 'ad', atMs: 10 };
    expect(advanceAd(offline, goAdOffline)).toBe(offline);
    expect(advanceAd(running, goAdOffline)).toMatchObject({ kind: 'offline', cause: 'ad' });
    expect(advanceAd(adOffline, goOffline)).toMatchObject({ cause: 'business' });
  });

  it('design 6: an ad that was taken offline at a limit comes back by resume alone', () => {
    expect(advanceAd(bound, goOnline)).toBe(bound);
    expect(advanceAd(bound, { type: 'resume', atMs: 10 })).toEqual(running);
  });

  it.each([running, cooling, blocked, offline, adOffline, bound])(
    'design 6: a human takes an ad off from $kind',
    (state) => {
      expect(advanceAd(state, takeOff)).toEqual(taken);
      expect(isTakenOff(advanceAd(state, takeOff))).toBe(true);
    },
  );

  it('design 6: who takes it off last, and whether a human is asked, is shown', () => {
    const again = advanceAd(taken, {
      ...takeOff,
      by: 'watchdog',
      reason: said('no look for 5 min'),
      urgent: true,
      atMs: 30,
    });
    expect(again).toEqual({ ...taken, by: 'watchdog', reason: said('no look for 5 min'), urgent: true, sinceMs: 30 });
  });

  it.each([goOffline, goOnline, cool, block, { type: 'expire', atMs: 1_000 } as const])(
    'design 6: $type puts no ad back that a human took off the market',
    (event) => {
      expect(advanceAd(taken, event)).toBe(taken);
      expect(advanceAd(bound, event)).toBe(bound);
    },
  );

  it('design 6: a limit, or the merchant in the app, does not replace the word of a human', () => {
    expect(advanceAd(taken, { type: 'offline', cause: 'limit', bound: ceiling, atMs: 30 })).toBe(taken);
    expect(advanceAd(taken, { type: 'offline', cause: 'ad', atMs: 30 })).toBe(taken);
  });

  it('design 6: put back it is as it was before; resume prices it in any case', () => {
    expect(advanceAd(taken, putBack)).toEqual(running);
    const both = advanceAd(paused, takeOff);
    expect(both).toEqual({ ...taken, paused: { by: 'ana', sinceMs: 5 } });
    expect(advanceAd(both, putBack)).toEqual(paused);
    expect(advanceAd(both, resume)).toEqual(running);
    expect(advanceAd(advanceAd(both, { ...takeOff, by: 'luis' }), putBack)).toEqual(paused);
  });

  it.each([running, paused, cooling, blocked])('design 6: there is nothing to put back from $kind', (state) => {
    expect(advanceAd(state, putBack)).toBe(state);
    expect(isTakenOff(state)).toBe(false);
  });

  it('design 6: a pause may take the ad off the market, and a pause of one that is off it keeps it there', () => {
    const both = { ...taken, paused: { by: 'ana', sinceMs: 10 } };
    expect(advanceAd(running, { ...takeOff, pauses: true })).toEqual(both);
    const later = advanceAd(taken, { ...pause, atMs: 12 });
    expect(later).toEqual({ ...taken, paused: { by: 'luis', sinceMs: 12 } });
    expect(advanceAd(later, pause)).toBe(later);
    expect(advanceAd(bound, pause)).toMatchObject({ kind: 'offline', cause: 'limit', paused: { by: 'luis' } });
    expect(advanceAd(adOffline, pause)).toMatchObject({ kind: 'paused' });
  });

  it('isTakenOff: what the service or the merchant did is not the desk’s', () => {
    expect([offline, adOffline].some(isTakenOff)).toBe(false);
    expect([bound, taken].every(isTakenOff)).toBe(true);
  });

  it.each([goOffline, goOnline, cool, block, { type: 'expire', atMs: 1_000 } as const])(
    'I20: $type does not lift a human’s pause',
    (event) => {
      expect(advanceAd(paused, event)).toBe(paused);
    },
  );

  it.each([goOnline, cool, block, { type: 'expire', atMs: 1_000 } as const])(
    'I20: $type does not bring an ad online',
    (event) => {
      expect(advanceAd(offline, event)).toBe(offline);
    },
  );

  it('8: a cooldown is set, lengthened, never shortened', () => {
    expect(advanceAd(running, cool)).toEqual({ kind: 'cooling', untilMs: 200 });
    expect(advanceAd(cooling, cool)).toEqual({ kind: 'cooling', untilMs: 200 });
    expect(advanceAd({ kind: 'cooling', untilMs: 300 }, cool)).toEqual({ kind: 'cooling', untilMs: 300 });
    expect(advanceAd(blocked, cool)).toBe(blocked);
  });

  it('8: a block shows its cause and is never shortened', () => {
    const renewed = { kind: 'blocked', untilMs: 200, category: 'UNKNOWN', message: 'odd' };
    expect(advanceAd(cooling, block)).toEqual(renewed);
    expect(advanceAd(blocked, block)).toEqual(renewed);
    const longer: AdState = { ...blocked, untilMs: 300 };
    expect(advanceAd(longer, block)).toBe(longer);
  });

  it.each([cooling, blocked])('8: $kind ends when its time has come', (state) => {
    expect(advanceAd(state, { type: 'expire', atMs: 99 })).toBe(state);
    expect(advanceAd(state, { type: 'expire', atMs: 100 })).toEqual(running);
  });

  it('8: nothing expires in a running ad', () => {
    expect(advanceAd(running, { type: 'expire', atMs: 100 })).toBe(running);
  });

  it.each([running, paused, offline, cooling, blocked])('I18: stop ends $kind', (state) => {
    expect(advanceAd(state, stop)).toEqual(stopped);
  });

  it('7.7: dead and closed ads are given up', () => {
    expect(advanceAd(paused, die)).toEqual({ kind: 'dead', sinceMs: 10 });
    expect(advanceAd(running, close)).toEqual({ kind: 'dead', sinceMs: 10 });
  });

  it.each([dead, stopped])('design 6: nothing leaves $kind', (state) => {
    expect(isFinalAdState(state)).toBe(true);
    for (const event of everyEvent) expect(advanceAd(state, event)).toBe(state);
  });

  it('design 6: the other states are not final', () => {
    expect([running, paused, offline, cooling, blocked].some(isFinalAdState)).toBe(false);
  });
});

it('ADR 0034: the desk is to keep the price of an ad that runs, cools or is blocked, and of no other one', () => {
  const states = [running, cooling, blocked, paused, offline, adOffline, dead, stopped];
  expect(states.map(({ kind }) => isPricedState(kind))).toEqual([true, true, true, ...Array(5).fill(false)]);
  expect(isPricedState(null)).toBe(false);
});

describe('ads#the-quantity: an ad that its stock keeps off the market', () => {
  it('goes on by itself once there is enough', () => {
    const note = { code: 'uncovered' } as const;
    expect(advanceAd(running, { type: 'offline', cause: 'stock', note, atMs: 1 })).toEqual(outOfStock);
    expect(advanceAd(outOfStock, restocked)).toEqual(running);
    expect(advanceAd({ kind: 'offline', cause: 'caps', note: null, sinceMs: 1 }, restocked)).toEqual(running);
  });

  it.each([taken, bound, offline, paused, blocked, running])('nothing else ends with its stock', (state) => {
    expect(advanceAd(state, restocked)).toBe(state);
  });

  it('a pause in it waits for its human, and no news of the service ends it', () => {
    const both = advanceAd(outOfStock, pause);
    expect(both).toEqual({ ...outOfStock, paused: { by: 'luis', sinceMs: 10 } });
    expect(advanceAd(both, restocked)).toBe(both);
    expect(advanceAd(outOfStock, goOnline)).toBe(outOfStock);
    expect(advanceAd(outOfStock, goOffline)).toBe(outOfStock);
    expect(advanceAd(outOfStock, takeOff)).toMatchObject({ cause: 'command' });
  });
});
