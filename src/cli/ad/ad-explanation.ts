/** Why an ad does what it does, in words: its state, who stands in front, each step, and what comes next. */
import type { AdExplanation, AdView } from '../../client/index.ts';
import { offHours } from '../../domain/pricing/rules-by-hours.ts';
import { durationText } from '../kit/duration.ts';
import { textTable, type Column } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';
import { standText } from './ad-text.ts';
import { amountText } from '../../words/amount-words.ts';
import { droppedText } from '../../words/ads/rival-words.ts';
import { stepText } from '../../words/ads/step-words.ts';

type Decision = NonNullable<AdExplanation['decision']>;
type Rivals = Decision['rivals'];

/** Returns the whole explanation: it answers why nothing happens in every state of the ad. */
export function explanationText(explanation: AdExplanation, nowMs: number): string {
  const { decision, note, view } = explanation;
  const state = [
    `ad ${view.adNumber}, ${view.side ?? ''} ${view.pair ?? 'not read yet'}, mode ${view.mode}: ${standText(view)}`,
  ];
  const asks = view.asks.map((ask) => `needs you: ${ask}`);
  const notes = note === null ? [] : [`note: ${note}`];
  const next = [...notes, `next: ${nextText(explanation, nowMs)}`];
  if (decision === null)
    return [...state, ...asks, 'no decision yet: the market has not been looked at', ...next].join('\n');
  const { steps, dropped } = decision;
  return [
    ...state,
    ...asks,
    decisionLine(explanation, decision),
    frontText(decision),
    hitText(decision),
    ...floatText(decision),
    '',
    textTable(stepColumns, steps),
    '',
    ...rivalsText(decision),
    droppedTable(dropped),
    ...next,
  ].join('\n');
}

/** Returns one line that changes only when something about the ad does: what `ad watch` prints where nothing is redrawn. */
export function changeText({ decision, note, view }: AdExplanation): string {
  const front = decision === null ? [] : [frontText(decision)];
  const waits = decision?.reason === 'held' ? ['held'] : [];
  return [standText(view), ...front, ...waits, ...(note !== null && decision === null ? [note] : [])].join('; ');
}

function decisionLine({ view, atMs }: AdExplanation, decision: Decision): string {
  const verb = decision.action === 'set' ? 'sets' : 'keeps';
  const isCurrent = view.state.kind === 'running';
  const seenAtMs = atMs ?? view.lookedAtMs;
  const head = `${verb} ${amountText(decision.price)}: ${decision.reason} (target ${decision.target === null ? 'none' : amountText(decision.target)}, rank ${rankOf(decision)})`;
  return isCurrent || seenAtMs === null ? head : `the last look, at ${timeText(seenAtMs)}: ${head}`;
}

function rankOf({ rank, rivalCount }: Decision): string {
  if (rank === null) return 'unknown';
  return `${rank} of ${rivalCount + 1}`;
}

/** The competitors whose price is better for the taker than the ad's, best first. */
function inFront({ rank, rivals }: Decision): Rivals {
  return rank === null ? [] : rivals.slice(0, rank - 1);
}

function frontText(decision: Decision): string {
  const front = inFront(decision);
  const [first] = front;
  if (decision.rank === null) return 'in front: no one is known, no competitor counts';
  if (first === undefined)
    return decision.rank === 1 ? 'in front: no one' : `in front: ${decision.rank - 1} competitors`;
  const more = decision.rank - 2;
  return `in front: ${nameOf(first)} at ${amountText(first.price)}${more > 0 ? `, and ${more} more` : ''}`;
}

function nameOf({ nickname, userNo }: Rivals[number]): string {
  return userNo === null ? nickname : `${nickname} (${userNo})`;
}

function hitText({ hits }: Decision): string {
  return hits.length === 0 ? 'guards: none changed the price' : `guards that changed the price: ${hits.join(', ')}`;
}

/** What a limit means for a price that moves without a call. */
function floatText({ floatingRatio }: Decision): string[] {
  if (floatingRatio === undefined) return [];
  return [
    `floats at ${floatingRatio} %: the service moves the price between two looks, so limits and distances hold at each look only`,
  ];
}

const stepColumns: Column<Decision['steps'][number]>[] = [
  { title: 'STEP', cell: (step) => step.name },
  { title: 'PRICE', cell: (step) => step.price, align: 'right' },
  { title: 'NOTE', cell: (step) => stepText(step.note) },
];

function rivalsText({ rivals, rivalCount }: Decision): string[] {
  if (rivals.length === 0) return [];
  const rows = rivals.map((rival, index) => ({ ...rival, place: index + 1 }));
  const table = textTable(
    [
      { title: 'COUNTS', cell: (rival) => rival.place, align: 'right' },
      { title: 'COMPETITOR', cell: (rival) => rival.nickname },
      { title: 'USER', cell: (rival) => rival.userNo },
      { title: 'PRICE', cell: (rival) => rival.price, align: 'right' },
    ],
    rows,
  );
  const more = rivalCount - rivals.length;
  return [more > 0 ? `${table}\nand ${more} more` : table, ''];
}

function droppedTable(dropped: Decision['dropped']): string {
  if (dropped.length === 0) return 'every competitor counts\n';
  const table = textTable(
    [
      { title: 'COMPETITOR', cell: (offer) => offer.nickname },
      { title: 'PRICE', cell: (offer) => offer.price, align: 'right' },
      { title: 'DROPPED', cell: (offer) => offer.reason },
      { title: 'BECAUSE', cell: (offer) => droppedText(offer) },
    ],
    dropped,
  );
  return `${table}\n`;
}

/** What the ad does next, and when; for a state that only a person ends, the command that ends it. */
function nextText({ decision, nextCheckAtMs, view }: AdExplanation, nowMs: number): string {
  const { state } = view;
  const under = underwayText(view);
  if (under !== null) return under;
  if ('untilMs' in state) return timedText(state, nowMs);
  if (state.kind === 'running') return runningText({ decision, nextCheckAtMs }, nowMs);
  return stoppedText(view);
}

/** How far the desk is with taking it off the market or putting it back, where a command is not what it waits for. */
function underwayText({ adNumber, offMarket }: AdView): string | null {
  switch (offMarket) {
    case 'leaving':
      return 'it is being taken offline, until a read shows it';
    case 'returning':
      return 'it is put online as soon as nothing keeps it back';
    case 'back-in-app':
      return `nothing, and it stands online: \`peerdesk ad resume\` prices it, \`peerdesk ad offline ${adNumber}\` takes it off again`;
    default:
      return null;
  }
}

type Timed = Extract<AdView['state'], { untilMs: number }>;

/** During a ban nothing is sent, whatever a person asks for. */
function timedText(state: Timed, nowMs: number): string {
  const goesOn = `it goes on ${whenText(state.untilMs, nowMs)}`;
  const isBan = state.kind === 'blocked' && state.category === 'IP_BAN';
  return isBan ? `${goesOn}, once the ban is over` : `${goesOn}; \`peerdesk ad reprice\` ends the wait`;
}

function runningText(
  { decision, nextCheckAtMs }: Pick<AdExplanation, 'decision' | 'nextCheckAtMs'>,
  nowMs: number,
): string {
  if (decision?.action === 'set') return `${amountText(decision.price)} is sent`;
  const check =
    nextCheckAtMs === null
      ? 'a look at the market begins, or no worker serves the account'
      : `it looks ${whenText(nextCheckAtMs, nowMs)}`;
  return decision?.heldUntilMs === undefined
    ? check
    : `${check}; the price may change ${whenText(decision.heldUntilMs, nowMs)}`;
}

function stoppedText(view: AdView): string {
  const { state } = view;
  if (state.kind === 'paused') return 'nothing until `peerdesk ad resume`';
  if (state.kind !== 'offline') return 'nothing: `peerdesk ad start` begins again';
  const byItself = state.paused === undefined ? returnText(view, state.cause) : null;
  return byItself ?? `nothing until ${liftingText(state)}\`peerdesk ad resume\`${businessText(view)}`;
}

/** A resume brings nothing back while the switch is engaged. */
function liftingText(state: Extract<AdView['state'], { kind: 'offline' }>): string {
  const isSwitch = state.cause === 'command' && state.reason.code === 'switch';
  return isSwitch ? 'the kill switch ads is lifted (`peerdesk desk open`) and ' : '';
}

function businessText({ state, businessStatus }: AdView): string {
  const isAsked = state.kind === 'offline' && state.cause === 'business' && businessStatus !== null;
  return isAsked ? `; the business is ${businessStatus} now` : '';
}

type Cause = Extract<AdView['state'], { kind: 'offline' }>['cause'];

/** What brings an ad back without anyone's word; null: nothing does. */
function returnText({ opening, rules }: AdView, cause: Cause): string | null {
  switch (cause) {
    case 'ad':
      return 'it goes on once the ad is online again';
    case 'hours':
      return `its hours begin at ${opening?.until ?? 'a time that its worker has not reported yet'}, then it goes online by itself`;
    case 'stock':
    case 'caps': {
      const within = offHours(rules) === null ? '' : ', within its hours';
      const when = cause === 'stock' ? 'there is enough to sell' : 'a payment method is below its cap';
      return `it comes back once ${when}${within}; \`peerdesk ad resume\` looks at it now`;
    }
    case 'business':
    case 'limit':
    case 'command':
      return null;
  }
}

function whenText(atMs: number, nowMs: number): string {
  return atMs <= nowMs ? 'now' : `in ${durationText(atMs - nowMs)}, at ${timeText(atMs)}`;
}
