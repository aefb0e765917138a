import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advanceStanding,
  runningAd,
  shownOff,
  type AdStanding,
  type StandingEvent,
} from '../../../../src/domain/ads/state/ad-standing.ts';
import { isFinalAdState, isPricedState, isTakenOff } from '../../../../src/domain/ads/state/ad-state.ts';
import { isPutBack, isShownOff, mayBeOff } from '../../../../src/domain/ads/state/off-market.ts';
import { check } from '../../seeded.ts';
import { everyEvent, takeOff } from './every-event.ts';

const atMs = 10;
const found = { type: 'offline', atMs } as const;
const outside = { type: 'outside-hours', atMs } as const;
const empty = { ...found, cause: 'stock', note: null } as const;
const bound = { ...found, cause: 'limit', bound: { code: 'no-competitor' } } as const;
const closed = { ...found, cause: 'business', business: 'closed' } as const;
const pause = { type: 'pause', by: 'ana', atMs } as const;
const resume = { type: 'resume', atMs } as const;
const putBack = { type: 'put-back', atMs } as const;
const leaves = { type: 'leaves' } as const;
const left = { type: 'left' } as const;
const back = { type: 'back' } as const;
const online = { type: 'seen', status: 'online', atMs } as const;
const offline = { type: 'seen', status: 'offline', atMs } as const;
const open = { type: 'hours-open', atMs } as const;
const restocked = { type: 'restocked', atMs } as const;
const stop = { type: 'stop', atMs } as const;
const ends = { type: 'shadow-ends', atMs } as const;
const block = { type: 'block', untilMs: 20, category: 'UNKNOWN', message: 'odd', atMs } as const;

const after = (...events: readonly StandingEvent[]): AdStanding => events.reduce(advanceStanding, runningAd);
const taken = [takeOff, leaves, left];
const asleep = [outside, leaves, left];
const emptied = [empty, leaves, left];
const inApp = [online, online];

/** What the events lead to: the state with its cause, how far it is off the market, and what is shown of it. */
const cases: readonly (readonly [string, readonly StandingEvent[], string, object, ReturnType<typeof shownOff>])[] = [
  ['it runs', [], 'running', { phase: 'none' }, null],
  ['taken off in words', [takeOff], 'command', { phase: 'due' }, 'leaving'],
  ['a call may have left', [takeOff, leaves], 'command', { phase: 'leaving' }, 'leaving'],
  ['the service took it', taken, 'command', { phase: 'off' }, 'off'],
  ['a read shows it offline', [takeOff, leaves, offline], 'command', { phase: 'off' }, 'off'],
  ['a read shows it online still', [takeOff, leaves, online], 'command', { phase: 'leaving' }, 'leaving'],
  ['the merchant puts it online', [...taken, online], 'command', { phase: 'back-in-app' }, 'back-in-app'],
  ['and off again', [...taken, online, offline], 'command', { phase: 'off' }, 'off'],
  ['taken off again it is to be confirmed again', [...taken, takeOff], 'command', { phase: 'leaving' }, 'leaving'],
  ['no call has left: nothing to put back', [takeOff, resume], 'running', { phase: 'none' }, null],
  ['resumed', [...taken, resume], 'running', { phase: 'returning', isRuled: false }, 'returning'],
  [
    'a call may have left: put back',
    [takeOff, leaves, resume],
    'running',
    { phase: 'returning', isRuled: false },
    'returning',
  ],
  ['said online', [...taken, putBack], 'running', { phase: 'put-back', wasTaken: true }, 'returning'],
  [
    'said online before a call left',
    [takeOff, putBack],
    'running',
    { phase: 'put-back', wasTaken: false },
    'returning',
  ],
  [
    'said online beside the hours',
    [...asleep, putBack, outside],
    'hours',
    { phase: 'leaving', comesBack: true },
    'leaving',
  ],
  ['put online', [...taken, resume, back], 'running', { phase: 'none' }, null],
  ['a word came before the answer', [...taken, resume, takeOff, back], 'command', { phase: 'due' }, 'leaving'],
  ['refused, it waits', [...taken, resume, block], 'blocked', { phase: 'returning', isRuled: false }, null],
  ['its business is closed', [...taken, resume, closed], 'business', { phase: 'returning', isRuled: false }, null],
  ['paused on its way', [...taken, resume, pause], 'paused', { phase: 'left' }, null],
  [
    'paused on its way by a word',
    [...taken, putBack, pause],
    'paused',
    { phase: 'put-back', wasTaken: true },
    'returning',
  ],
  ['paused and online', [pause], 'paused', { phase: 'none' }, null],
  ['paused and said online', [pause, putBack], 'paused', { phase: 'put-back', wasTaken: false }, 'returning'],
  ['paused off the market', [...taken, pause], 'command', { phase: 'off' }, 'off'],
  ['a late read', [...asleep, online], 'hours', { phase: 'doubtful', comesBack: false }, 'off'],
  ['a late read is over', [...asleep, online, offline], 'hours', { phase: 'off', comesBack: false }, 'off'],
  ['online twice', [...emptied, ...inApp], 'stock', { phase: 'back-in-app' }, 'back-in-app'],
  ['online for long', [...emptied, ...inApp, online], 'stock', { phase: 'back-in-app' }, 'back-in-app'],
  ['the merchant’s from then on', [...asleep, ...inApp, offline], 'ad', { phase: 'none' }, null],
  ['the merchant’s, and paused', [...asleep, pause, ...inApp, offline], 'paused', { phase: 'none' }, null],
  ['his whatever was said', [pause, putBack, ...asleep, ...inApp, offline], 'paused', { phase: 'none' }, null],
  [
    'a pause ends the word',
    [...asleep, putBack, outside, pause],
    'hours',
    { phase: 'leaving', comesBack: false },
    'leaving',
  ],
  ['its hours open', [...asleep, open], 'running', { phase: 'returning', isRuled: false }, 'returning'],
  ['its hours open beside a pause', [pause, ...asleep, open], 'paused', { phase: 'left' }, null],
  [
    'its hours open by a word',
    [pause, putBack, ...asleep, open],
    'paused',
    { phase: 'put-back', wasTaken: true },
    'returning',
  ],
  ['no call has left: no answer, no read', [takeOff, left, offline], 'command', { phase: 'due' }, 'leaving'],
  ['enough to sell', [...emptied, restocked], 'running', { phase: 'returning', isRuled: true }, 'returning'],
  ['enough before a call left', [empty, restocked], 'running', { phase: 'none' }, null],
  ['enough, and refused', [...emptied, restocked, block], 'blocked', { phase: 'returning', isRuled: true }, null],
  [
    'enough, then a word',
    [...emptied, restocked, pause, resume],
    'running',
    { phase: 'returning', isRuled: false },
    'returning',
  ],
  ['too little after a word', [...taken, putBack, empty], 'stock', { phase: 'leaving' }, 'leaving'],
  ['a pause came before: too little', [pause, putBack, empty], 'paused', { phase: 'none' }, null],
  ['too little beside a word', [takeOff, empty], 'command', { phase: 'due' }, 'leaving'],
  ['a limit took it off', [bound], 'limit', { phase: 'off' }, 'off'],
  ['a limit comes back by resume', [bound, resume], 'running', { phase: 'returning', isRuled: false }, 'returning'],
  ['a limit stays off whatever is read', [bound, online], 'limit', { phase: 'off' }, 'off'],
  ['a pause came before the limit’s answer', [pause, bound], 'paused', { phase: 'left' }, null],
  ['and a word, too', [pause, putBack, bound], 'paused', { phase: 'put-back', wasTaken: true }, 'returning'],
  ['a word came before the limit’s answer', [takeOff, bound], 'command', { phase: 'leaving' }, 'leaving'],
  ['a stop came before it', [stop, bound], 'stopped', { phase: 'left' }, 'off'],
  ['stopped off the market', [...taken, stop], 'stopped', { phase: 'left' }, 'off'],
  ['stopped on the market', [pause, putBack, stop], 'stopped', { phase: 'none' }, null],
  ['the merchant took it off', [{ ...found, cause: 'ad' }], 'ad', { phase: 'none' }, null],
  [
    'he cannot take off what the desk brings back',
    [...taken, resume, { ...found, cause: 'ad' }],
    'running',
    { phase: 'returning', isRuled: false },
    'returning',
  ],
  ['closed at the service', [...taken, { type: 'closed', atMs }], 'dead', { phase: 'none' }, null],
  ['a shadow took it off by a rule', [...emptied, ends], 'running', { phase: 'none' }, null],
  ['a shadow did it for its hours', [pause, ...asleep, ends], 'paused', { phase: 'none' }, null],
  ['a shadow did it for a person', [...taken, ends], 'command', { phase: 'due' }, 'leaving'],
  [
    'a shadow was to put it back',
    [...taken, putBack, ends],
    'running',
    { phase: 'put-back', wasTaken: false },
    'returning',
  ],
  ['nothing to settle', [left, online, back], 'running', { phase: 'none' }, null],
];

const nameOf = ({ state }: AdStanding): string => (state.kind === 'offline' ? state.cause : state.kind);

it.each(cases)('design 6: %s', (_title, events, ...expected) => {
  const standing = after(...events);
  expect([nameOf(standing), standing.off, shownOff(standing)]).toEqual(expected);
});

/** Walks random events; `holds` looks at each step. */
function walk(holds: (before: AdStanding, event: StandingEvent, next: AdStanding) => void): void {
  check(
    fc.property(fc.array(fc.constantFrom(...everyEvent), { maxLength: 40 }), (events) => {
      let standing = runningAd;
      for (const event of events) {
        const next = advanceStanding(standing, event);
        holds(standing, event, next);
        standing = next;
      }
    }),
    3_000,
  );
}

const priced = ({ state }: AdStanding): boolean => isPricedState(state.kind);

describe('design 6: an ad and the market, whatever happens', () => {
  it('I18: what the desk keeps off comes back by a person’s word or by the end of the rule that took it off', () => {
    walk((before, event, next) => {
      if (!isTakenOff(before.state) || !priced(next)) return;
      const { cause, paused } = before.state;
      const isRuled = cause === 'stock' || cause === 'caps';
      const words = ['resume', 'put-back'];
      const rules = [...(cause === 'hours' ? ['hours-open'] : []), ...(isRuled ? ['restocked'] : [])];
      const shadow = cause === 'command' ? [] : ['shadow-ends'];
      expect([...words, ...(paused === undefined ? [...rules, ...shadow] : [])]).toContain(event.type);
    });
  });

  it('that it may be off is forgotten only when the service has put it online, it ends, or it is the merchant’s', () => {
    walk((before, event, next) => {
      if (!mayBeOff(before.off) || mayBeOff(next.off)) return;
      const his = before.off.phase === 'back-in-app' ? ['seen'] : [];
      expect(['back', 'shadow-ends', 'dead', 'closed', ...his]).toContain(event.type);
    });
  });

  it('it counts as off only after the service took the call, or a read has shown it, since it was last decided', () => {
    walk((before, event, next) => {
      if (event.type === 'take-off' && !isFinalAdState(before.state)) expect(isShownOff(next.off)).toBe(false);
      if (isShownOff(before.off) || !isShownOff(next.off)) return;
      expect(['left', 'seen', 'offline']).toContain(event.type);
      if (event.type === 'seen') expect(event.status).toBe('offline');
      if (event.type === 'offline') expect(event.cause).toBe('limit');
    });
  });

  it('a paused one is put online by a person’s word alone, and that begins with the word', () => {
    walk((before, event, next) => {
      if (isPutBack(next.off) && !isPutBack(before.off)) expect(event.type).toBe('put-back');
      if (next.state.kind === 'paused') expect(['none', 'left', 'put-back']).toContain(next.off.phase);
    });
  });

  it('nothing leaves an end, and what is off stays so beside every timed state', () => {
    walk((before, event, next) => {
      if (isFinalAdState(before.state)) expect(next.state).toBe(before.state);
      if (['cool', 'block', 'expire', 'online'].includes(event.type)) expect(next.off).toEqual(before.off);
    });
  });
});
