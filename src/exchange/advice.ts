import type { FailureCategory } from '../domain/error-category.ts';
import { judgeMoneyFailure } from '../domain/money-outcome.ts';
import type { MoneyFailure } from '../domain/money-outcome.ts';
import { findOperation } from './operations.ts';

/** One sentence for each code that has a remedy of its own. */
const byCode: Readonly<Record<string, string>> = {
  '-1021': "The service's clock and ours differ after a fresh synchronisation: check this machine's time service.",
  '-1022': 'The signature was refused: check that the secret belongs to this API key.',
  '-1102': 'Send the parameter that the message names.',
  '-1104': 'Leave out the parameter that the message counts as too many.',
  '-2008': 'The API key is not known: check PEERDESK_API_KEY.',
  '-2014': 'The API key has the wrong form: check PEERDESK_API_KEY.',
  '-2015': 'Check the API key, its permissions and the addresses that it is limited to.',
  '-2019': 'Move enough of the asset to the funding wallet.',
  '-3026': 'The order is completed already: read it before doing anything else.',
  '-1013': 'Choose a quantity that the ad allows.',
  '-1111': 'Use no more decimals than the scale of the pair allows.',
  '83229': 'The business is closed: open it, then resume the ad.',
  '83230': 'The merchant is taking a break: end it, then resume the ad.',
  '200001035': 'This one-time code was used already: wait for the next one.',
  FENCED: 'The time for this step is over: read the order, then decide anew.',
  BREAKER_OPEN: 'The service failed too often in a row: wait until the breaker lets a probe through.',
  ABORTED: 'The caller gave up: read the state before calling again.',
};

const byCategory: Readonly<Record<FailureCategory, string>> = {
  AD_OFFLINE: 'The merchant is not in business: open it, then resume the ad.',
  RETRY_WITH_SYNC: "Synchronise the clock with the service's and sign anew.",
  RETRIABLE_WITH_BACKOFF: 'Try again later, waiting longer each time.',
  RETRY_WITH_VOLUME_SYNC: 'Read the ad again, then send its number and the price alone.',
  NON_RETRIABLE_BUSINESS: 'Repeating will not help: correct the request or the account first.',
  SPECIAL_HANDLER: 'Choose a price at least five ticks away from the own other ads.',
  PRICE_RANGE_LIMIT: 'Move the price into the range that the message names.',
  UNKNOWN: 'Read the state of what was to change before trying again.',
  IP_BAN: 'Send nothing from this address until the ban is over.',
  RATE_LIMITED: 'Send nothing for this account until Retry-After has passed.',
  NOT_FOUND: 'Check the number: the service does not know it.',
};

const mayHaveTakenEffect =
  'It may have taken effect: read the order or the ad before anything else, and never just repeat it.';
const neverLeft = 'Nothing was sent: check the address and the network, then try again.';

/** What the advice depends on. */
export interface Adviced extends MoneyFailure {
  /** The operation's name. */
  readonly endpoint: string;
  readonly category: FailureCategory;
}

/** Takes a failure and gives one sentence that says what to do next. */
export function adviceFor(failure: Adviced): string {
  const { code, category, sent } = failure;
  const own = code !== null && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
  if (own !== undefined) return own;
  if (sent === 'no' && category === 'UNKNOWN') return neverLeft;
  const isMoney = findOperation(failure.endpoint)?.kind === 'money';
  // "Try again" is for reads: of a money step these failures prove nothing (reliability 2.1).
  if (isMoney && judgeMoneyFailure(failure).kind === 'unknown') return mayHaveTakenEffect;
  return byCategory[category];
}
