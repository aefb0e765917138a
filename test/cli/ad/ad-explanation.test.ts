import { describe, expect, it } from 'vitest';
import { changeText, explanationText } from '../../../src/cli/ad/ad-explanation.ts';
import type { AdExplanation, AdView } from '../../../src/client/index.ts';
import type { AdState } from '../../../src/domain/ads/state/ad-state.ts';
import type { PricingDecision } from '../../../src/domain/pricing/pricing-decision.ts';
import { atMs as nowMs, keptAd } from './ad-view.ts';

function viewOf(state: AdState, changes: Partial<AdView> = {}): AdView {
  const why = 'the best competitor is 9.16; 1 tick better is 9.15';
  return { ...keptAd, state, why, price: '9.20', rank: 3, lookedAtMs: nowMs - 60_000, ...changes };
}

const decision: PricingDecision = {
  action: 'keep',
  price: '9.20',
  reason: 'held',
  target: '9.15',
  steps: [
    {
      name: 'target',
      price: '9.15',
      note: { code: 'better', user: null, at: '9.16', size: { ticks: 1 }, price: '9.15' },
    },
    {
      name: 'limits',
      price: '9.18',
      note: { code: 'clamped', price: '9.15', low: '9.18', high: '10', to: '9.18', crossing: null },
    },
  ],
  dropped: [
    { adNumber: '5', nickname: 'bait', price: '7.00', reason: 'bait', share: '0.05', basis: 'reference', at: '9.10' },
  ],
  rank: 3,
  bound: null,
  rivals: ['9.16', '9.17', '9.30'].map((price) => ({
    adNumber: price,
    nickname: `m${price}`,
    userNo: `s${price}`,
    price,
  })),
  rivalCount: 14,
  hits: ['limits'],
  isAnswer: false,
  heldUntilMs: nowMs + 20_000,
};

const running = { kind: 'running' } as const;
const offline = { kind: 'offline', cause: 'command', by: 'ana', reason: { code: 'paused' }, sinceMs: 1 } as const;

function explained(changes: Partial<AdExplanation> = {}): string {
  const look = { decision, note: null, nextCheckAtMs: nowMs + 3_000, price: '9.20', atMs: nowMs };
  return explanationText({ ...look, view: viewOf(running), ...changes }, nowMs);
}

const lastLine = (text: string): string => text.split('\n').at(-1) ?? '';

describe('ad explain answers why nothing happens', () => {
  it('with state, who is in front, guards, steps, competitors that count and that do not, and what comes next', () => {
    const text = explained();
    expect(text).toContain('ad 77, SELL USDT/BOB, mode sim: price 9.20, rank 3: the best competitor is 9.16');
    expect(text).toContain('keeps 9.20: held (target 9.15, rank 3 of 15)');
    expect(text).toContain('in front: m9.16 (s9.16) at 9.16, and 1 more');
    expect(text).toContain('guards that changed the price: limits');
    expect(text).toMatch(/limits +9\.18 +9\.15 is outside 9\.18 to 10: 9\.18/);
    expect(text).toMatch(/1 +m9\.16 +s9\.16 +9\.16/);
    expect(text).toContain('and 11 more');
    expect(text).toMatch(/bait +7\.00 +bait +7.00 is away from it by more than 0.05 of the reference price 9.10/);
    expect(lastLine(text)).toBe(
      'next: it looks in 3 s, at 2026-11-21T08:00:03Z; the price may change in 20 s, at 2026-11-21T08:00:20Z',
    );
  });

  it('ads#a-floating-ad-by-its-ratio: says of a floating ad what its limits mean', () => {
    expect(explained({ decision: { ...decision, floatingRatio: '100.5' } })).toContain(
      'floats at 100.5 %: the service moves the price between two looks, so limits and distances hold at each look only',
    );
    expect(explained()).not.toContain('floats at');
  });

  it('names no one in front of the first, nor where no competitor counts', () => {
    expect(explained({ decision: { ...decision, rank: 1 } })).toContain('in front: no one\n');
    const alone = { ...decision, rank: null, rivals: [], rivalCount: 0, dropped: [], hits: [] };
    const text = explained({ decision: alone });
    expect(text).toContain('in front: no one is known, no competitor counts');
    expect(text).toContain('guards: none changed the price');
    expect(text).toContain('every competitor counts');
  });

  it('a merchant without a number is named by his nickname', () => {
    const rivals = [{ adNumber: '1', nickname: 'ana', userNo: null, price: '9.16' }];
    expect(explained({ decision: { ...decision, rank: 2, rivals, rivalCount: 1 } })).toContain(
      'in front: ana at 9.16\n',
    );
  });

  it.each<[AdState, string]>([
    [{ kind: 'paused', by: 'ana', sinceMs: 1 }, 'next: nothing until `peerdesk ad resume`'],
    [
      { kind: 'cooling', untilMs: nowMs + 30_000 },
      'next: it goes on in 30 s, at 2026-11-21T08:00:30Z; `peerdesk ad reprice` ends the wait',
    ],
    [
      { kind: 'blocked', untilMs: nowMs - 1, category: 'NOT_FOUND', message: 'no' },
      'next: it goes on now; `peerdesk ad reprice` ends the wait',
    ],
    [
      { kind: 'blocked', untilMs: nowMs + 30_000, category: 'IP_BAN', message: 'no' },
      'next: it goes on in 30 s, at 2026-11-21T08:00:30Z, once the ban is over',
    ],
    [{ kind: 'offline', cause: 'ad', sinceMs: 1 }, 'next: it goes on once the ad is online again'],
    [
      { kind: 'offline', cause: 'limit', bound: { code: 'no-competitor' }, sinceMs: 1 },
      'next: nothing until `peerdesk ad resume`',
    ],
    [
      { kind: 'offline', cause: 'business', business: 'closed', sinceMs: 1 },
      'next: nothing until `peerdesk ad resume`',
    ],
    [{ kind: 'stopped' } as AdState, 'next: nothing: `peerdesk ad start` begins again'],
    [{ kind: 'dead' } as AdState, 'next: nothing: `peerdesk ad start` begins again'],
  ])('in state %j', (state, next) => {
    const text = explained({ view: viewOf(state), nextCheckAtMs: null, atMs: null });
    expect(lastLine(text)).toBe(next);
    expect(text).toContain('the last look, at 2026-11-21T07:59:00Z: keeps 9.20');
  });

  it.each<[Partial<AdView>, string]>([
    [{ offMarket: 'leaving' }, 'it is being taken offline, until a read shows it'],
    [
      { offMarket: 'back-in-app' },
      'nothing, and it stands online: `peerdesk ad resume` prices it, `peerdesk ad offline 77` takes it off again',
    ],
    [{ offMarket: 'off' }, 'nothing until `peerdesk ad resume`'],
    [
      { offMarket: 'off', state: { ...offline, reason: { code: 'switch', text: null } } },
      'nothing until the kill switch ads is lifted (`peerdesk desk open`) and `peerdesk ad resume`',
    ],
    [
      {
        offMarket: 'leaving',
        state: { kind: 'offline', cause: 'hours', sinceMs: 1, paused: { by: 'ana', sinceMs: 1 } },
      },
      'it is being taken offline, until a read shows it',
    ],
    [{ offMarket: 'returning', state: running }, 'it is put online as soon as nothing keeps it back'],
    [
      { state: { kind: 'offline', cause: 'business', business: 'closed', sinceMs: 1 }, businessStatus: 'open' },
      'nothing until `peerdesk ad resume`; the business is open now',
    ],
  ])('how far it is with leaving the market or coming back: %j', (changes, next) => {
    const view = viewOf(changes.state ?? offline, changes);
    expect(lastLine(explained({ view, nextCheckAtMs: null }))).toBe(`next: ${next}`);
  });

  it('a price on its way, and an ad that no one looks at', () => {
    const set: PricingDecision = { ...decision, action: 'set', price: '9.15', reason: 'target' };
    expect(lastLine(explained({ decision: set }))).toBe('next: 9.15 is sent');
    const { heldUntilMs: _held, ...free } = decision;
    expect(lastLine(explained({ decision: free, nextCheckAtMs: null }))).toBe(
      'next: a look at the market begins, or no worker serves the account',
    );
  });

  it('without a decision says so, and what a person is asked', () => {
    const view = viewOf(running, { asks: ['the limits look mistyped'] });
    const text = explained({ decision: null, note: 'starting', view });
    expect(text).toContain('needs you: the limits look mistyped');
    expect(text).toContain('no decision yet: the market has not been looked at\nnote: starting\nnext: it looks in 3 s');
  });
});

describe('ad watch where nothing is redrawn', () => {
  const look = { decision, note: null, nextCheckAtMs: nowMs, price: '9.20', atMs: nowMs, view: viewOf(running) };

  it('a line changes with the ad, not with the time', () => {
    const line = changeText(look);
    expect(line).toBe(
      'price 9.20, rank 3: the best competitor is 9.16; 1 tick better is 9.15 (running); in front: m9.16 (s9.16) at 9.16, and 1 more; held',
    );
    expect(changeText({ ...look, nextCheckAtMs: nowMs + 5_000, atMs: nowMs + 5_000 })).toBe(line);
    expect(changeText({ ...look, decision: { ...decision, rank: 1, reason: 'at-target' } })).not.toBe(line);
  });

  it('shows a trouble of the watch while nothing is decided', () => {
    expect(changeText({ ...look, decision: null, note: 'search: 429' })).toContain('search: 429');
  });
});
