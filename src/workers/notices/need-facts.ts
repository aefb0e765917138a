/** What the view of a workflow asks a human for, as codes: no text of the service or of a customer. */
import { isRuled } from '../../domain/ads/state/offline-state.ts';
import { engagedSwitches } from '../../domain/guard/guard-memory.ts';
import { urgentFrom, type Need } from '../../domain/notices/need.ts';
import { deskTroubles, knownCategory, knownMoment, needKind, type NeedFact } from '../../domain/notices/need-fact.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import type { WaitCode } from '../../domain/orders/order-wait.ts';
import { saidText } from '../../domain/notices/said-text.ts';
import { approvalCode } from '../../domain/signing/facts-code.ts';
import { checkNames } from '../../domain/orders/release-check.ts';
import type {
  AdView,
  DeskView,
  EgressView,
  GuardView,
  OrderView,
  PlacementView,
  PublicationView,
  AdChangeView,
} from '../../workflows/contract/definitions.ts';

/** A need without what its workflow's id already says. */
export interface NeedFacts {
  fact: NeedFact;
  /** null: since it was seen first. */
  sinceMs: number | null;
  untilMs?: number | null;
  isUrgentAtOnce: boolean;
}

interface NeedPlace {
  workflowId: string;
  type: Need['type'];
  nowMs: number;
  urgentAfterMs: number;
}

/** Makes the need of a workflow. */
export function needOf({ fact, ...facts }: NeedFacts, place: NeedPlace): Need {
  const { workflowId, type, nowMs, urgentAfterMs } = place;
  const sinceMs = facts.sinceMs ?? nowMs;
  const { isUrgentAtOnce, untilMs = null } = facts;
  const urgentAtMs = urgentFrom({ sinceMs, untilMs, isUrgentAtOnce }, urgentAfterMs);
  return { key: `${workflowId}/${needKind(fact)}`, workflowId, type, fact, sinceMs, urgentAtMs };
}

const orderWaits: Partial<Record<WaitCode, { fact: NeedFact; isUrgentAtOnce: boolean }>> = {
  'our-payment': { fact: { code: 'our-payment' }, isUrgentAtOnce: false },
  held: { fact: { code: 'held' }, isUrgentAtOnce: false },
  'needs-human': { fact: { code: 'undecided' }, isUrgentAtOnce: true },
  'awaiting-release': { fact: { code: 'overdue' }, isUrgentAtOnce: true },
};

/** What an order asks for: at most one thing at a time, and whether a cancellation of Temporal was meant. */
export function orderNeeds(view: OrderView): NeedFacts[] {
  const others = view.troubles.filter(({ what }) => what.code !== 'cancelled');
  if (others.length === view.troubles.length) return waitNeeds(view);
  // Its wait may be one that asks no one.
  const asksBeside = others.some(({ urgent }) => urgent) || asksHuman(view);
  return [...(asksBeside ? waitNeeds(view) : []), now({ code: 'cancel-asked' })];
}

function asksHuman(view: OrderView): boolean {
  const { code } = view.waitingFor;
  if (code === 'release-gate') return gateFact(view).lacks.length > 0;
  return code === 'outcome-unknown' || code === 'appeal' || (code !== 'awaiting-release' && code in orderWaits);
}

function waitNeeds(view: OrderView): NeedFacts[] {
  const { sinceMs, untilMs } = view;
  const { code } = view.waitingFor;
  if (code === 'outcome-unknown') {
    return [{ fact: { code: 'outcome-unknown' }, sinceMs, isUrgentAtOnce: true }];
  }
  if (!view.needsHuman) return [];
  if (code === 'release-gate') return [{ fact: gateFact(view), sinceMs, untilMs, isUrgentAtOnce: false }];
  if (code === 'appeal')
    return [{ fact: { code, untilMs: knownMoment(untilMs) }, sinceMs, untilMs, isUrgentAtOnce: true }];
  const wait = orderWaits[code];
  if (wait !== undefined) return [{ ...wait, sinceMs, untilMs }];
  const paid = pressPaid(view);
  if (paid !== null) return [now(paid)];
  return [{ fact: { code: 'order-trouble' }, sinceMs: null, isUrgentAtOnce: true }];
}

/** What waits is the notice that our transfer was sent: a person can give it in the app. Null: that is not what waits. */
function pressPaid({ side, status, paymentConfirmedBy, payDeadlineMs }: OrderView): NeedFact | null {
  const isDue = side === 'BUY' && status === OrderStatus.AWAITING_PAYMENT && paymentConfirmedBy !== null;
  return isDue ? { code: 'press-paid', untilMs: knownMoment(payDeadlineMs) } : null;
}

/** A view may be of another release, with a check that this one does not know. */
function gateFact(view: OrderView): Extract<NeedFact, { code: 'release-gate' }> {
  const ours = view.checks.filter(({ bringer }) => bringer !== 'service' && bringer !== 'time');
  const open = ours.map(({ name }) => name);
  const code = open.includes('approval') ? approvalCode(view) : null;
  const lacks = checkNames.filter((name) => open.includes(name));
  return { code: 'release-gate', lacks, ...(code === null ? {} : { factsCode: code }) };
}

type Cause = Extract<NeedFact, { code: 'ad-offline' }>['cause'];

/** Null: a human is not asked, because it comes back by itself or is offline on purpose. */
function offlineCause(state: Extract<AdView['state'], { kind: 'offline' }>): Cause | null {
  if (state.cause === 'ad' || state.cause === 'hours' || isRuled(state.cause)) return null;
  return state.cause === 'command' && state.urgent !== true ? null : state.cause;
}

/** What an ad asks for. */
export function adNeeds({ state, asks, lastProblem, foreignPrices, isCancelAsked }: AdView): NeedFacts[] {
  const needs: NeedFacts[] = [];
  if (state.kind === 'dead') {
    needs.push({ fact: { code: 'ad-dead' }, sinceMs: state.sinceMs, isUrgentAtOnce: false });
  }
  const cause = state.kind === 'offline' ? offlineCause(state) : null;
  if (state.kind === 'offline' && cause !== null) {
    needs.push({ fact: { code: 'ad-offline', cause }, sinceMs: state.sinceMs, isUrgentAtOnce: false });
  }
  if (foreignPrices !== null) {
    needs.push({ fact: { code: 'foreign-price' }, sinceMs: foreignPrices.sinceMs, isUrgentAtOnce: false });
  }
  if (isCancelAsked) needs.push(now({ code: 'cancel-asked' }));
  if (asks.length > needs.length) {
    const fact = { code: 'ad-trouble', category: knownCategory(lastProblem?.category) } as const;
    needs.push({ fact, sinceMs: null, isUrgentAtOnce: true });
  }
  return needs;
}

const now = (fact: NeedFact): NeedFacts => ({ fact, sinceMs: null, isUrgentAtOnce: true });

/** What a placement asks for. */
export function placementNeeds({ state, needsHuman }: PlacementView): NeedFacts[] {
  if (state === 'outcome-unknown') return [now({ code: 'outcome-unknown' })];
  if (state === 'needs-human') return [now({ code: 'placement-undecided' })];
  return needsHuman ? [now({ code: 'placement-trouble' })] : [];
}

/** What a publication asks for. */
export function publicationNeeds({ state, sinceMs, needsHuman }: PublicationView): NeedFacts[] {
  switch (state) {
    case 'outcome-unknown':
      return [{ ...now({ code: 'outcome-unknown' }), sinceMs }];
    case 'needs-human':
      return [{ ...now({ code: 'publication-undecided' }), sinceMs }];
    case 'offline':
      return [{ fact: { code: 'publication-waits' }, sinceMs, isUrgentAtOnce: false }];
    case 'blocked':
      return [{ fact: { code: 'publication-blocked' }, sinceMs, isUrgentAtOnce: false }];
    default:
      return needsHuman ? [now({ code: 'publication-trouble' })] : [];
  }
}

/** What a change of an ad asks for. */
export function adChangeNeeds({ state, sinceMs, needsHuman }: AdChangeView): NeedFacts[] {
  if (state === 'offline') return [{ fact: { code: 'change-waits' }, sinceMs, isUrgentAtOnce: false }];
  if (state === 'blocked') return [{ fact: { code: 'change-blocked' }, sinceMs, isUrgentAtOnce: false }];
  return needsHuman ? [now({ code: 'change-trouble' })] : [];
}

/** What a desk asks for. A thrown switch is the guard's to report. */
export function deskNeeds({ troubles, report }: DeskView): NeedFacts[] {
  const failing = Object.entries(troubles).filter(([, { urgent }]) => urgent);
  const lost = report === null ? 0 : report.unreadable.length + report.uncarried.length;
  const unread = report?.unreadableAds?.length ?? 0;
  return [
    ...failing.map(([name, { sinceMs }]): NeedFacts => {
      const source = deskTroubles.find((one) => one === name) ?? null;
      return { ...now({ code: 'desk-trouble', source }), sinceMs };
    }),
    ...(lost === 0 ? [] : [now({ code: 'lost-orders', count: lost })]),
    ...(unread === 0 ? [] : [now({ code: 'unread-ads', count: unread })]),
    ...((report?.cutAfter ?? null) === null ? [] : [now({ code: 'cut-list' })]),
  ];
}

/** What a guard asks for. Who engaged a switch, and why, are said in plain words: anyone who reaches Temporal engages one. */
export function guardNeeds({ switches, state }: GuardView): NeedFacts[] {
  const thrown = engagedSwitches(switches).map(({ name, by, reason, atMs }): NeedFacts => {
    const fact = { code: 'switch', name, by: saidText(by), reason: saidText(reason), atMs } as const;
    return { fact, sinceMs: atMs, isUrgentAtOnce: false };
  });
  if (state === 'guarding') return thrown;
  return [...thrown, { fact: { code: 'taking-over' }, sinceMs: null, isUrgentAtOnce: false }];
}

/** What an outgoing address asks for. */
export function egressNeeds({ ban }: EgressView): NeedFacts[] {
  return ban === null ? [] : [now({ code: 'ban' })];
}
