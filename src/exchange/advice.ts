import { notServedHere, type ErrorFacts, type FailureCategory } from '../domain/failures/error-category.ts';
import type { Sent } from '../domain/failures/marketplace-failure.ts';
import { findOperation } from './table/operations.ts';

const leaveZone = 'Choose a price at least five ticks away from the own other ads.';

/** One sentence for each code with a remedy of its own; interface 7.3 and wire-facts 2.3 explain the codes. */
const byCode: Readonly<Record<string, string>> = {
  '-1002': 'Check the permissions of the API key, and that what you ask for is yours.',
  '-1021': "The service's clock and ours differ: check this machine's time service.",
  '-1022': 'The signature was refused: check that the secret belongs to this API key.',
  '-1102': 'Correct the parameter that the message names, or look at all of them where it names none.',
  '-1104': 'Leave out the parameter that the message counts as too many.',
  '-2008': 'The API key is not known: check PEERDESK_API_KEY.',
  '-2014': 'The API key has the wrong form: check PEERDESK_API_KEY.',
  '-2015': 'Check the API key, its permissions and the addresses that it is limited to.',
  '-2019': 'Move enough of the asset to the funding wallet.',
  '-3026': 'The order is completed already: read it before doing anything else.',
  '-1013': 'Choose a quantity that the ad allows.',
  '-1111': 'Use no more decimals than the scale of the pair allows.',
  '-31002': 'The header clientType did not arrive: check what is between here and the service.',
  '000002': 'Correct the parameters: this search refuses, among others, more than 20 rows.',
  FIAT_ASSET_ILLEGAL: 'There is no such market: check the asset and the fiat.',
  '83023': 'Read the order: it cannot be paid any more, or is marked as paid already.',
  '83229': 'The business is closed: open it, then resume the ad.',
  '83230': 'The merchant is taking a break: end it, then resume the ad.',
  '83998': 'The order is not yours, or there is none: check its number, and whose API key this is.',
  '187022': 'Check the number of the ad, whose ad it is, and that it is online.',
  '187040': 'Read the ad again, then send its number and the price alone; a quantity must not be below the least.',
  '187049': 'Read the ad again, then send its number and the price alone; after many updates pause for minutes.',
  '187055': leaveZone,
  '200001035': 'This one-time code was used already: wait for the next one.',
  FENCED: 'The time for this step is over: read the order, then decide again.',
  CLOCK_JUMPED: "This machine's clock was set meanwhile: check its time service, read the order, then decide again.",
  CLOCK_SKEW: "The service's clock and this machine's differ too much: check this machine's time service.",
  NOT_LEFT: 'Nothing was sent: read the order, then decide again.',
  STOOD_STILL: 'This process stood still and asks whether its address is banned: it goes on by itself.',
  STANDS_BY: 'Another process calls for this account: this one takes over when that one ends.',
  BREAKER_OPEN: 'The service failed too often in a row: wait until the breaker lets a probe through.',
  CLOSED: 'The client or the chat was closed before this left: use one that is open.',
  CHAT_OFFLINE: 'The message was not sent: see why the chat has no connection, then send it again.',
  IMAGE: 'Send a jpg, jpeg or png of at most 5 MiB whose name has the ending of what it is.',
  UPLOAD:
    'The image did not arrive and no message was sent: heed the message; sending it again asks for a fresh address.',
  ABORTED: 'The caller gave up: read the state before calling again.',
};

const byCategory: Readonly<Record<FailureCategory, string>> = {
  AD_OFFLINE: 'The merchant is not in business: open it, then resume the ad.',
  RETRY_WITH_SYNC: "Synchronise the clock with the service's and sign again.",
  RETRIABLE_WITH_BACKOFF: 'Try again later, waiting longer each time.',
  RETRY_WITH_VOLUME_SYNC: 'Read the ad again, then send its number and the price alone.',
  NON_RETRIABLE_BUSINESS: 'Repeating will not help: correct the request or the account first.',
  SPECIAL_HANDLER: leaveZone,
  PRICE_RANGE_LIMIT: 'Move the price into the range that the message names.',
  UNKNOWN: 'Read the state of what was to change before trying again.',
  IP_BAN: 'Send nothing from this address until the ban is over.',
  RATE_LIMITED: 'Send nothing for this account until the wait is over.',
  NOT_FOUND: 'Check the number: the service does not know it.',
};

const mayHaveTakenEffect =
  'It may have taken effect: read the order or the ad before anything else, and never just repeat it.';
const refusedForUnknownReason =
  'It was refused with a code outside the tables: heed its message, and read the order or the ad before anything else.';
const onlyRead = 'Nothing was changed: try again later; if it stays so, check the address and what the message says.';
const gaveUpBefore = 'The caller gave up before anything was sent.';
const gaveUpReading = 'The caller gave up; nothing was changed.';

/** Refusals by gateways in front of the service, by HTTP status. */
const byStatus: ReadonlyMap<number, string> = new Map([
  [401, 'Check the API key and what it is permitted to do.'],
  [403, 'Something refuses this address or key: check the permissions of the key, its list of addresses and the host.'],
  ...[301, 302, 303, 307, 308].map(
    (status) => [status, 'This host sends callers elsewhere: check its address.'] as const,
  ),
]);
const otherAddress =
  'The service does not serve the country or network of this address: call from another egress; nothing was done.';
const otherAddressForMoney =
  'The service does not serve the country or network of this address: read the order first, then call from another egress.';
const neverLeft = 'Nothing was sent: check the address and the network, then try again.';

/** What the advice depends on. */
interface Adviced extends ErrorFacts {
  readonly sent: Sent;
  readonly hadNoEffect: boolean;
  /** The operation's name. */
  readonly endpoint: string;
  readonly category: FailureCategory;
}

/** Returns one sentence on what to do next. */
export function adviceFor(failure: Adviced): string {
  if (!isNotServedHere(failure)) return usualAdvice(failure);
  return isUnclearMoneyStep(failure) ? otherAddressForMoney : otherAddress;
}

function usualAdvice(failure: Adviced): string {
  const { category, sent } = failure;
  const provesNothing = isUnclearMoneyStep(failure);
  if (provesNothing && isBroken(failure)) return mayHaveTakenEffect;
  const own = adviceOfCode(failure);
  if (own !== null) return own;
  if (sent === 'no' && category === 'UNKNOWN') return neverLeft;
  // "Try again" is for reads.
  if (provesNothing) return isDefiniteRefusal(failure) ? refusedForUnknownReason : mayHaveTakenEffect;
  return ownAdvice(wrappedCode(failure)) ?? adviceOfUnknown(failure) ?? byCategory[category];
}

/** With a code of its own the refusal is about something else. */
const isNotServedHere = ({ httpStatus, code, category }: Adviced): boolean =>
  httpStatus === notServedHere && category === 'NON_RETRIABLE_BUSINESS' && ownAdvice(code) === null;

function adviceOfCode(failure: Adviced): string | null {
  if (failure.code === 'ABORTED' && failure.sent === 'no') return gaveUpBefore;
  return failure.code === 'ABORTED' && isRead(failure) ? gaveUpReading : ownAdvice(failure.code);
}

/** Advice where no code helps: by who answered, and by whether anything can have changed. */
function adviceOfUnknown(failure: Adviced): string | null {
  if (failure.category !== 'UNKNOWN') return null;
  return byStatus.get(failure.httpStatus ?? 0) ?? (isRead(failure) ? onlyRead : null);
}

const isRead = ({ endpoint }: Adviced): boolean => findOperation(endpoint)?.kind === 'read';

/** Reliability 2.1: some failures of a money step prove nothing. */
const isUnclearMoneyStep = (failure: Adviced): boolean =>
  findOperation(failure.endpoint)?.kind === 'money' && !failure.hadNoEffect;

const isBroken = ({ httpStatus }: Adviced): boolean => httpStatus !== null && httpStatus >= 500;

function ownAdvice(code: string | null): string | null {
  return code !== null && Object.hasOwn(byCode, code) ? (byCode[code] ?? null) : null;
}

/** Often the message of -9000 is only the real code (wire-facts 2.3). */
const wrappedCode = ({ code, message }: Adviced): string | null => (code === '-9000' ? message.trim() : null);

/** Codes with which the service admits that it does not know; -1003 is about the rate of calls, not about this call. */
const indefiniteCodes: ReadonlySet<string> = new Set(['-1000', '-1003', '-9000', '429']);
const limits: ReadonlySet<FailureCategory> = new Set(['IP_BAN', 'RATE_LIMITED']);

/** Reports whether the service understood the call and refused it, with an application code that means just that. */
export function isDefiniteRefusal(failure: Pick<Adviced, 'code' | 'httpStatus' | 'sent' | 'category'>): boolean {
  const { code, httpStatus, sent, category } = failure;
  if (sent !== 'yes' || code === null || limits.has(category)) return false;
  const answered = httpStatus !== null && httpStatus < 500;
  return answered && /^-?\d+$/.test(code) && !indefiniteCodes.has(code);
}
