/** What is said of a need, on a phone, a terminal or a page. It names a look, and never an act. */
import type { Need } from '../domain/notices/need.ts';
import type { bareCodes, NeedFact } from '../domain/notices/need-fact.ts';
import { engagedText } from './switch-words.ts';
import { checkWords } from './check-words.ts';

type BareCode = (typeof bareCodes)[number];
type Of<Code extends NeedFact['code']> = Extract<NeedFact, { code: Code }>;

const plain: Readonly<Record<BareCode, string>> = {
  'our-payment': 'it waits for your payment: look at what is to be paid, and to whom, before you pay',
  held: 'it is held: nothing is paid or released until a person takes the hold away',
  undecided: 'it is not known what became of its last step, or the service refused it for good: look at the service',
  'outcome-unknown':
    'a money step may have left and its outcome is not known yet: it is read until that is known, and not sent again meanwhile',
  'step-open':
    'a call of it may have left long ago, and reads of the service neither show nor deny it: look at the service',
  overdue: 'you have paid, and the coin was not released in its time: appeal in the app',
  'customer-waits': 'the counterparty has written, and no one has read it: look at its chat',
  'order-trouble': 'it keeps failing: its page says what',
  'cancel-asked': 'a cancellation of it was asked for in Temporal: it goes on, and its page says what ends it',
  'ad-dead': 'the service does not know this ad any more: its price is not kept',
  'foreign-price':
    'its price is not the one that this desk wrote: look whether it was you, in the app, or another program with the API key',
  'placement-undecided': 'it is not known whether the order was placed: look at the service',
  'placement-trouble': 'this placement keeps failing: its page says what',
  'publication-undecided': 'it is not known whether the ad was published: look at the service',
  'publication-waits': 'the business is closed or on a break at the service: the ad is published on a command',
  'publication-blocked': 'the service refused to publish the ad: its page says why',
  'publication-trouble': 'this publication keeps failing: its page says what',
  'change-waits': 'the business is closed or on a break at the service: the change of the ad waits for a command',
  'change-blocked': 'the service refused the change of the ad: its page says why',
  'change-trouble': 'this change of an ad keeps failing: its page says what',
  'cut-list': 'more orders are open than the desk reads',
  'taking-over': 'the guard reads what an ended run kept: nothing is permitted until it has',
  ban: 'the service has banned this address: no call leaves before the end of the ban, which ends by itself',
  'served-again': 'it is served again: look what has waited meanwhile',
  unreadable: 'it waits for a human, and does not say what for: its worker does not answer',
  unnamed: 'it waits for a human: its page says what for',
};

const offline: Readonly<Record<Of<'ad-offline'>['cause'], string>> = {
  limit: 'a limit has bound it for long, and this desk took it offline: it does not come back by itself',
  business: 'the business is closed or on a break at the service: prices stand still until it is resumed',
  command: 'it was taken off the market: look why; it does not come back by itself',
};

const desk: Readonly<Record<NonNullable<Of<'desk-trouble'>['source']>, string>> = {
  intake: 'orders cannot be taken in: the service or the connection to it refuses',
  adoption: 'the online ads cannot be taken over',
  guard: 'the guard does not answer: nothing is released, no new order is taken in',
  telling: 'orders could not be notified of what has changed',
  waiting: 'open orders wait to be taken in: the ones before them are still being read',
  cancelled: 'a cancellation of the desk was asked for: it goes on until it is stopped',
  releases: 'the service shows a release that is not of this desk: look whether it was you, in the app',
  key: 'another account works with the same API key: stop one of the two desks',
  'refused-key':
    'the service refuses the API key: nothing more is sent with it; put the key right, then `peerdesk config reload`',
  temporal:
    'the memory of Temporal has begun empty, or is another one than before: its database may be lost, and no money moves until you have said what it is: `peerdesk register show`',
  uncompared:
    'the releases of the service are not compared with the register yet, and no money moves until they are: look whether the service answers, `peerdesk doctor`',
  notices: 'messages to you did not arrive on one of their ways: `peerdesk notify --test` tries them',
};

const unserved: Readonly<Record<Of<'unserved'>['problem'], string>> = {
  'temporal-silent': 'no Temporal server answers: nothing is priced, released or taken in',
  'not-stored':
    'nothing of the process that leads is stored by Temporal, so nothing is priced, released or taken in: is the disk of the server full, is the server held up, or is that process gone?',
  'no-lead': 'no worker leads: nothing is priced, released or taken in',
};

/** Returns what a need is of, as in "ad 7" and "desk main". */
export function needName({ type, workflowId }: Pick<Need, 'type' | 'workflowId'>): string {
  const [, owner = '', ...subject] = workflowId.split(':');
  return `${type} ${subject.length === 0 ? owner : subject.join(':')}`;
}

/** Returns what waits, as a sentence without its beginning. */
export function needText(fact: NeedFact): string {
  switch (fact.code) {
    case 'release-gate':
      return gateText(fact);
    case 'press-paid':
      return pressPaidText(fact);
    case 'appeal':
      return appealText(fact);
    case 'ad-offline':
      return offline[fact.cause];
    case 'ad-trouble':
      return `this ad keeps failing${fact.category === null ? '' : ` (${fact.category})`}: its page says what`;
    case 'desk-trouble':
      return fact.source === null ? 'the desk keeps failing: its page says what' : desk[fact.source];
    case 'lost-orders':
      return fact.count === 1
        ? '1 open order cannot be read, or is not carried by this desk'
        : `${fact.count} open orders cannot be read, or are not carried by this desk`;
    case 'unread-ads':
      return fact.count === 1
        ? '1 own ad cannot be read: its price stays where it is'
        : `${fact.count} own ads cannot be read: their prices stay where they are`;
    case 'switch':
      return engagedText(fact);
    case 'watchdog':
      return watchdogText(fact);
    case 'tasks-fail':
      return `${fact.count === 1 ? 'one workflow does' : `${fact.count} workflows do`} not go on, because their tasks fail: \`peerdesk doctor\` names them`;
    case 'unserved':
      return unserved[fact.problem];
    case 'blind':
      return `for ${fact.minutes} minutes the watchdog could not see whether the desk looks at its markets, and takes no ad offline: does Temporal answer without a break, and does a worker run?`;
    case 'daily':
      return dailyText(fact);
    default:
      return plain[fact.code];
  }
}

/** That the coin may go is said by the bank alone: what the buyer says is said as his word. */
function gateText({ lacks, factsCode }: Of<'release-gate'>): string {
  const missing = lacks.map((name) => checkWords[name]).join(', ');
  const bank = 'the buyer says that he has paid: look at the bank';
  const code = factsCode === undefined ? '' : `; the code of its facts: ${factsCode}`;
  return `${bank}; the release still lacks: ${missing === '' ? 'what its page says' : missing}${code}`;
}

/** The desk cannot do it, and the service cancels an order that is not marked as paid in time. */
function pressPaidText({ untilMs }: Of<'press-paid'>): string {
  const until = untilMs === null ? 'before its time is over' : `until ${utcMinute(untilMs)} UTC`;
  return `your payment has left, and the service could not be notified: press “paid” in the app, ${until}`;
}

/** Whose turn it is, and what was written, is people's: the order's sheet has it. */
function appealText({ untilMs }: Of<'appeal'>): string {
  const until = untilMs === null ? '' : `, and its deadline at the service is ${utcMinute(untilMs)} UTC`;
  return `it is in appeal${until}: look at its sheet whose turn it is and why, and answer it in the app`;
}

function watchdogText({ outcome, ads, lookedAtMs }: Of<'watchdog'>): string {
  const last = lookedAtMs === null ? 'an unknown time' : `${utcMinute(lookedAtMs)} UTC`;
  const why = `no market was looked at since ${last}`;
  const which = ads === 1 ? '1 ad' : `${ads} ads`;
  switch (outcome) {
    case 'offline':
      return `${why}: the watchdog has taken ${which} offline; nothing comes back by itself: look why no worker looks`;
    case 'left':
      return `${why}, and the watchdog could not take ${which} offline: do it in the app`;
    default:
      return `${why}, and the watchdog may not call the service: take the ads offline in the app`;
  }
}

/** How a day went, in counts alone: a phone shows it on its locked screen. */
function dailyText({ date, completed, cancelled, pricedAds, otherAds, ...waiting }: Of<'daily'>): string {
  const ended = `on ${date} so far ${counted(completed, 'order')} completed and ${cancelled} cancelled`;
  const ads = `${counted(pricedAds, 'ad')} priced and ${otherAds} paused or offline`;
  return `${ended}; ${waitingText(waiting)}; ${ads}`;
}

function waitingText({ orders, ads, others }: Pick<Of<'daily'>, 'orders' | 'ads' | 'others'>): string {
  const parts = [
    ...(orders === 0 ? [] : [counted(orders, 'order')]),
    ...(ads === 0 ? [] : [counted(ads, 'ad')]),
    ...(others === 0 ? [] : [counted(others, 'other thing')]),
  ];
  if (parts.length === 0) return 'nothing waits for you';
  return `${parts.join(', ')} ${orders + ads + others === 1 ? 'waits' : 'wait'} for you`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function utcMinute(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace('T', ' ');
}
