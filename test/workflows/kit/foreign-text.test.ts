import { describe, expect, it } from 'vitest';
import { deskPage } from '../../../src/workflows/account/desk-page.ts';
import { adPage } from '../../../src/workflows/ad/ad-page.ts';
import { createAdRun } from '../../../src/workflows/ad/ad-run.ts';
import { adInputSchema, type AdMemory } from '../../../src/workflows/contract/ad-contract.ts';
import { accountDeskInputSchema, type DeskMemory } from '../../../src/workflows/contract/desk-contract.ts';
import type { EgressMemory } from '../../../src/workflows/contract/egress-contract.ts';
import { emptyGuardRunMemory, type GuardRunMemory } from '../../../src/workflows/contract/guard-contract.ts';
import type { KeptRefusals } from '../../../src/workflows/contract/message.ts';
import type { LeadMemory } from '../../../src/workflows/contract/lead-contract.ts';
import type { NoticesMemory } from '../../../src/workflows/contract/notices-contract.ts';
import { orderInputSchema, type OrderMemory } from '../../../src/workflows/contract/order-contract.ts';
import { egressPage } from '../../../src/workflows/egress/egress-presentation.ts';
import { guardPage } from '../../../src/workflows/guard/guard-page.ts';
import { leadPage } from '../../../src/workflows/lead/lead-page.ts';
import { noticesPage } from '../../../src/workflows/notices/notices-page.ts';
import { orderPage } from '../../../src/workflows/order/order-page.ts';
import { freshMemory } from '../../../src/workflows/order/order-run.ts';
import { adFacts, adInput, orderFacts, orderInput } from '../fixtures.ts';
import { saidOfChecks } from '../../words/check-facts.ts';
import { hostile, rawParts, shownTexts } from './hostile-text.ts';

const atMs = Date.UTC(2026, 10, 21, 12);
const odd = { code: 'malformed', issues: 'odd' } as const;
const refused = { count: 1, last: { message: 'pause', refusal: odd, atMs } } satisfies KeptRefusals;
const oddRefused = 'refused.last.refusal.issues';
const unanswered = { code: 'unanswered', message: 'the service is away' } as const;
const troubles = { reading: { what: unanswered, sinceMs: atMs, urgent: true } };
const ownOfTrouble = 'troubles.reading.what.code';
const thrown = { by: 'ana', reason: 'a doubt', atMs };

const checks = saidOfChecks.map(([check]) => check);
const ownParts = 'name bringer use payer register odd.what reason.kind shortfalls.0.what'.split(' ');
const ownOfChecks = checks.flatMap((_, at) => ownParts.map((part) => `checks.${at}.${part}`));

const shownOfOrder =
  'order.asset order.fiat order.totalPrice match.proofId held.note troubles.reading.what.message checks.9.engaged.reason checks.21.policy'.split(
    ' ',
  );

/** Values of our own lists, by which a page chooses its words. */
const ownOfOrder =
  'progress.status wait.what.code wait.what.gate wait.asks lastProblem.code lastProblem.step order.side';
const ownOf = {
  order: [...ownOfOrder.split(' '), ...ownOfChecks, ownOfTrouble],
  ad: [
    'state.kind',
    'rules.strategy.kind',
    'troubles.refusal.what.code',
    'stock.seen.note.code',
    'caps.seen.note.code',
  ],
} as const;

const order: OrderMemory = {
  ...freshMemory(orderInputSchema.parse(orderInput('acme'))),
  order: orderFacts(),
  wait: { what: { code: 'release-gate', gate: 'approved', by: 'ana' }, asks: 'human', sinceMs: atMs, untilMs: atMs },
  checks,
  approvals: [
    {
      by: 'ana',
      note: null,
      signed: null,
      atMs,
      expiresAtMs: atMs,
      orderNumber: '1',
      amount: '1',
      fiat: 'BOB',
    } as unknown as OrderMemory['approvals'][number],
  ],
  match: { amount: '950.00', payerName: 'ana', proofId: 'REF 1', atMs, generation: 'generation-1', epoch: 0 },
  attachedBy: [{ proofId: 'REF 1', by: 'ben', atMs }],
  elsewhere: [{ proofId: 'REF 1', orderNumber: '22' }],
  held: { by: 'ana', note: 'wait', atMs } as unknown as OrderMemory['held'],
  troubles,
  lastProblem: { code: 'undecided', step: 'release', message: 'it failed' },
  refused,
};

const rules = {
  ...adInput('acme').rules,
  hours: { timezone: 'UTC', open: 'Mon-Sat 08:00-22:00' },
  inventory: { target: '500', refillBelow: '200', total: '9000' },
  paymentCaps: { timezone: 'UTC', caps: [{ method: 'BANK', daily: '900', fiat: 'BOB' }] },
};
const adTask = adInputSchema.parse(adInput('acme', { rules }));
const ad: AdMemory = {
  ...createAdRun(adTask, null).run.memory,
  ad: adFacts(),
  assumedPrice: '9.49',
  override: { price: '9.55', untilMs: atMs },
  opening: { isOpen: true, untilMs: atMs, until: '2026-11-21 20:00 (UTC)' },
  lastProblem: { category: 'UNKNOWN', code: '-1', message: 'it failed', atMs },
  businessStatus: 'open',
  troubles: {
    refusal: { what: { code: 'refused', category: 'UNKNOWN', message: 'it failed' }, sinceMs: atMs, urgent: true },
  },
  refused,
};
const left = { code: 'left', left: '400' } as const;
const seen = { quantity: '500', remaining: '400', walletCovers: true, note: left, atMs };
const cap = { method: 'BANK', daily: '900', fiat: 'BOB', sum: '5', isFull: false };
const shownAd: AdMemory = {
  ...ad,
  stock: { ...ad.stock, seen },
  caps: {
    ...ad.caps,
    withheld: [{ payId: '41', identifier: 'BANK', name: 'Bank Transfer' }],
    seen: { sums: [cap], unknown: [], note: { code: 'none-full' }, until: '2026-11-22 00:00 (UTC)', atMs },
  },
};

const named = [{ orderNumber: '22', why: 'odd' }];
const desk: DeskMemory = {
  mode: 'sim',
  intake: null,
  stopped: false,
  adoption: { adopted: [], leftAlone: [{ adNumber: '11', why: 'other rules' }] },
  business: {
    act: 'open',
    by: 'ana',
    note: null,
    sinceMs: atMs,
    outcome: { kind: 'refused', because: { code: 'failed', category: 'X', answer: null, message: 'no' }, atMs },
  },
  report: {
    atMs,
    running: 1,
    started: 1,
    businessStatus: 'open',
    unreadable: named,
    uncarried: named,
    untold: named,
    cutAfter: null,
    guard: {
      switches: { all: thrown, releases: null, repricing: null, ads: null },
      rules: { ...orderInput('acme').release, policy: 'approve', amountCap: { [hostile]: '5000', BOB: '9' } },
    },
    egress: { banUntilMs: atMs, breakerOpenUntilMs: null },
  },
  troubles: { telling: { what: { code: 'telling', count: 1, why: 'odd' }, sinceMs: atMs, urgent: true } },
  refused,
};

const guard: GuardRunMemory = {
  ...emptyGuardRunMemory,
  switches: { ...emptyGuardRunMemory.switches, all: thrown },
  publications: [{ name: 'usdt', adNumber: '11', atMs }],
  generation: 'generation-1',
  words: 1,
  blocked: [{ kind: 'nickname', key: 'mallory', shown: 'Mallory', by: 'ana', note: 'a doubt', atMs }],
  mayHaveLeft: ['release 22'],
  after: null,
  wakes: false,
  sweeps: false,
  refused,
};

const notices: NoticesMemory = {
  needs: [
    {
      need: {
        key: 'k',
        workflowId: 'order:acme:1',
        type: 'order',
        fact: { code: 'appeal' },
        sinceMs: atMs,
        urgentAtMs: atMs,
      },
      stage: 'first',
      goneSinceMs: null,
      told: {},
    },
  ],
  channels: [],
  perMinute: 10,
  sentAtMs: {},
  failing: { url: { message: 'no answer', sinceMs: atMs, tries: 2 } },
  delivered: 0,
  lookedAtMs: null,
  refused,
} as unknown as NoticesMemory;

const egress: EgressMemory = {
  ban: { untilMs: atMs, reason: 'banned' },
  breakers: [{ account: 'acme', service: 'host:443', breaker: { phase: 'open', failures: 5, openUntilMs: atMs } }],
  bans: 1,
  news: 1,
  refused,
};

const deskInput = accountDeskInputSchema.parse({ account: 'acme', egress: 'home', mode: 'sim', adoptAds: null });
describe('S7, I33: no page of the Web UI shows a text of a stranger as more than text', () => {
  const orderTask = orderInputSchema.parse(orderInput('acme'));

  it.each([
    ['order', shownTexts(order, ownOf.order, (memory) => orderPage(orderTask, memory)), shownOfOrder],
    [
      'ad',
      shownTexts(shownAd, ownOf.ad, adPage(adTask)),
      [
        'ad.asset',
        'ad.fiat',
        'ad.price',
        'businessStatus',
        'lastProblem.code',
        'lastProblem.message',
        'troubles.refusal.what.message',
        'stock.seen.note.left',
        'caps.withheld.0.name',
        'caps.seen.sums.0.method',
      ],
    ],
    [
      'desk',
      shownTexts(
        desk,
        [
          'mode',
          'business.act',
          'business.outcome.kind',
          'business.outcome.because.code',
          'report.guard.rules.policy',
          'troubles.telling.what.code',
        ],
        deskPage(deskInput),
      ),
      [
        'report.businessStatus',
        'report.unreadable.0.orderNumber',
        'adoption.leftAlone.0.why',
        'business.by',
        'business.outcome.because.message',
        'troubles.telling.what.why',
      ],
    ],
    [
      'guard',
      shownTexts(guard, ['blocked.0.kind'], guardPage('acme')),
      ['publications.0.adNumber', 'switches.all.reason', 'blocked.0.shown', 'blocked.0.note', 'mayHaveLeft.0'],
    ],
    ['notices', shownTexts(notices, [], noticesPage('acme')), ['needs.0.need.workflowId', 'failing.url.message']],
    ['egress', shownTexts(egress, [], egressPage('home')), ['ban.reason', 'breakers.0.service']],
    ['lead', shownTexts({ refused } as LeadMemory, [], leadPage('one')), [oddRefused]],
  ])('I33: the page of the %s', (_page, { shown, raw }, expected) => {
    expect(raw).toEqual([]);
    expect(shown).toEqual(expect.arrayContaining(expected));
  });

  it('I33: what a renderer would take for more is found', () => {
    expect(rawParts(hostile)).toHaveLength(7);
    expect(rawParts('- `own` and \\`theirs\\`\n```\nnpx peerdesk | <b\n```\n')).toEqual([]);
  });
});
