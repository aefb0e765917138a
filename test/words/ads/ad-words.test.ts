import { describe, expect, it } from 'vitest';
import type { AdState } from '../../../src/domain/ads/state/ad-state.ts';
import type { ShortStock, StockNote } from '../../../src/domain/ads/inventory.ts';
import { runningAd, type AdStanding } from '../../../src/domain/ads/state/ad-standing.ts';
import { nothingOff } from '../../../src/domain/ads/state/off-market.ts';
import type { OfflineWhy } from '../../../src/domain/ads/state/offline-state.ts';
import type { CapsNote } from '../../../src/domain/caps/caps-decision.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { adWhy, adWhyIn, lookedText, notedText, type StandingAd } from '../../../src/words/ads/ad-words.ts';
import { offlineWords } from '../../../src/words/ads/offline-words.ts';
import { capsText, stockText } from '../../../src/words/ads/stock-words.ts';
import { decidePrice } from '../../../src/domain/pricing/pricing.ts';
import { pricingInput } from '../../domain/pricing/pricing-fixture.ts';

const limits = { floor: '9.00', ceiling: '10.00' };
const cap = { method: 'BANK', daily: '1000', fiat: 'BOB', sum: '950' };
const short: ShortStock = { code: 'too-little', left: '40', below: '50', barrier: { code: 'used-up', total: '2000' } };
const usedUp = '40 left, less than 50: all 2000 that it may offer are used up';
const reached = 'every payment method has reached its cap: BANK 950 of 1000 BOB';
const by = 'ana';

/** Every reason to be off the market with everything that changes its words. */
const offline: readonly (readonly [OfflineWhy, string])[] = [
  [{ cause: 'business', business: 'closed' }, 'Business closed'],
  [{ cause: 'business', business: 'break' }, 'Taking a break'],
  [{ cause: 'ad' }, 'the ad is offline at the service'],
  [
    { cause: 'limit', bound: { code: 'ceiling', limit: '10.00', target: '11' } },
    'the ceiling 10.00 binds: the rules want 11, so the ad sells below the market',
  ],
  [
    { cause: 'limit', bound: { code: 'floor', limit: '9.00', target: '8' } },
    'the floor 9.00 binds: the rules want 8, so the ad buys above the market',
  ],
  [
    { cause: 'limit', bound: { code: 'rival', price: '8.99', limits } },
    'the competitor at 8.99 is beyond the limits 9.00 to 10.00',
  ],
  [
    { cause: 'limit', bound: { code: 'rival', price: null, limits } },
    'a competitor is beyond the limits 9.00 to 10.00',
  ],
  [{ cause: 'limit', bound: { code: 'no-competitor' } }, 'no competitor is left to go by'],
  [
    { cause: 'limit', bound: { code: 'no-price', last: null } },
    'no price satisfies all limits, so the ad keeps its own',
  ],
  [{ cause: 'stock', note: short }, usedUp],
  [{ cause: 'stock', note: { code: 'uncovered' } }, 'the wallet does not cover the ad'],
  [{ cause: 'stock', note: null }, 'there is too little to sell'],
  [{ cause: 'caps', note: { code: 'all-full', caps: [cap] } }, reached],
  [{ cause: 'caps', note: null }, 'every payment method has reached its cap'],
  [{ cause: 'command', by, reason: { code: 'said', text: 'bank is down' } }, 'bank is down'],
  [{ cause: 'command', by, reason: { code: 'unsaid' } }, 'no reason given'],
  [{ cause: 'command', by, reason: { code: 'paused' } }, 'paused'],
  [{ cause: 'command', by, reason: { code: 'switch', text: 'no market was looked at' } }, 'no market was looked at'],
  [
    { cause: 'command', by, reason: { code: 'switch', text: null } },
    'it was engaged; once it is lifted, put the ad online',
  ],
  [{ cause: 'command', by, reason: { code: 'limits-mistyped' } }, 'its limits look mistyped'],
  [
    { cause: 'command', by, reason: { code: 'guard-hits', hits: 3, withinMs: 60_000 } },
    'guards changed the price 3 times within 60 s',
  ],
  [{ cause: 'hours' }, 'outside its active hours'],
];

const off = <Why extends OfflineWhy>(why: Why) => ({ kind: 'offline', ...why, sinceMs: 1 }) as const;

const strategy = { kind: 'match' } as const;
const night = { timezone: 'UTC', open: 'Mon-Sat 08:00-22:00' };
const rules = pricingRulesSchema.parse({ strategy, limits });
const byHours = pricingRulesSchema.parse({ strategy, limits, hours: night });
const resting = pricingRulesSchema.parse({ strategy, limits, hours: { ...night, restingPrice: '9.90' } });
const opening = { isOpen: false, untilMs: 5, until: 'later' };
const paused = { by, sinceMs: 1 };
const trouble = 'the service refused it';

const ad: StandingAd = {
  standing: runningAd,
  rules,
  opening: null,
  ad: null,
  lastDecision: null,
  seenStatus: null,
  trouble: null,
};
const returning: AdStanding = { state: { kind: 'running' }, off: { phase: 'returning', isRuled: false } };
const command = off({ cause: 'command', by, reason: { code: 'said', text: 'bank is down' } });
const stock = off({ cause: 'stock', note: short });
const caps = off({ cause: 'caps', note: null });
const asleep = off({ cause: 'hours' });
const blocked = { kind: 'blocked', untilMs: 9, category: 'NOT_FOUND' } as const;
const decision = decidePrice(pricingInput());

/** Every state with everything that changes its words. */
const states: readonly (readonly [Partial<StandingAd>, string])[] = [
  [{}, 'reading the market'],
  [{ lastDecision: decision }, 'the best competitor is 10.20; 1 tick better is 10.19'],
  [{ standing: returning }, 'being put online again; reading the market'],
  [{ standing: returning, trouble }, `being put online again, not yet: ${trouble}; reading the market`],
  [{ rules: resting, opening }, 'outside its hours until later: rests at 9.90; reading the market'],
  [{ rules: resting, opening: { ...opening, until: null } }, 'outside its hours: rests at 9.90; reading the market'],
  [{ standing: { state: { kind: 'paused', ...paused }, off: nothingOff } }, 'paused by ana; continues on resume'],
  [
    { standing: { state: { kind: 'paused', ...paused }, off: { phase: 'left' } } },
    'paused by ana; continues on resume; off the market since its hours',
  ],
  [
    { standing: { state: { kind: 'cooling', untilMs: 5 }, off: nothingOff } },
    'too many overlaps with own ads; cooling down',
  ],
  [{ standing: { state: { ...blocked, message: 'gone' }, off: nothingOff } }, 'NOT_FOUND: gone'],
  [
    { standing: { state: { ...blocked, message: null }, off: nothingOff } },
    'NOT_FOUND: the service does not find this ad',
  ],
  [
    { standing: { state: { kind: 'dead', sinceMs: 1 }, off: nothingOff } },
    'the service does not know this ad any more',
  ],
  [{ standing: { state: { kind: 'stopped' }, off: nothingOff } }, 'stopped by the operator'],
  [
    { standing: { state: off({ cause: 'ad' }), off: nothingOff } },
    'the ad is offline at the service; continues by itself when it is online again',
  ],
  [
    { standing: { state: off({ cause: 'business', business: 'closed' }), off: nothingOff }, seenStatus: 'online' },
    'Business closed; continues when a human resumes',
  ],
  [
    {
      standing: { state: off({ cause: 'business', business: 'break' }), off: nothingOff },
      seenStatus: 'online',
      rules: byHours,
    },
    'Taking a break; continues when a human resumes; until then its hours are not kept, and takers find it once the business is open: offline takes it off the market',
  ],
  [
    { standing: { state: off({ cause: 'limit', bound: { code: 'no-competitor' } }), off: { phase: 'off' } } },
    'no competitor is left to go by: taken offline; it is put online again when a human resumes, not when the limit no longer binds',
  ],
  [
    { standing: { state: command, off: { phase: 'leaving' } } },
    'being taken offline by ana: bank is down; not confirmed by a read yet',
  ],
  [
    { standing: { state: command, off: { phase: 'off' } } },
    'taken offline by ana: bank is down; only online or resume puts it back',
  ],
  [
    { standing: { state: { ...command, paused }, off: { phase: 'back-in-app' } }, trouble },
    `${trouble} (ana, and paused by ana: bank is down)`,
  ],
  [
    { standing: { state: stock, off: { phase: 'leaving' } } },
    `being taken offline: ${usedUp}; not confirmed by a read yet`,
  ],
  [
    { standing: { state: stock, off: { phase: 'off' } } },
    `taken offline: ${usedUp}; it comes back by itself once there is enough`,
  ],
  [{ standing: { state: stock, off: { phase: 'back-in-app' } }, trouble }, `${trouble} (${usedUp})`],
  [
    { standing: { state: { ...stock, paused }, off: { phase: 'off' } } },
    `taken offline: ${usedUp}; and paused by ana: only resume puts it back`,
  ],
  [
    { standing: { state: caps, off: { phase: 'off' } }, rules: byHours },
    'taken offline: every payment method has reached its cap; it comes back by itself once one is below its cap, within its hours',
  ],
  [
    { standing: { state: asleep, off: { phase: 'leaving', comesBack: false } }, opening },
    'outside its hours until later, then online by itself: being taken offline, not confirmed by a read yet',
  ],
  [
    { standing: { state: asleep, off: { phase: 'off', comesBack: false } } },
    'outside its hours, then online by itself: taken offline',
  ],
  [
    { standing: { state: { ...asleep, paused }, off: { phase: 'off', comesBack: false } } },
    'outside its hours, paused by ana, so only resume or online puts it back: taken offline',
  ],
  [
    { standing: { state: { ...asleep, paused }, off: { phase: 'off', comesBack: true } }, trouble },
    `outside its hours, then online by itself: ${trouble}`,
  ],
];

describe('U16: what is said of an ad', () => {
  it.each(offline.map(([why, text]) => [JSON.stringify(why), why, text] as const))('%s', (_name, why, text) => {
    expect(offlineWords(off(why)).replace(/: $/, '')).toBe(text);
  });

  it.each(states.map(([part, text]) => [text, part] as const))('%s', (text, part) => {
    expect(adWhy({ ...ad, ...part })).toBe(text);
  });

  it('each state and cause has its words, and a sentence belongs to one of them', () => {
    const kinds: readonly AdState['kind'][] = ['running', 'paused', 'offline', 'cooling', 'blocked', 'dead', 'stopped'];
    expect(new Set(states.map(([{ standing }]) => standing?.state.kind ?? 'running'))).toEqual(new Set(kinds));
    const texts = [...offline, ...states].map(([, text]) => text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('in shadow it says that nothing is sent, where this desk alone keeps it off the market', () => {
    const shadow = 'nothing is sent in shadow, so at the service it stays as it is: ';
    expect(adWhyIn('shadow', { ...ad, standing: { state: asleep, off: { phase: 'off', comesBack: false } } })).toMatch(
      new RegExp(`^${shadow}outside`),
    );
    expect(adWhyIn('shadow', { ...ad, standing: { state: off({ cause: 'ad' }), off: nothingOff } })).toMatch(
      /^the ad is offline/,
    );
    expect(adWhyIn('sim', { ...ad, standing: { state: asleep, off: { phase: 'off', comesBack: false } } })).toMatch(
      /^outside/,
    );
  });

  it('a look says what was decided, and where the ad rests', () => {
    expect(lookedText(ad, decision)).toBe('the best competitor is 10.20; 1 tick better is 10.19');
    expect(lookedText({ rules: resting, opening }, decision)).toMatch(
      /^outside its hours until later: rests at 9.90; /,
    );
    expect(lookedText({ rules: resting, opening: { ...opening, isOpen: true } }, decision)).toMatch(/^the best/);
    expect(notedText('at its price')).toBe('noted, being checked; before it: at its price');
  });
});

const stockNotes: readonly (readonly [StockNote, string])[] = [
  [{ code: 'left', left: '400' }, '400 left'],
  [{ code: 'refill', from: '200', to: '500', below: '300' }, '200 left becomes 500: less than 300'],
  [{ code: 'too-much', from: '900', to: '500' }, '900 left becomes 500: more than wanted'],
  [{ code: 'held', elapsedMs: 5, holdMs: 60_000 }, 'changed 5 ms ago: held for 60000 ms'],
  [
    { code: 'no-refill', left: '150', barrier: { code: 'refused' } },
    '150 left, no refill: the service refused a change',
  ],
  [{ ...short, barrier: { code: 'uncovered' } }, '40 left, less than 50: the wallet does not cover the ad'],
  [{ code: 'unshown' }, 'the service does not show the quantities of the ad'],
];
const capsNotes: readonly (readonly [CapsNote, string])[] = [
  [{ code: 'none-full' }, 'no method of the ad has reached its cap'],
  [{ code: 'refused' }, 'a change was refused'],
  [{ code: 'soon-back' }, 'a method is given back five minutes after the last change'],
  [{ code: 'below-cap' }, 'a payment method is below its cap again'],
  [{ code: 'unshown' }, 'the service does not show the methods of the ad'],
  [
    { code: 'unknown-zone', timezone: 'Moon' },
    'there is no time zone Moon on this machine: write a name of the IANA list, such as America/La_Paz',
  ],
  [
    { code: 'changed', gone: [{ name: 'Bank', caps: [cap] }], back: ['Wise'] },
    'Bank goes: 950 of 1000 BOB; Wise comes back',
  ],
];

describe('U16: what is said of the quantity and the methods of an ad', () => {
  it.each(stockNotes.map(([note, text]) => [text, note] as const))('%s', (text, note) => {
    expect(stockText(note)).toBe(text);
  });

  it.each(capsNotes.map(([note, text]) => [text, note] as const))('%s', (text, note) => {
    expect(capsText(note)).toBe(text);
  });
});
