import { describe, expect, it } from 'vitest';
import type { AdView, DeskView, GuardView, OrderView, PlacementView } from '../../../src/client/index.ts';
import { approvalCode } from '../../../src/domain/signing/facts-code.ts';
import { saidText } from '../../../src/domain/notices/said-text.ts';
import type { Check, CheckName } from '../../../src/domain/orders/release-check.ts';
import {
  adNeeds,
  deskNeeds,
  egressNeeds,
  guardNeeds,
  needOf,
  orderNeeds,
  placementNeeds,
  type NeedFacts,
} from '../../../src/workers/notices/need-facts.ts';
import { paidView } from '../../cli/order-view.ts';

/** An order of ours that we have paid, and that the service does not show as paid. */
const boughtAndPaid = {
  side: 'BUY',
  status: 'AWAITING_PAYMENT',
  paymentConfirmedBy: 'ana',
  payDeadlineMs: 1_768_000_000_000,
} as const;

/** What a stranger, a customer or an operator may have typed, wherever a view carries text. */
const foreign = 'Ana Perez, IBAN 12, https://evil.example';

const order = (part: Partial<OrderView>): OrderView => ({
  ...paidView,
  needsHuman: true,
  why: foreign,
  lastProblem: { code: 'undecided', step: 'release', message: foreign },
  troubles: [{ what: { code: 'unanswered', message: foreign }, text: foreign, sinceMs: 3, urgent: true }],
  ...part,
});
const trouble = { what: { code: 'telling', count: 1, why: foreign }, text: foreign, sinceMs: 3 } as const;
const missing = (name: CheckName) => ({ name, reason: foreign, bringer: 'human' }) as unknown as Check;

describe('U16: what waits for a human, as codes of ours', () => {
  it.each<[string, NeedFacts[], Partial<NeedFacts>]>([
    [
      'an approval',
      orderNeeds(order({ waitingFor: { code: 'release-gate', gate: 'lacks' }, checks: [missing('approval')] })),
      {
        fact: { code: 'release-gate', lacks: ['approval'], factsCode: approvalCode(paidView) ?? '' },
        isUrgentAtOnce: false,
      },
    ],
    [
      'an approval of an order that was not read yet',
      orderNeeds(
        order({ waitingFor: { code: 'release-gate', gate: 'lacks' }, checks: [missing('approval')], mark: null }),
      ),
      { fact: { code: 'release-gate', lacks: ['approval'] }, isUrgentAtOnce: false },
    ],
    [
      'a thrown switch',
      orderNeeds(order({ waitingFor: { code: 'release-gate', gate: 'lacks' }, checks: [] })),
      { fact: { code: 'release-gate', lacks: [] } },
    ],
    [
      'our payment',
      orderNeeds(order({ waitingFor: { code: 'our-payment', asks: 'again', by: foreign, proof: foreign } })),
      { fact: { code: 'our-payment' }, isUrgentAtOnce: false },
    ],
    [
      'a hold',
      orderNeeds(order({ waitingFor: { code: 'held', beside: 'gate' }, held: { by: foreign, note: foreign } })),
      { fact: { code: 'held' } },
    ],
    [
      'an appeal',
      orderNeeds(order({ waitingFor: { code: 'appeal' }, untilMs: 1_768_000_000_000 })),
      { fact: { code: 'appeal', untilMs: 1_768_000_000_000 }, isUrgentAtOnce: true },
    ],
    [
      'an appeal with a deadline that is no moment',
      orderNeeds(order({ waitingFor: { code: 'appeal' }, untilMs: 9e99 })),
      { fact: { code: 'appeal', untilMs: null } },
    ],
    [
      'a step that is undecided',
      orderNeeds(order({ waitingFor: { code: 'needs-human' } })),
      { fact: { code: 'undecided' }, isUrgentAtOnce: true },
    ],
    [
      'a seller who does not release',
      orderNeeds(order({ waitingFor: { code: 'awaiting-release', isMoving: false } })),
      { fact: { code: 'overdue' }, isUrgentAtOnce: true },
    ],
    [
      'an outcome that is unknown',
      orderNeeds(order({ waitingFor: { code: 'outcome-unknown', step: 'release' }, needsHuman: false })),
      { fact: { code: 'outcome-unknown' }, isUrgentAtOnce: true },
    ],
    [
      'a read that fails',
      orderNeeds(order({ waitingFor: { code: 'blocked' } })),
      { fact: { code: 'order-trouble' }, isUrgentAtOnce: true },
    ],
    [
      'a payment notice that does not leave',
      orderNeeds(order({ ...boughtAndPaid, waitingFor: { code: 'blocked' } })),
      { fact: { code: 'press-paid', untilMs: 1_768_000_000_000 }, isUrgentAtOnce: true },
    ],
    [
      'one on its way to another try, of an order without a deadline',
      orderNeeds(order({ ...boughtAndPaid, waitingFor: { code: 'marking-paid' }, payDeadlineMs: null })),
      { fact: { code: 'press-paid', untilMs: null } },
    ],
    [
      'one with a deadline that is no moment',
      orderNeeds(order({ ...boughtAndPaid, waitingFor: { code: 'blocked' }, payDeadlineMs: 9e99 })),
      { fact: { code: 'press-paid', untilMs: null } },
    ],
    [
      'an order that we have to pay, which cannot be read',
      orderNeeds(order({ ...boughtAndPaid, waitingFor: { code: 'blocked' }, paymentConfirmedBy: null })),
      { fact: { code: 'order-trouble' } },
    ],
    [
      'an order that is marked as paid, which cannot be read',
      orderNeeds(order({ ...boughtAndPaid, waitingFor: { code: 'blocked' }, status: 'PAID' })),
      { fact: { code: 'order-trouble' } },
    ],
    [
      'a placement',
      placementNeeds({ requestId: 'r1', state: 'needs-human', needsHuman: true, why: foreign } as PlacementView),
      { fact: { code: 'placement-undecided' } },
    ],
    [
      'a placement that is unknown',
      placementNeeds({ requestId: 'r1', state: 'outcome-unknown', needsHuman: false, why: foreign } as PlacementView),
      { fact: { code: 'outcome-unknown' } },
    ],
    [
      'a placement that fails',
      placementNeeds({ requestId: 'r1', state: 'checking', needsHuman: true, why: foreign } as PlacementView),
      { fact: { code: 'placement-trouble' } },
    ],
    [
      'a closed business',
      adNeeds(ad({ kind: 'offline', cause: 'business', business: 'closed', sinceMs: 5 }, [foreign])),
      { fact: { code: 'ad-offline', cause: 'business' }, sinceMs: 5 },
    ],
    [
      'a limit',
      adNeeds(
        ad({ kind: 'offline', cause: 'limit', bound: { code: 'floor', limit: foreign, target: foreign }, sinceMs: 5 }, [
          foreign,
        ]),
      ),
      { fact: { code: 'ad-offline', cause: 'limit' } },
    ],
    ['a dead ad', adNeeds(ad({ kind: 'dead', sinceMs: 5 }, [foreign])), { fact: { code: 'ad-dead' } }],
    [
      'a price of an ad that is not of this desk',
      adNeeds(ad({ kind: 'running' }, [foreign], { sinceMs: 5, count: 2, found: { place: foreign, atMs: 9 } })),
      { fact: { code: 'foreign-price' }, sinceMs: 5, isUrgentAtOnce: false },
    ],
    [
      'an ad that fails',
      adNeeds(ad({ kind: 'running' }, [foreign])),
      { fact: { code: 'ad-trouble', category: 'SPECIAL_HANDLER' } },
    ],
    [
      'a desk that fails',
      deskNeeds(desk({ troubles: { intake: { ...trouble, urgent: true } } })),
      { fact: { code: 'desk-trouble', source: 'intake' }, sinceMs: 3 },
    ],
    [
      'a desk with an odd trouble',
      deskNeeds(desk({ troubles: { odd: { ...trouble, urgent: true } } })),
      { fact: { code: 'desk-trouble', source: null } },
    ],
    ['lost orders', deskNeeds(desk({ report: lostReport })), { fact: { code: 'lost-orders', count: 1 } }],
    [
      'a kill switch',
      guardNeeds(
        guard({
          switches: { all: null, releases: { by: foreign, reason: foreign, atMs: 9 }, repricing: null, ads: null },
        }),
      ),
      {
        fact: { code: 'switch', name: 'releases', by: saidText(foreign), reason: saidText(foreign), atMs: 9 },
        sinceMs: 9,
      },
    ],
    ['a guard that takes over', guardNeeds(guard({ state: 'taking-over' })), { fact: { code: 'taking-over' } }],
    [
      'a ban',
      egressNeeds({
        egress: 'default',
        state: 'banned',
        ban: { untilMs: 9, reason: foreign },
        breakers: [],
        bans: 1,
        news: 1,
        refused: { count: 0, last: null },
      }),
      { fact: { code: 'ban' }, isUrgentAtOnce: true },
    ],
  ])('%s', (_name, needs, expected) => {
    expect(needs).toHaveLength(1);
    expect(needs[0]).toMatchObject(expected);
    // Who engaged a switch, and why, is what a person has said, in plain words.
    const words = needs.flatMap(({ fact }) =>
      fact.code === 'switch' ? [fact.by, fact.reason] : [JSON.stringify(fact)],
    );
    expect(words.join(' ')).not.toMatch(needs[0]?.fact.code === 'switch' ? /\S[.:]\S|[/@`<[]/ : /Ana|IBAN|evil|http/);
  });

  const cancelled = { what: { code: 'cancelled' }, text: foreign, sinceMs: 3, urgent: true } as const;
  const asked = { fact: { code: 'cancel-asked' }, sinceMs: null, isUrgentAtOnce: true } as const;
  const gate = { code: 'release-gate', gate: 'lacks' } as const;

  it.each<[string, Partial<OrderView>, Partial<NeedFacts>[]]>([
    ['waits for no one', { waitingFor: { code: 'awaiting-release', isMoving: false } }, []],
    ['has a gate that opens by itself', { waitingFor: gate, checks: [] }, []],
    [
      'lacks an approval',
      { waitingFor: gate, checks: [missing('approval')] },
      [{ fact: { code: gate.code, lacks: ['approval'] } }],
    ],
    [
      'may have released',
      { waitingFor: { code: 'outcome-unknown', step: 'release' } },
      [{ fact: { code: 'outcome-unknown' } }],
    ],
    ['is in appeal', { waitingFor: { code: 'appeal' }, untilMs: null }, [{ fact: { code: 'appeal', untilMs: null } }]],
    ['is held', { waitingFor: { code: 'held', beside: 'gate' } }, [{ fact: { code: 'held' } }]],
    [
      'cannot be read',
      { waitingFor: { code: 'blocked' }, troubles: order({}).troubles },
      [{ fact: { code: 'order-trouble' } }],
    ],
  ])(
    'a cancellation of Temporal is a need of its own of an order that %s',
    (_name, { troubles = [], ...part }, beside) => {
      expect(orderNeeds(order({ ...part, troubles: [...troubles, cancelled] }))).toMatchObject([...beside, asked]);
    },
  );

  it('a cancellation of Temporal is a need of its own of an ad, beside what it asks for', () => {
    const running = { ...ad({ kind: 'running' }, [foreign]), isCancelAsked: true };
    expect(adNeeds(running)).toEqual([asked]);
    expect(adNeeds({ ...running, asks: [foreign, foreign] })).toMatchObject([asked, { fact: { code: 'ad-trouble' } }]);
  });

  it.each<[string, NeedFacts[]]>([
    ['an order that goes on', orderNeeds(order({ waitingFor: { code: 'awaiting-payment' }, needsHuman: false }))],
    ['an ad that the merchant took offline', adNeeds(ad({ kind: 'offline', cause: 'ad', sinceMs: 5 }, []))],
    ['a desk whose trouble is young', deskNeeds(desk({ troubles: { intake: { ...trouble, urgent: false } } }))],
    ['a guard', guardNeeds(guard({}))],
    [
      'an address',
      egressNeeds({
        egress: 'default',
        state: 'open',
        ban: null,
        breakers: [],
        bans: 0,
        news: 0,
        refused: { count: 0, last: null },
      }),
    ],
    ['a placement', placementNeeds({ requestId: 'r1', state: 'placing', needsHuman: false, why: '' } as PlacementView)],
  ])('%s asks for nothing', (_name, needs) => expect(needs).toEqual([]));

  it('a need without a beginning of its own begins when it was seen', () => {
    const place = { workflowId: 'egress:default', type: 'egress', nowMs: 77, urgentAfterMs: 600_000 } as const;
    const facts: NeedFacts = { fact: { code: 'ban' }, sinceMs: null, isUrgentAtOnce: false };
    expect(needOf(facts, place)).toMatchObject({ key: 'egress:default/ban', sinceMs: 77, urgentAtMs: 600_077 });
  });
});

function ad(state: AdView['state'], asks: string[], foreignPrices: object | null = null): AdView {
  const lastProblem = { category: 'SPECIAL_HANDLER', code: '-2015', message: foreign, atMs: 1 };
  return { account: 'acme', adNumber: '7', state, asks, why: foreign, foreignPrices, lastProblem } as unknown as AdView;
}

const lostReport = {
  unreadable: [{ orderNumber: '1', why: foreign }],
  uncarried: [],
  cutAfter: null,
} as unknown as DeskView['report'];

function desk(part: Partial<DeskView>): DeskView {
  return { account: 'acme', troubles: {}, report: null, ...part } as DeskView;
}

function guard(part: Partial<GuardView>): GuardView {
  const switches = { all: null, releases: null, repricing: null, ads: null };
  return { account: 'acme', state: 'guarding', switches, ...part } as GuardView;
}
