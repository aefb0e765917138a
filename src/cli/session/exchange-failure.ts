import { isDefiniteRefusal } from '../../exchange/advice.ts';
import { ExchangeError } from '../../exchange/exchange-error.ts';
import type { Described } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';

/** Clock, key, secret, address list or a parameter is wrong: nothing improves before someone changes it. */
const configurationCodes: ReadonlySet<string> = new Set([
  '000002',
  '-1021',
  '-1022',
  '-1102',
  '-1104',
  '-2008',
  '-2014',
  '-2015',
]);

/** The service refused, whatever the code: also where -9000 wraps it. */
const refusalCategories: ReadonlySet<string> = new Set([
  'NON_RETRIABLE_BUSINESS',
  'AD_OFFLINE',
  'SPECIAL_HANDLER',
  'PRICE_RANGE_LIMIT',
]);

/** Advice for a user, where the error's own advice is for a program. */
const advice: Partial<Record<ExitCode, string>> = {
  [ExitCode.NOT_RUNNING]: 'Start the service (`peerdesk simulator` for a stand-in), or check PEERDESK_BASE_URL.',
  [ExitCode.TIMEOUT]: 'Look at the state before you repeat a write; --timeout waits longer.',
};

const tooLate = /in time|timed out|within \d+ ms|stopped half-way/;
/** Codes of Node and OpenSSL: an untrusted certificate, or a peer that does not speak TLS. */
const insecure = /SSL|TLS|CERT|UNABLE_TO_|SELF_SIGNED/;
const tlsAdvice =
  'Check that PEERDESK_BASE_URL names an https service and the host of its certificate; NODE_EXTRA_CA_CERTS adds an authority.';

/** Returns the exit code and line of an ExchangeError: what failed, code, category, and what to do. */
export function describeExchangeFailure(error: Error): Described {
  if (!(error instanceof ExchangeError)) return { exitCode: ExitCode.ERROR, line: error.message };
  const { endpoint, message, code, category, sent } = error;
  const exitCode = exitCodeOf(error);
  const facts = [`code ${code ?? 'none'}`, `category ${category}`, ...(sent === 'unknown' ? ['outcome unknown'] : [])];
  const told = adviceOf(error, exitCode);
  const line = `${endpoint}: ${message} [${facts.join(', ')}] ${told}`;
  return { exitCode, line, data: { ...error.toJSON(), advice: told } };
}

function adviceOf(error: ExchangeError, exitCode: ExitCode): string {
  if (exitCode === ExitCode.NOT_RUNNING && insecure.test(error.message)) return tlsAdvice;
  return advice[exitCode] ?? error.advice;
}

function exitCodeOf(error: ExchangeError): ExitCode {
  const { code, category } = error;
  if (code !== null && configurationCodes.has(code)) return ExitCode.CONFIGURATION;
  if (isTooLate(error)) return ExitCode.TIMEOUT;
  if (category === 'NOT_FOUND') return ExitCode.NOT_FOUND;
  if (isUnreachable(error)) return ExitCode.NOT_RUNNING;
  return refusalCategories.has(category) || isDefiniteRefusal(error) ? ExitCode.REFUSED : ExitCode.ERROR;
}

const isTooLate = ({ code, message, httpStatus }: ExchangeError): boolean =>
  code === 'ABORTED' || (httpStatus === null && tooLate.test(message));

/** Our own refusals to send have a code or a category: a failure with neither never reached the service. */
const isUnreachable = ({ code, category, httpStatus, sent }: ExchangeError): boolean =>
  sent === 'no' && code === null && httpStatus === null && category === 'UNKNOWN';
