/** An answer that says no, in the two-field shape of the service. */
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

/** Several names in one refusal are joined with a vertical bar, as the live service does. */
export const missingParameters = (names: readonly string[]): SimRefusal =>
  new SimRefusal(-1102, `Mandatory parameter '${names.join('|')}' was not sent, was empty/null, or malformed.`);

export const illegalParameter = (): SimRefusal => new SimRefusal(-1102, 'illegal parameter');
/** -9000 hides the real code in its message (interface section 7.2). */
export const wrapped = (message: string): SimRefusal => new SimRefusal(-9000, message);
export const foreignOrder = (): SimRefusal => new SimRefusal(83998, 'Operation illegal.');
export const notPayable = (): SimRefusal => new SimRefusal(83023, 'The order cannot be marked as paid.');
/** Its number on the live service is unknown; what counts is that the refusal is definite. */
export const notReleasable = (): SimRefusal => new SimRefusal(83021, 'The order is not paid yet.');
export const notCancellable = (): SimRefusal => new SimRefusal(83024, 'The order cannot be cancelled.');
export const alreadyCompleted = (): SimRefusal => new SimRefusal(-3026, 'Order already completed.');
export const codeAlreadyUsed = (): SimRefusal => new SimRefusal(200001035, 'The code was already used.');
export const codeMissing = (): SimRefusal => new SimRefusal(200001034, 'Verification failed.');
export const invalidQuantity = (): SimRefusal => new SimRefusal(-1013, 'Invalid quantity.');
export const tooPrecise = (): SimRefusal => new SimRefusal(-1111, 'Precision is over the maximum defined.');
export const overlapsOwnAd = (): SimRefusal => new SimRefusal(187055, 'The price overlaps another of your ads.');
