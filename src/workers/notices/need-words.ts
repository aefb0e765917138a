/** What a view says of a wait, in Peerdesk's own words: no text of the service, of a customer or of an operator. */
import { switchNames } from '../../domain/guard/guard-memory.ts';
import { urgentFrom, type Need } from '../../domain/notices/need.ts';
import type {
  AdView,
  DeskView,
  EgressView,
  GuardView,
  OrderView,
  PlacementView,
} from '../../workflows/contract/definitions.ts';
import { nextOrderCommand } from '../../workflows/contract/order-next-command.ts';

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
  'our-payment': { reason: 'it waits for your payment: pay, then confirm it', isUrgentAtOnce: false },
  held: { reason: 'it is held: nothing is paid or released until somebody takes the hold away', isUrgentAtOnce: false },
  appeal: { reason: 'it is in appeal: answer it at the service', isUrgentAtOnce: true },
  'needs-human': {
    reason:
      'nobody can tell what became of its last step, or the service refused it for good: look, and say what happened',
    isUrgentAtOnce: true,
  },
};

const outcomeUnknown =
  'a money step has left and its outcome is unknown: it is read until it tells, and not sent again meanwhile';

/** What an order asks for; at most one thing at a time. */
export function orderNeeds(view: OrderView): NeedFacts[] {
  const { waitingFor, sinceMs, untilMs, account, orderNumber } = view;
  const show = `npx peerdesk order show ${orderNumber} --account ${account}`;
  const typed = nextOrderCommand(view)?.typed.replace('NUMBER', orderNumber) ?? `show ${orderNumber}`;
  const command = `npx peerdesk order ${typed} --account ${account}`;
  if (waitingFor === 'outcome-unknown') {
    return [{ kind: 'outcome-unknown', reason: outcomeUnknown, sinceMs, isUrgentAtOnce: true, command: show }];
  }
  if (!view.needsHuman) return [];
  if (waitingFor === 'release-gate') return [{ ...gateNeed(view, command), sinceMs, untilMs }];
  const wait = orderWaits[waitingFor];
  if (wait !== undefined) return [{ kind: waitingFor, ...wait, sinceMs, untilMs, command }];
  const reason = 'something about it keeps failing: its page says what';
  return [{ kind: 'trouble', reason, sinceMs: null, isUrgentAtOnce: true, command: show }];
}

/** Named by what has to be done: another thing to do is another need. */
function gateNeed({ checks }: OrderView, command: string): Omit<NeedFacts, 'sinceMs'> {
  const names = checks.filter(({ bringer }) => bringer !== 'service' && bringer !== 'time').map(({ name }) => name);
  const [, , , verb = 'show'] = command.split(' ');
  const reason = `it is paid, and its release still lacks: ${names.join(', ') || 'what its page says'}`;
  return { kind: `release-gate/${verb}`, reason, isUrgentAtOnce: false, command };
}

/** What an ad asks for. */
export function adNeeds(view: AdView): NeedFacts[] {
  const { state, asks, account, adNumber } = view;
  const command = (verb: string): string => `npx peerdesk ad ${verb} ${adNumber} --account ${account}`;
  const needs: NeedFacts[] = [];
  if (state.kind === 'dead') {
    const reason = 'the service does not know this ad any more: nobody keeps its price';
    needs.push({ kind: 'dead', reason, sinceMs: state.sinceMs, isUrgentAtOnce: false, command: command('show') });
  }
  if (state.kind === 'offline' && state.cause !== 'ad') {
    const reason = state.cause === 'limit' ? offlineAtLimit : businessClosed;
    const kind = `offline-${state.cause}`;
    needs.push({ kind, reason, sinceMs: state.sinceMs, isUrgentAtOnce: false, command: command('resume') });
  }
  if (asks.length > needs.length) {
    const reason = `something about this ad keeps failing${categoryWords(view.lastProblem?.category)}: its page says what`;
    needs.push({ kind: 'trouble', reason, sinceMs: null, isUrgentAtOnce: true, command: command('explain') });
  }
  return needs;
}

const offlineAtLimit = 'a limit has bound it for long, and this desk took it offline: only resume puts it online again';
const businessClosed = 'the business is closed or on a break at the service: prices stand still until somebody resumes';

/** A category is a word of ours; anything else may be the service's. */
function categoryWords(category: string | undefined): string {
  return category !== undefined && /^[A-Z][A-Z_]{1,40}$/.test(category) ? ` (${category})` : '';
}

/** What a placement asks for. */
export function placementNeeds(view: PlacementView, account: string): NeedFacts[] {
  const { state, requestId } = view;
  const resolve = `npx peerdesk order resolve ${requestId} --placement --outcome done --order-number NUMBER --account ${account}`;
  if (state === 'outcome-unknown') {
    return [{ kind: 'outcome-unknown', reason: outcomeUnknown, sinceMs: null, isUrgentAtOnce: true, command: null }];
  }
  if (state === 'needs-human') {
    const reason = 'nobody can tell whether the order was placed: look at the service, and say';
    return [{ kind: 'needs-human', reason, sinceMs: null, isUrgentAtOnce: true, command: resolve }];
  }
  if (!view.needsHuman) return [];
  const reason = 'something about this placement keeps failing: its page says what';
  return [{ kind: 'trouble', reason, sinceMs: null, isUrgentAtOnce: true, command: null }];
}

/** By source; one that is not known here is told as a trouble. */
const deskTroubles: Readonly<Record<string, string>> = {
  intake: 'orders cannot be taken in: the service or the connection to it refuses',
  adoption: 'the online ads cannot be taken over',
  guard: 'the guard does not answer: nothing is released, no new order is taken in',
  telling: 'orders could not be told of what has changed',
  cancelled: 'somebody asked to cancel the desk: it goes on until somebody says so',
  notices: 'messages to you did not arrive on one of their ways: `peerdesk notify --test` tries them',
};

/** What a desk asks for. A thrown switch is the guard's to tell. */
export function deskNeeds({ account, troubles, report }: DeskView): NeedFacts[] {
  const command = `npx peerdesk desk show --account ${account}`;
  const failing = Object.entries(troubles).filter(([, { urgent }]) => urgent);
  const lost = report === null ? [] : [...report.unreadable, ...report.uncarried];
  return [
    ...failing.map(([source, { sinceMs }]) => ({
      kind: `trouble/${source}`,
      reason: deskTroubles[source] ?? 'something about the desk keeps failing: its page says what',
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
  reason: `${count} open orders cannot be read, or are not carried by this desk`,
});
const cutList = { kind: 'cut-list', reason: 'more orders are open than the desk reads' };

/** What a guard asks for. Who threw a switch, and why, is not told. */
export function guardNeeds({ account, switches, state }: GuardView): NeedFacts[] {
  const thrown = switchNames.flatMap((name) => {
    const one = switches[name];
    if (one === null) return [];
    const command = `npx peerdesk desk open ${name} --account ${account}`;
    const reason = `the kill switch ${name} is engaged`;
    return [{ kind: `switch/${name}`, reason, sinceMs: one.atMs, isUrgentAtOnce: false, command }];
  });
  if (state === 'guarding') return thrown;
  const reason = 'the guard reads what an ended run kept: nothing is permitted until it has';
  return [...thrown, { kind: 'taking-over', reason, sinceMs: null, isUrgentAtOnce: false, command: null }];
}

/** What an outgoing address asks for. */
export function egressNeeds({ egress, ban }: EgressView): NeedFacts[] {
  if (ban === null) return [];
  const reason = 'the service has banned this address: no call leaves before the end of the ban';
  const command = `npx peerdesk desk clear-ban --egress ${egress} --note why`;
  return [{ kind: 'ban', reason, sinceMs: null, isUrgentAtOnce: true, command }];
}
