import type { ErrorFacts, FailureCategory } from './error-category.ts';

/** Whether the request left this process: `yes` when an answer arrived, `unknown` when it may have. */
export type Sent = 'no' | 'yes' | 'unknown';

interface FailedCall extends Omit<ErrorFacts, 'message'> {
  /** The operation's name. */
  readonly endpoint: string;
  readonly category: FailureCategory;
  readonly sent: Sent;
  /** The request cannot have taken effect: it was not sent, or clearly refused. */
  readonly hadNoEffect: boolean;
  /** How long to wait before the next try, where known; never capped. */
  readonly retryAfterMs: number | null;
  /** One sentence: what to do next. */
  readonly advice: string;
}

/**
 * What every failed call of a marketplace rejects with: all that the desk goes by. Which category a code or a text means is
 * known to the room that speaks the marketplace's wire, and to no other.
 */
export class MarketplaceFailure extends Error implements FailedCall {
  override readonly name: string = 'MarketplaceFailure';
  readonly code: string | null;
  readonly httpStatus: number | null;
  readonly endpoint: string;
  readonly retryAfterMs: number | null;
  readonly sent: Sent;
  readonly hadNoEffect: boolean;
  readonly category: FailureCategory;
  readonly advice: string;

  constructor(message: string, call: FailedCall) {
    super(message);
    this.code = call.code;
    this.httpStatus = call.httpStatus;
    this.endpoint = call.endpoint;
    this.retryAfterMs = call.retryAfterMs;
    this.sent = call.sent;
    this.hadNoEffect = call.hadNoEffect;
    this.category = call.category;
    this.advice = call.advice;
  }
}
