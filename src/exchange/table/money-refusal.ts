import type { ErrorFacts } from '../../domain/failures/error-category.ts';
import type { Sent } from '../../domain/failures/marketplace-failure.ts';
import { errorRow } from './error-table.ts';

interface Judged extends ErrorFacts {
  /** Whether the request left the process. */
  readonly sent: Sent;
}

/**
 * Codes that the service may also return when the request took effect: -3026 probably means our own earlier success.
 */
const undecidedCodes: ReadonlySet<string> = new Set(['-1000', '-9000', '-3026']);
const refusedStatuses: ReadonlySet<number> = new Set([418, 429]);

function isRefusedByStatus({ httpStatus, code, message }: Judged): boolean {
  if (code === '429' || (httpStatus !== null && refusedStatuses.has(httpStatus))) return true;
  // A rule of the service: of all 5xx only this text means that nothing was executed.
  return httpStatus === 503 && /service unavailable/i.test(message);
}

function isRefusedByCode({ httpStatus, code }: Judged): boolean {
  const broken = httpStatus !== null && httpStatus >= 500;
  return !broken && code !== null && !undecidedCodes.has(code) && errorRow(code) !== null;
}

/**
 * Whether a failed request cannot have taken effect: it was not sent, or the answer is 418, 429, 503 "Service Unavailable" or
 * a definite code of interface 7.3. -1000 and -9000 prove nothing, whatever interface 7.4 allows for reads.
 */
export function hadNoEffect(failure: Judged): boolean {
  return failure.sent === 'no' || isRefusedByStatus(failure) || isRefusedByCode(failure);
}
