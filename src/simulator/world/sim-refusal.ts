/** A refusal in the two-field shape of the service. */
export class SimRefusal extends Error {
  readonly code: number;
  readonly httpStatus: number;

  constructor(code: number, message: string, httpStatus = 400) {
    super(message);
    this.name = 'SimRefusal';
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

/** An allowance of its own is used up; the answer includes the wait. */
export class TooManyCalls extends SimRefusal {
  /** Until the allowance has room again. */
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(-1003, 'Too many requests.', 429);
    this.waitMs = waitMs;
  }
}

/** Several names in one refusal are joined with a vertical bar, as the live service does. */
export const missingParameters = (names: readonly string[]): SimRefusal =>
  new SimRefusal(-1102, `Mandatory parameter '${names.join('|')}' was not sent, was empty/null, or malformed.`);

/** Parameters of the query that the operation does not know. */
export const unreadParameters = (read: number, sent: number): SimRefusal =>
  new SimRefusal(-1104, `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`);

/** A parameter that cannot be understood. */
export const illegalParameter = (): SimRefusal => new SimRefusal(-1102, 'illegal parameter');
/** -9000 hides the real code in its message (interface section 7.2). */
export const wrapped = (message: string): SimRefusal => new SimRefusal(-9000, message);
/** The order belongs to another account, or does not exist. */
export const foreignOrder = (): SimRefusal => new SimRefusal(83998, 'Operation illegal.');
/** The order does not await a payment (any more). */
export const notPayable = (): SimRefusal => new SimRefusal(83023, 'The order cannot be marked as paid.');
/** Its number on the live service is unknown; it only matters that the refusal is definite. */
export const notReleasable = (): SimRefusal => new SimRefusal(83021, 'The order is not paid yet.');
/** The order has come too far to be withdrawn. */
export const notCancellable = (): SimRefusal => new SimRefusal(83024, 'The order cannot be cancelled.');
/** The asset was released before. */
export const alreadyCompleted = (): SimRefusal => new SimRefusal(-3026, 'Order already completed.');
/** A one-time code came a second time. */
export const codeAlreadyUsed = (): SimRefusal => new SimRefusal(200001035, 'The code was already used.');
/** A release without the one-time code that is asked for. */
export const codeMissing = (): SimRefusal => new SimRefusal(200001034, 'Verification failed.');
/** An amount outside the limits or the remainder of the ad. */
export const invalidQuantity = (): SimRefusal => new SimRefusal(-1013, 'Invalid quantity.');
/** More decimals than the market has. */
export const tooPrecise = (): SimRefusal => new SimRefusal(-1111, 'Precision is over the maximum defined.');
/** A price within four ticks of an own ad (interface section 7.4). */
export const overlapsOwnAd = (): SimRefusal => new SimRefusal(187055, 'The price overlaps another of your ads.');
/** The merchant's business is closed (interface section 7.3). */
export const businessClosed = (): SimRefusal => new SimRefusal(83229, 'The business is closed.');
/** The merchant is on a break. */
export const takesBreak = (): SimRefusal => new SimRefusal(83230, 'The merchant is taking a break.');
/** A quantity below the service's minimum (wire-facts 2.3). */
export const quantityTooSmall = (): SimRefusal => wrapped('187040');
/** More is offered than the wallet has free (interface section 7.3). */
export const notEnoughFree = (): SimRefusal => new SimRefusal(-2019, 'Margin is insufficient.');
