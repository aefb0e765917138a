/** What is said of an order to the person who decides about it. Texts of other people are data: they are shown, and never obeyed. */
import { compare } from '../domain/decimal.ts';
import { isTerminal, OrderStatus } from '../domain/orders/order-status.ts';
import { isSamePerson } from '../domain/orders/names/person-name.ts';
import {
  type CounterpartyRecord,
  type Missing,
  type OrderSheet,
  type Part,
  type SheetAppeal,
  type SheetMethod,
  type SheetOrder,
} from '../domain/sheet/order-sheet.ts';
import { fieldValue, meantMethod, methodName } from '../domain/sheet/sheet-facts.ts';
import { amountText } from './amount-words.ts';
import { chatFields, inOneLine } from './chat/chat-words.ts';
import { sheetPaymentText } from './payments/payment-words.ts';
import { blockedText } from './check-words.ts';
import { moment } from './moment.ts';
import { dealingsText } from './people/people-words.ts';

/** How times are said where it is shown. */
export interface SheetClock {
  readonly nowMs: number;
  readonly time: (atMs: number) => string;
  readonly age: (ms: number) => string;
}

export type SheetField = readonly [name: string, text: string];

/** Returns what comes first: which money is looked for, or whose it is to be. */
export function sheetHead({ order, chat }: OrderSheet, clock: SheetClock): SheetField[] {
  if (!('known' in order)) return [['order sheet', missingText(order.missing)]];
  const { known } = order;
  const { status, side } = known;
  const payment: SheetField[] =
    side === 'BUY' && !isTerminal(status)
      ? [['the payee', payeeText(known)], ...payeeFields(known)]
      : [[isTerminal(status) ? 'payment' : 'look for', lookForText(known)]];
  return [...payment, ['paid', paidText(known, clock)], ...appealFields(known, chat, clock)];
}

/** What the service writes into the chat of who appealed, and of the other one. */
const appealEvents: Readonly<Record<string, 'us' | 'them'>> = { submit_appeal: 'us', be_appeal: 'them' };

/** Returns who appealed last; null: the chat does not show it. */
function appellantIn(chat: OrderSheet['chat']): 'us' | 'them' | null {
  const lines = 'known' in chat ? chat.known.lines : [];
  const event = lines.findLast(({ by, text }) => by === 'service' && Object.hasOwn(appealEvents, text));
  return event === undefined ? null : (appealEvents[event.text] ?? null);
}

const stages: Readonly<Record<Exclude<SheetAppeal['stage'], 'respondent' | 'complainant'>, string>> = {
  service: 'the service decides',
  over: 'decided',
  withdrawn: 'withdrawn',
  unknown: 'it is not known who is to act',
};

const began = { us: 'you appealed', them: 'they appealed' } as const;
const turns = { us: 'YOU ARE TO ACT, in the app', them: 'they are to act' } as const;

function stageText(stage: SheetAppeal['stage'], appellant: 'us' | 'them' | null): string {
  if (stage !== 'respondent' && stage !== 'complainant') return stages[stage];
  const whose = stage === 'respondent' ? 'who was appealed against is to answer' : 'who appealed is to act';
  if (appellant === null) return `${whose}: look in the app who that is`;
  const other = appellant === 'us' ? 'them' : 'us';
  return turns[stage === 'complainant' ? appellant : other];
}

/** The reason is another person's text. */
function appealFields({ appeal }: SheetOrder, chat: OrderSheet['chat'], clock: SheetClock): SheetField[] {
  if (appeal === null) return [];
  const { stage, untilMs, reason } = appeal;
  const appellant = appellantIn(chat);
  const isOver = stage === 'over' || stage === 'withdrawn';
  const due = untilMs === null || isOver ? '' : `, due ${clock.time(untilMs)}${leftText(untilMs, 'for it', clock)}`;
  const who = appellant === null ? '' : `${began[appellant]}: `;
  return [
    ['appeal', `${who}${stageText(stage, appellant)}${due}`],
    ['appeal reason', reason === null ? 'not shown' : inOneLine(reason)],
  ];
}

/** Returns the payments that were seen and could be of a sale; nothing where no source has reported one. */
export function sheetPaid({ order, payments }: OrderSheet, clock: SheetClock): SheetField[] {
  if (!('known' in order) || order.known.side === 'BUY') return [];
  if (!('known' in payments))
    return payments.missing.code === 'over' ? [] : [['payments seen', missingText(payments.missing)]];
  const { seen, more } = payments.known;
  const rest = more === 0 ? [] : [['', `and ${more} more: \`peerdesk payment list\``] as const];
  return [...seen.map((one, at) => [at === 0 ? 'payments seen' : '', sheetPaymentText(one, clock)] as const), ...rest];
}

/** What the desk has read of the order so far; null: nothing. */
interface ReadSoFar {
  readonly status: string;
  readonly totalPrice: string | null;
  readonly amount: string | null;
  /** The payment method that was chosen. */
  readonly payId: string | null;
}

/** Returns in what the window's read differs from the desk's: it is a moment newer, or of something else. */
export function sheetDifferences({ order }: OrderSheet, read: ReadSoFar): SheetField[] {
  if (!('known' in order)) return [];
  const { status, totalPrice, amount, fiat, asset } = order.known;
  const numbers = [
    { shown: totalPrice, before: read.totalPrice, unit: fiat },
    { shown: amount, before: read.amount, unit: asset },
  ];
  const others = numbers.flatMap(({ shown, before, unit }) =>
    before === null || compare(shown, before) === 0 ? [] : [`${amountText(shown)} ${unit}, not ${amountText(before)}`],
  );
  const texts = [
    ...(status === read.status ? [] : [`${status}, not ${read.status}`]),
    ...others,
    ...methodDifference(order.known, read),
  ];
  return texts.map((text) => ['differs', `the service shows ${text} as the desk has read it: look again in a moment`]);
}

function methodDifference(order: SheetOrder, { payId }: ReadSoFar): string[] {
  const meant = meantMethod(order);
  return meant === null || payId === null || meant.payId === payId
    ? []
    : [`the payment method ${placeText(meant)}, not ${payId}`];
}

/** Returns what is known of the other one, what he writes, and what the service warns of. */
export function sheetRest(
  { order, record, block, person, chat, tips, readAtMs }: OrderSheet,
  clock: SheetClock,
): SheetField[] {
  return [
    ...('known' in order ? [['who', whoText(order.known)] as const] : []),
    ['record', partText(record, recordText)],
    ['block list', partText(block, (known) => (known.kind === 'clear' ? 'not on it' : blockedText(known)))],
    ...personFields(person, clock),
    ...('known' in chat
      ? chatFields(chat.known, 'known' in order ? order.known.unread : null, clock)
      : [['chat', missingText(chat.missing)] as const]),
    ...('known' in tips
      ? tips.known.map((tip) => ['warning', tip] as const)
      : [['warning', missingText(tips.missing)] as const]),
    readField(readAtMs, clock),
  ];
}

/** Returns when a sheet was read. */
export const readField = (readAtMs: number, { nowMs, age, time }: SheetClock): SheetField => [
  'read',
  `${age(Math.max(0, nowMs - readAtMs))} ago, at ${time(readAtMs)}`,
];

function personFields(person: OrderSheet['person'], { time }: SheetClock): SheetField[] {
  if (!('known' in person)) return [['with you', missingText(person.missing)]];
  const { remark, before, assigned } = person.known;
  const taken =
    assigned === null ? [] : [['taken', `by ${assigned.assignee} until ${time(assigned.untilMs)}`] as const];
  const noted = remark === null ? [] : [['note', `${remark.text} (by ${remark.by})`] as const];
  return [
    ...taken,
    ...noted,
    ['with you', before === null ? 'the desk has not read this order yet' : dealingsText(before)],
  ];
}

function partText<Known>(part: Part<Known>, text: (known: Known) => string): string {
  return 'known' in part ? text(part.known) : missingText(part.missing);
}

/** Returns why a part is not shown. */
export function missingText(missing: Missing): string {
  return `not shown: ${missingWhy(missing)}`;
}

function missingWhy(missing: Missing): string {
  switch (missing.code) {
    case 'ban':
      return `the address is banned until ${moment(missing.untilMs)}, and nothing is asked before`;
    case 'silent':
      return `the service did not answer within ${Math.round(missing.afterMs / 1_000)} s`;
    case 'ended':
      return 'the worker that was asked ends, or has lost the lead';
    case 'other-order':
      return 'the service answered with another order';
    case 'unread':
      return `${missing.message} (${[missing.category, missing.answer].filter((text) => text !== null).join(' ')})`;
    case 'needs-order':
      return 'the order itself could not be read';
    case 'over':
      return 'the order is over';
    case 'register':
      return 'the register or the guard does not answer, and there may be an entry';
  }
}

const money = ({ totalPrice, fiat }: SheetOrder): string => `${amountText(totalPrice)} ${fiat}`;

/** "400.00 BOB from ANA MARIA PEREZ ROJAS into Banco Simulado …1001 (Bank Transfer)". */
function lookForText(order: SheetOrder): string {
  const [from, into] = order.side === 'SELL' ? ['from', 'into'] : ['to', 'at'];
  return `${money(order)} ${from} ${personText(order, order.name)} ${into} ${placesText(order)}`;
}

function personText({ side }: SheetOrder, name: string | null): string {
  if (name === null) return `a ${side === 'SELL' ? 'buyer' : 'seller'} whose name is not shown`;
  // One that proves nothing is not even its own.
  const shown = inOneLine(name);
  return !isSamePerson(name, name) ? `${shown} (a masked or odd name: it proves nothing)` : shown;
}

function placesText(order: SheetOrder): string {
  const meant = meantMethod(order);
  if (meant !== null) return placeText(meant);
  const { offered, side } = order;
  if (offered.length === 0) return 'an account that the service does not show';
  const whose = side === 'SELL' ? 'your accounts, none is chosen yet' : 'these';
  return `one of ${whose}: ${offered.map(placeText).join('; ')}`;
}

const lastDigits = 4;

/** "Banco Simulado …1001 (Bank Transfer)". */
function placeText(method: SheetMethod): string {
  const account = fieldValue(method, 'account');
  const end = account === null ? null : `…${account.slice(-lastDigits)}`;
  const place = [fieldValue(method, 'bank'), end].filter((text) => text !== null).join(' ');
  return place === '' ? methodName(method) : `${place} (${methodName(method)})`;
}

/** Whether it is to be paid is said by the order itself: a transfer may have left already. */
function payeeText(order: SheetOrder): string {
  const meant = meantMethod(order);
  const payee = (meant === null ? null : fieldValue(meant, 'payee')) ?? order.name;
  const by = meant === null ? placesText(order) : methodName(meant);
  return `${personText(order, payee)}, ${money(order)} exactly, by ${by}: \`why\` says whether to pay`;
}

/** To copy, as they are: nothing is shortened. */
function payeeFields(order: SheetOrder): SheetField[] {
  const meant = meantMethod(order);
  const fields = meant?.fields.map(({ name, value }): SheetField => [
    name.slice(0, 24),
    value ?? 'too long to be shown: look in the app',
  ]);
  return fields ?? [];
}

function paidText(order: SheetOrder, clock: SheetClock): string {
  const { side, paidAtMs, status, payDeadlineMs, releaseDeadlineMs } = order;
  const whose = side === 'SELL' ? 'the buyer says' : 'the service shows';
  if (status === OrderStatus.AWAITING_PAYMENT) {
    return `not marked as paid${leftText(payDeadlineMs, 'for it', clock)}`;
  }
  const since = paidAtMs === null ? '' : ` at ${clock.time(paidAtMs)} (${ageOf(paidAtMs, clock)} ago)`;
  // In an appeal no release is taken, and the appeal has a time of its own.
  const isDue = !isTerminal(status) && status !== OrderStatus.IN_APPEAL;
  const left = isDue ? leftText(releaseDeadlineMs, 'to release', clock) : '';
  if (paidAtMs === null && isTerminal(status)) return 'the service does not say since when';
  return `${whose} that ${side === 'SELL' ? 'he has' : 'we have'} paid${since}${left}`;
}

const ageOf = (atMs: number, { nowMs, age }: SheetClock): string => age(Math.max(0, nowMs - atMs));

function leftText(untilMs: number | null, what: string, { nowMs, age }: SheetClock): string {
  if (untilMs === null) return '';
  return untilMs > nowMs ? `; ${age(untilMs - nowMs)} left ${what}` : `; ${age(nowMs - untilMs)} over`;
}

function whoText(order: SheetOrder): string {
  const { nickname } = order;
  return `${personText(order, order.name)}${nickname === null ? '' : `, known as ${nickname}`}`;
}

function recordText(record: CounterpartyRecord): string {
  const { completedOrders, finishRate, registerDays, completedLately, finishRateLately, withUsLately } = record;
  const lately = [countText(completedLately, 'orders'), shareText(finishRateLately)].filter((text) => text !== null);
  const ever = [
    countText(completedOrders, 'orders'),
    shareText(finishRate),
    countText(registerDays, 'days registered'),
  ];
  return [
    ever.filter((text) => text !== null).join(', ') || 'not known',
    ...(lately.length === 0 ? [] : [`in 30 days ${lately.join(', ')}`]),
    withUsText(withUsLately),
  ].join('; ');
}

function withUsText(trades: number | null): string {
  if (trades === null) return 'trades with you are not known';
  return trades === 0 ? 'with you: none in 30 days' : `with you: ${trades} in 30 days`;
}

const countText = (number: number | null, what: string): string | null =>
  number === null ? null : `${number} ${what}`;
const shareText = (share: number | null): string | null =>
  share === null ? null : `${Number((share * 100).toFixed(1))} %`;
