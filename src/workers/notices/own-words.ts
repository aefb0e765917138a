/** The words that a message may hold, whichever workflow asks for it. */
import { ErrorCategory, TransportCondition } from '../../domain/failures/error-category.ts';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { switchNames, type SwitchName } from '../../domain/guard/guard-memory.ts';
import type { Need } from '../../domain/notices/need.ts';
import type { NoticeItem } from '../../domain/notices/told-needs.ts';
import { checkWords } from '../../domain/orders/release-check.ts';
import { parseWorkflowId, type WorkflowIdParts } from '../../workflows/contract/workflow-ids.ts';

/** What is said of a wait, whole or in parts that something of a closed list completes. */
export const reasons = {
  ourPayment: 'it waits for your payment: pay, then confirm it',
  held: 'it is held: nothing is paid or released until someone takes the hold away',
  appeal: 'it is in appeal: answer it at the service',
  undecided:
    'no one knows what became of its last step, or the service refused it for good: look, and say what happened',
  outcomeUnknown:
    'a money step has left and its outcome is unknown: it is read until that is known, and not sent again meanwhile',
  orderFails: 'something about it keeps failing: its page says what',
  gateLacks: 'it is paid, and its release still lacks: ',
  gateUnnamed: 'what its page says',
  adDead: 'the service does not know this ad any more: no one keeps its price',
  offlineAtLimit: 'a limit has bound it for long, and this desk took it offline: only resume puts it online again',
  takenOff: 'it was taken off the market: look why, then resume it or leave it',
  businessClosed: 'the business is closed or on a break at the service: prices stand still until someone resumes',
  foreignPrice:
    'its price is not the one that this desk wrote: look whether it was you, in the app, or another program with the API key',
  adFails: 'something about this ad keeps failing',
  seePage: ': its page says what',
  placementUndecided: 'it is not known whether the order was placed: look at the service, and say',
  publicationUndecided: 'it is not known whether the ad was published: look at the service, and say',
  publicationWaits: 'the business is closed or on a break at the service: the ad is published on a command',
  publicationBlocked: 'the service refused to publish the ad: put it right, and try again',
  changeWaits: 'the business is closed or on a break at the service: the change of the ad waits for a command',
  changeBlocked: 'the service refused the change of the ad: put it right, and try again',
  changeFails: 'something about this change of an ad keeps failing: its page says what',
  publicationFails: 'something about this publication keeps failing: its page says what',
  placementFails: 'something about this placement keeps failing: its page says what',
  deskFails: 'something about the desk keeps failing: its page says what',
  lostOrders: ' open orders cannot be read, or are not carried by this desk',
  cutList: 'more orders are open than the desk reads',
  guardTakesOver: 'the guard reads what an ended run kept: nothing is permitted until it has',
  banned: 'the service has banned this address: no call leaves before the end of the ban',
  unreadable: 'it waits for a human, and does not say what for: its worker does not answer',
} as const;

/** By source; one that is not known here is reported as a trouble. */
export const deskTroubles: Readonly<Record<string, string>> = {
  intake: 'orders cannot be taken in: the service or the connection to it refuses',
  adoption: 'the online ads cannot be taken over',
  guard: 'the guard does not answer: nothing is released, no new order is taken in',
  telling: 'orders could not be notified of what has changed',
  waiting: 'open orders wait to be taken in: the ones before them are still being read',
  cancelled: 'someone asked to cancel the desk: it goes on until someone stops it',
  releases: 'the service shows a release that is not of this desk: look whether it was you, in the app',
  key: 'another account works with the same API key: stop one of the two desks',
  notices: 'messages to you did not arrive on one of their ways: `peerdesk notify --test` tries them',
};

/** What is said of a thrown switch. */
export function switchReason(name: SwitchName): string {
  return `the kill switch ${name} is engaged`;
}

/** The kind of workflow that a need is reported of. */
export const needTypes: Readonly<Record<WorkflowIdParts['kind'], Need['type'] | null>> = {
  ad: 'ad',
  order: 'order',
  place: 'placement',
  publish: 'ad',
  change: 'ad',
  desk: 'desk',
  guard: 'guard',
  egress: 'egress',
  // A report of failing messages would only take the same way; the desk reports them on the other.
  notices: null,
  lead: null,
  // It reports by itself, because the process that reports all others may be gone.
  watchdog: null,
};

const partial: readonly string[] = [reasons.gateLacks, reasons.gateUnnamed, reasons.adFails, reasons.seePage];
const whole: ReadonlySet<string> = new Set([
  ...Object.values(reasons).filter((text) => !partial.includes(text) && text !== reasons.lostOrders),
  ...Object.values(deskTroubles),
  ...switchNames.map(switchReason),
  `${reasons.adFails}${reasons.seePage}`,
  `${reasons.gateLacks}${reasons.gateUnnamed}`,
]);
const categories: readonly string[] = [ErrorCategory, TransportCondition, OwnFailure].flatMap((all) =>
  Object.values(all),
);
const checks = Object.values(checkWords).join('|');
const completed: readonly RegExp[] = [
  new RegExp(`^${reasons.gateLacks}(?:${checks})(?:, (?:${checks}))*$`),
  new RegExp(`^${reasons.adFails} \\((?:${categories.join('|')})\\)${reasons.seePage}$`),
  new RegExp(`^\\d{1,6}${reasons.lostOrders}$`),
];
const unknownReason = 'it waits for a human: its page says what for';

const sources = Object.keys(deskTroubles).join('|');
const kinds = new RegExp(
  [
    'our-payment|held|appeal|needs-human|outcome-unknown|blocked|dead|lost-orders|cut-list|taking-over|ban|unreadable|foreign-price',
    `release-gate/(?:show|verify-kyc|approve|match)|offline-(?:business|limit|command)|switch/(?:${switchNames.join('|')})`,
    `trouble(?:/(?:${sources}))?`,
  ]
    .map((some) => `^(?:${some})$`)
    .join('|'),
);
const alias = /^[\w.-]{1,64}$/;

/**
 * Returns the items in words of ours. Anyone who reaches Temporal may give a watch a result of his own, or answer for a
 * workflow: he may make up that something waits, but has no words for the merchant. What is of another account, or of no
 * workflow of ours, is left out; other words become plain ones, so that what waits is still said.
 */
export function inOwnWords(items: readonly NoticeItem[], place: { account: string; egress: string }): NoticeItem[] {
  return items.flatMap(({ need, stage }) => {
    const parts = parseWorkflowId(need.workflowId);
    const owner = parts?.kind === 'egress' ? place.egress : place.account;
    const isOurs = parts?.owner === owner && (parts.subject === '' || alias.test(parts.subject));
    if (!isOurs || needTypes[parts.kind] !== need.type || !isMoment(need.sinceMs)) return [];
    return [{ need: { ...need, ...wordsOf(need, parts, place.account) }, stage }];
  });
}

/** A moment that can be written as a date. */
function isMoment(atMs: unknown): boolean {
  return typeof atMs === 'number' && Math.abs(atMs) < 8e15;
}

function wordsOf(need: Need, parts: WorkflowIdParts, account: string): Pick<Need, 'kind' | 'reason' | 'command'> {
  const isReason = whole.has(need.reason) || completed.some((pattern) => pattern.test(need.reason));
  return {
    kind: kinds.test(need.kind) ? need.kind : 'trouble',
    reason: isReason ? need.reason : unknownReason,
    command: need.command !== null && isOwnCommand(need.command, parts, account) ? need.command : null,
  };
}

const quoted = `(?:'bank reference'|'seen in the app'|'name on the transfer'|done|NUMBER|0\\.00|why)`;
const options = `(?: --placement| --(?:proof|outcome|note|amount|payer|order-number|ad-number) ${quoted})*`;

/** A command of the command line on that very workflow. */
function isOwnCommand(command: string, { owner, subject }: WorkflowIdParts, account: string): boolean {
  const escaped = (text: string): string => text.replaceAll('.', '\\.');
  const target = subject === '' ? `(?: (?:${switchNames.join('|')}))?` : ` ${escaped(subject)}`;
  const place = `(?: --account ${escaped(account)}| --egress ${escaped(owner)} --note why)`;
  const verb =
    '(?:order|ad|desk) (?:show|open|clear-ban|explain|resume|verify-kyc|approve|match|unhold|hold|paid|resolve|publish)';
  return new RegExp(`^npx peerdesk ${verb}${target}${options}${place}$`).test(command);
}
