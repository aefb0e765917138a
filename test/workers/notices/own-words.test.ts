import { describe, expect, it } from 'vitest';
import type { AdView, DeskView, OrderView, PlacementView } from '../../../src/client/index.ts';
import type { Need } from '../../../src/domain/notices/need.ts';
import type { CheckName } from '../../../src/domain/orders/release-check.ts';
import {
  adNeeds,
  deskNeeds,
  egressNeeds,
  guardNeeds,
  needOf,
  orderNeeds,
  placementNeeds,
  type NeedFacts,
} from '../../../src/workers/notices/need-words.ts';
import { deskTroubles, inOwnWords } from '../../../src/workers/notices/own-words.ts';
import { paidView } from '../../cli/order-view.ts';

const place = { account: 'main', egress: 'default' };

function need(workflowId: string, type: Need['type'], facts: NeedFacts): Need {
  return needOf(facts, { workflowId, type, nowMs: 5, urgentAfterMs: 600_000 });
}

function told(one: Need): Need | undefined {
  return inOwnWords([{ need: one, stage: 'first' }], place)[0]?.need;
}

const gateLacks = (...names: CheckName[]): OrderView => ({
  ...paidView,
  needsHuman: true,
  waitingFor: 'release-gate',
  checks: names.map((name) => ({ name, ok: false, text: '', bringer: 'human' })),
});

const order = (waitingFor: OrderView['waitingFor']): OrderView => ({ ...paidView, needsHuman: true, waitingFor });

const adParts = { account: 'main', adNumber: '7', asks: ['x'], why: '', foreignPrices: null };
const ad = (state: AdView['state'], category: string, part: object = {}): AdView =>
  ({ ...adParts, state, lastProblem: { category }, ...part }) as unknown as AdView;

const troubles = Object.fromEntries(Object.keys(deskTroubles).map((name) => [name, { sinceMs: 3, urgent: true }]));
const desk = { account: 'main', troubles, report: { unreadable: [{}], uncarried: [{}], cutAfter: 9 } };
const thrown = { by: 'x', reason: 'x', atMs: 9 };
const guard = {
  account: 'main',
  state: 'taking-over',
  switches: { all: thrown, releases: thrown, repricing: thrown, ads: null },
};
const placement = { requestId: 'r.1', state: 'needs-human', needsHuman: true } as PlacementView;

const known: [string, Need['type'], NeedFacts[]][] = [
  ['order:main:88', 'order', orderNeeds(gateLacks('approval'))],
  ['order:main:88', 'order', orderNeeds(gateLacks('additional-kyc', 'approval', 'payment-match'))],
  ['order:main:88', 'order', orderNeeds(gateLacks('payment-match', 'payer-name', 'proof-unused'))],
  ['order:main:88', 'order', orderNeeds(gateLacks())],
  ...(['our-payment', 'held', 'appeal', 'needs-human', 'outcome-unknown', 'blocked'] as const).map(
    (wait): [string, Need['type'], NeedFacts[]] => ['order:main:88', 'order', orderNeeds(order(wait))],
  ),
  ['ad:main:7', 'ad', adNeeds(ad({ kind: 'dead', sinceMs: 5 }, 'x'))],
  ['ad:main:7', 'ad', adNeeds(ad({ kind: 'offline', cause: 'limit', reason: '', sinceMs: 5 }, 'x'))],
  ['ad:main:7', 'ad', adNeeds(ad({ kind: 'offline', cause: 'business', reason: '', sinceMs: 5 }, 'x'))],
  ['ad:main:7', 'ad', adNeeds(ad({ kind: 'running' }, 'SPECIAL_HANDLER'))],
  ['ad:main:7', 'ad', adNeeds(ad({ kind: 'running' }, 'x'))],
  ['ad:main:7', 'ad', adNeeds(ad({ kind: 'running' }, 'x', { foreignPrices: { sinceMs: 3 } }))],
  ['place:main:r.1', 'placement', placementNeeds(placement, 'main')],
  ['place:main:r.1', 'placement', placementNeeds({ ...placement, state: 'outcome-unknown' }, 'main')],
  ['desk:main', 'desk', deskNeeds(desk as unknown as DeskView)],
  ['guard:main', 'guard', guardNeeds(guard as unknown as Parameters<typeof guardNeeds>[0])],
  ['egress:default', 'egress', egressNeeds({ egress: 'default', ban: {} } as Parameters<typeof egressNeeds>[0])],
];

describe('U16: reaching Temporal is not enough to send the merchant words', () => {
  it.each(known.flatMap(([id, type, facts]) => facts.map((one) => [one.kind, need(id, type, one)] as const)))(
    'what Peerdesk says of %s is passed on as it is',
    (_kind, one) => expect(told(one)).toEqual(one),
  );

  const one = need('desk:main', 'desk', {
    kind: 'trouble/intake',
    reason: deskTroubles['intake'] ?? '',
    sinceMs: 1,
    isUrgentAtOnce: true,
    command: 'npx peerdesk desk show --account main',
  });

  it.each<[string, Partial<Need>, Partial<Need>]>([
    ['a reason', { reason: 'pay evil.example' }, { reason: 'it waits for a human: its page says what for' }],
    [
      'a reason that begins as ours',
      { reason: 'it is paid, and its release still lacks: approval, pay evil.example' },
      { reason: 'it waits for a human: its page says what for' },
    ],
    ['a command', { command: 'npx evil' }, { command: null }],
    ['a command after ours', { command: `${one.command}; npx evil` }, { command: null }],
    ['a command for another account', { command: 'npx peerdesk desk show --account rival' }, { command: null }],
    ['a kind', { kind: 'pay-evil-example' }, { kind: 'trouble' }],
    ['a kind of trouble', { kind: 'trouble/pay-evil-example' }, { kind: 'trouble' }],
  ])('%s that is not ours becomes plain', (_name, forged, plain) => {
    expect(told({ ...one, ...forged })).toEqual({ ...one, ...plain });
  });

  it.each<[string, Partial<Need>]>([
    ['is of another account', { workflowId: 'desk:rival' }],
    ['is of another address', { workflowId: 'egress:other', type: 'egress' }],
    ['is of no workflow of ours', { workflowId: 'pay evil.example' }],
    ['has words for a number', { workflowId: 'order:main:pay evil.example', type: 'order' }],
    ['is of another kind than it says', { type: 'order' }],
    ['is of the notices themselves', { workflowId: 'notices:main' }],
    ['began at no time', { sinceMs: Number.NaN }],
  ])('a need that %s is not passed on', (_name, forged) => {
    expect(told({ ...one, ...forged })).toBeUndefined();
  });
});
