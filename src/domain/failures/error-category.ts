/** The categories of interface section 7.2, in the order in which they are tried. */
export const ErrorCategory = {
  AD_OFFLINE: 'AD_OFFLINE',
  RETRY_WITH_SYNC: 'RETRY_WITH_SYNC',
  RETRIABLE_WITH_BACKOFF: 'RETRIABLE_WITH_BACKOFF',
  RETRY_WITH_VOLUME_SYNC: 'RETRY_WITH_VOLUME_SYNC',
  NON_RETRIABLE_BUSINESS: 'NON_RETRIABLE_BUSINESS',
  SPECIAL_HANDLER: 'SPECIAL_HANDLER',
  PRICE_RANGE_LIMIT: 'PRICE_RANGE_LIMIT',
  UNKNOWN: 'UNKNOWN',
} as const;
export type ErrorCategory = (typeof ErrorCategory)[keyof typeof ErrorCategory];

/** Conditions of the transport, checked before any application error (interface 7.1 and 7.7). */
export const TransportCondition = {
  IP_BAN: 'IP_BAN',
  RATE_LIMITED: 'RATE_LIMITED',
  NOT_FOUND: 'NOT_FOUND',
} as const;
export type TransportCondition = (typeof TransportCondition)[keyof typeof TransportCondition];

export type FailureCategory = ErrorCategory | TransportCondition;

/** HTTP 451: the service refuses the country or network of the address, whatever is called. */
export const notServedHere = 451;

/** Whether the service wants fewer calls, or none: of this account or of this address. */
export const isLimit = (category: FailureCategory): boolean =>
  category === TransportCondition.IP_BAN || category === TransportCondition.RATE_LIMITED;

/** The facts of one failed call. */
export interface ErrorFacts {
  /** The application code as text, such as '-1021' or '83229'; null when the answer had no code. */
  readonly code: string | null;
  readonly message: string;
  /** null when no answer arrived. */
  readonly httpStatus: number | null;
}
