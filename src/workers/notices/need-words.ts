/** What a view says of a wait, in Peerdesk's own words: no text of the service, of a customer or of an operator. */
import { isRuled } from '../../domain/ads/offline-state.ts';
import { switchNames, thrownBy } from '../../domain/guard/guard-memory.ts';
import { urgentFrom, type Need } from '../../domain/notices/need.ts';
import { checkWords } from '../../domain/orders/release-check.ts';
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
import { nextOrderCommand } from '../../workflows/contract/order-next-command.ts';
import { deskTroubles, reasons, switchReason } from './own-words.ts';

/** A need without what its workflow's id already says. */
export interface NeedFacts {
  kind: string;
  reason: string;
  /** null: since it was seen first. */
  sinceMs: number | null;
  untilMs?: number | null;
  isUrgentAtOnce: boolean;
  command: string | null;
}

interface NeedPlace {
  workflowId: string;
  type: Need['type'];
  nowMs: number;
  urgentAfterMs: number;
}

/** Makes the need of a workflow. */
export function needOf({ kind, reason, command, ...facts }: NeedFacts, place: NeedPlace): Need {
  const { workflowId, type, nowMs, urgentAfterMs } = place;
  const sinceMs = facts.sinceMs ?? nowMs;
  const { isUrgentAtOnce, untilMs = null } = facts;
  const urgentAtMs = urgentFrom({ sinceMs, untilMs, isUrgentAtOnce }, urgentAfterMs);
  return { key: `${workflowId}/${kind}`, workflowId, type, kind, reason, sinceMs, urgentAtMs, command };
}

const orderWaits: Partial<Record<OrderView['waitingFor'], { reason: string; isUrgentAtOnce: boolean }>> = {
  'our-payment': { reason: reasons.ourPayment, isUrgentAtOnce: false },
  held: { reason: reasons.held, isUrgentAtOnce: false },
  appeal: { reason: reasons.appeal, isUrgentAtOnce: true },
  'needs-human': { reason: reasons.undecided, isUrgentAtOnce: true },
};

/** What an order asks for; at most one thing at a time. */
export function orderNeeds(view: OrderView): NeedFacts[] {
  const { waitingFor, sinceMs, untilMs, account, orderNumber } = view;
  const show = `npx peerdesk order show ${orderNumber} --account ${account}`;
  const typed = nextOrderCommand(view)?.typed.replace('NUMBER', orderNumber) ?? `show ${orderNumber}`;
  const command = `npx peerdesk order ${typed} --account ${account}`;
  if (waitingFor === 'outcome-unknown') {
    return [{ kind: 'outcome-unknown', reason: reasons.outcomeUnknown, sinceMs, isUrgentAtOnce: true, command: show }];
  }
  if (!view.needsHuman) return [];
  if (waitingFor === 'release-gate') return [{ ...gateNeed(view, command), sinceMs, untilMs }];
  const wait = orderWaits[waitingFor];
  if (wait !== undefined) return [{ kind: waitingFor, ...wait, sinceMs, untilMs, command }];
  return [{ kind: 'trouble', reason: reasons.orderFails, sinceMs: null, isUrgentAtOnce: true, command: show }];
}

/** By name: a view may be of another release, with a check that this one does not know. */
const lackingWords: ReadonlyMap<string, string> = new Map(Object.entries(checkWords));

/** Named by what has to be done: another thing to do is another need. */
function gateNeed({ checks }: OrderView, command: string): Omit<NeedFacts, 'sinceMs'> {
  const names = checks.filter(({ bringer }) => bringer !== 'service' && bringer !== 'time').map(({ name }) => name);
  const [, , , verb = 'show'] = command.split(' ');
  const lacks = names.map((name) => lackingWords.get(name) ?? name).join(', ');
  const reason = `${reasons.gateLacks}${lacks || reasons.gateUnnamed}`;
  return { kind: `release-gate/${verb}`, reason, isUrgentAtOnce: false, command };
}

const offlineReasons = {
  limit: reasons.offlineAtLimit,
  business: reasons.businessClosed,
  command: reasons.takenOff,
} as const;

/** Null: no one is asked, because it comes back by itself or someone wants it so. */
function offlineReason(state: Extract<AdView['state'], { kind: 'offline' }>): string | null {
  if (state.cause === 'ad' || state.cause === 'hours' || isRuled(state.cause)) return null;
  return state.cause === 'command' && state.urgent !== true ? null : offlineReasons[state.cause];
}

/** What an ad asks for. */
export function adNeeds(view: AdView): NeedFacts[] {
  const { state, asks, account, adNumber, foreignPrices } = view;
  const command = (verb: string): string => `npx peerdesk ad ${verb} ${adNumber} --account ${account}`;
  const needs: NeedFacts[] = [];
  if (state.kind === 'dead') {
    const reason = reasons.adDead;
    needs.push({ kind: 'dead', reason, sinceMs: state.sinceMs, isUrgentAtOnce: false, command: command('show') });
  }
  const reason = state.kind === 'offline' ? offlineReason(state) : null;
  if (state.kind === 'offline' && reason !== null) {
    const kind = `offline-${state.cause}`;
    needs.push({ kind, reason, sinceMs: state.sinceMs, isUrgentAtOnce: false, command: command('resume') });
  }
  if (foreignPrices !== null) {
    const { sinceMs } = foreignPrices;
    const kind = 'foreign-price';
    needs.push({ kind, reason: reasons.foreignPrice, sinceMs, isUrgentAtOnce: false, command: command('show') });
  }
  if (asks.length > needs.length) {
    const reason = `${reasons.adFails}${categoryWords(view.lastProblem?.category)}${reasons.seePage}`;
    needs.push({ kind: 'trouble', reason, sinceMs: null, isUrgentAtOnce: true, command: command('explain') });
  }
  return needs;
}

/** A category is a word of ours; anything else may be the service's. */
function categoryWords(category: string | undefined): string {
  return category !== undefined && /^[A-Z][A-Z_]{1,40}$/.test(category) ? ` (${category})` : '';
}

/** What a placement asks for. */
export function placementNeeds(view: PlacementView, account: string): NeedFacts[] {
  const { state, requestId } = view;
  const resolve = `npx peerdesk order resolve ${requestId} --placement --outcome done --order-number NUMBER --account ${account}`;
  if (state === 'outcome-unknown') {
    return [
      { kind: 'outcome-unknown', reason: reasons.outcomeUnknown, sinceMs: null, isUrgentAtOnce: true, command: null },
    ];
  }
  if (state === 'needs-human') {
    const reason = reasons.placementUndecided;
    return [{ kind: 'needs-human', reason, sinceMs: null, isUrgentAtOnce: true, command: resolve }];
  }
  if (!view.needsHuman) return [];
  return [{ kind: 'trouble', reason: reasons.placementFails, sinceMs: null, isUrgentAtOnce: true, command: null }];
}

/** What a publication asks for. */
export function publicationNeeds(view: PublicationView, account: string): NeedFacts[] {
  const { state, name, sinceMs } = view;
  const again = `npx peerdesk ad publish ${name} --account ${account}`;
  switch (state) {
    case 'outcome-unknown':
      return [{ kind: state, reason: reasons.outcomeUnknown, sinceMs, isUrgentAtOnce: true, command: null }];
    case 'needs-human': {
      const command = `npx peerdesk ad resolve ${name} --outcome done --ad-number NUMBER --account ${account}`;
      return [{ kind: state, reason: reasons.publicationUndecided, sinceMs, isUrgentAtOnce: true, command }];
    }
    case 'offline': {
      const reason = reasons.publicationWaits;
      return [{ kind: 'offline-business', reason, sinceMs, isUrgentAtOnce: false, command: again }];
    }
    case 'blocked':
      return [{ kind: state, reason: reasons.publicationBlocked, sinceMs, isUrgentAtOnce: false, command: again }];
    default:
  }
  if (!view.needsHuman) return [];
  return [{ kind: 'trouble', reason: reasons.publicationFails, sinceMs: null, isUrgentAtOnce: true, command: null }];
}

/** What a change of an ad asks for: its page has the commands. */
export function adChangeNeeds({ state, sinceMs, needsHuman }: AdChangeView): NeedFacts[] {
  const need = { sinceMs, isUrgentAtOnce: false, command: null };
  if (state === 'offline') return [{ kind: 'offline-business', reason: reasons.changeWaits, ...need }];
  if (state === 'blocked') return [{ kind: 'blocked', reason: reasons.changeBlocked, ...need }];
  if (!needsHuman) return [];
  return [{ kind: 'trouble', reason: reasons.changeFails, sinceMs: null, isUrgentAtOnce: true, command: null }];
}

/** What a desk asks for. A thrown switch is the guard's to report. */
export function deskNeeds({ account, troubles, report }: DeskView): NeedFacts[] {
  const command = `npx peerdesk desk show --account ${account}`;
  const failing = Object.entries(troubles).filter(([, { urgent }]) => urgent);
  const lost = report === null ? [] : [...report.unreadable, ...report.uncarried];
  return [
    ...failing.map(([source, { sinceMs }]) => ({
      kind: `trouble/${source}`,
      reason: deskTroubles[source] ?? reasons.deskFails,
      sinceMs,
      isUrgentAtOnce: true,
      command,
    })),
    ...(lost.length === 0 ? [] : [{ ...lostOrders(lost.length), sinceMs: null, isUrgentAtOnce: true, command }]),
    ...((report?.cutAfter ?? null) === null ? [] : [{ ...cutList, sinceMs: null, isUrgentAtOnce: true, command }]),
  ];
}

const lostOrders = (count: number): Pick<NeedFacts, 'kind' | 'reason'> => ({
  kind: 'lost-orders',
  reason: `${count}${reasons.lostOrders}`,
});
const cutList = { kind: 'cut-list', reason: reasons.cutList };

/** What a guard asks for. Who threw a switch, and why, is left out. */
export function guardNeeds({ account, switches, state }: GuardView): NeedFacts[] {
  const thrown = switchNames.flatMap((name) => {
    const one = thrownBy(switches, name);
    if (one === null) return [];
    const command = `npx peerdesk desk open ${name} --account ${account}`;
    const reason = switchReason(name);
    return [{ kind: `switch/${name}`, reason, sinceMs: one.atMs, isUrgentAtOnce: false, command }];
  });
  if (state === 'guarding') return thrown;
  const reason = reasons.guardTakesOver;
  return [...thrown, { kind: 'taking-over', reason, sinceMs: null, isUrgentAtOnce: false, command: null }];
}

/** What an outgoing address asks for. */
export function egressNeeds({ egress, ban }: EgressView): NeedFacts[] {
  if (ban === null) return [];
  const reason = reasons.banned;
  const command = `npx peerdesk desk clear-ban --egress ${egress} --note why`;
  return [{ kind: 'ban', reason, sinceMs: null, isUrgentAtOnce: true, command }];
}
