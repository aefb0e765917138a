import { ExchangeError } from '../../exchange/exchange-error.ts';
import type { Operation } from '../../exchange/table/operation.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';

/**
 * Returns what the user reads after interrupting a call: whether it may have taken effect, and what to read then. An
 * error that the call had met by itself is returned unchanged.
 */
export function interruptionOf(
  error: unknown,
  operation: Operation,
  fields: Readonly<Record<string, unknown>>,
): unknown {
  if (!(error instanceof ExchangeError) || error.code !== 'ABORTED') return error;
  const outcome = error.sent === 'no' ? 'before it was sent: nothing happened' : outcomes[operation.kind];
  const advice = error.sent !== 'no' && operation.kind === 'money' ? ` ${moneyAdvice(operation, fields)}` : '';
  const message = `${operation.name}: interrupted ${outcome}.${advice}`;
  return new CliFailure(ExitCode.INTERRUPTED, message, { ...error.toJSON(), message });
}

const outcomes = {
  read: 'while it was on its way; it changes nothing',
  'idempotent-write': 'while it was on its way; it may have taken effect: read the state before you repeat it',
  money: 'while it was on its way: its outcome is unknown',
} as const;

/** Reliability 2.1: the order decides the unknown outcome of a money step, so read it first. */
function moneyAdvice({ name }: Operation, { orderNumber }: Readonly<Record<string, unknown>>): string {
  const number = typeof orderNumber === 'string' ? orderNumber : 'NUMBER';
  const read = lists[name] ?? `the order first (\`peerdesk call getUserOrderDetail --param adOrderNo=${number}\`)`;
  return `Read ${read}, and never just repeat it.`;
}

/** Calls without a number yet when they are interrupted. */
const lists: Readonly<Record<string, string>> = {
  placeOrder:
    'your orders first, whether the order is there (`peerdesk call listOrders --param page=1 --param rows=20`)',
  post: 'your ads first, whether the ad is there (`peerdesk call listWithPagination --param page=1 --param rows=20`)',
};
