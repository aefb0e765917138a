import type { Client } from '@temporalio/client';
import type { PlacementInput } from '../../workflows/contract/definitions.ts';

/**
 * The request id was used for an order with other terms: nothing was started, and nothing was joined.
 *
 * @example
 * try {
 *   await placeOrder(client, { ...placed, totalAmount: '900.00' });
 * } catch (error) {
 *   if (!(error instanceof RequestIdTakenError)) throw error;
 *   error.differences; // → ['totalAmount']
 * }
 */
export class RequestIdTakenError extends Error {
  override readonly name = 'RequestIdTakenError';
  readonly requestId: string;
  /** The fields in which the two requests differ. */
  readonly differences: readonly string[];

  constructor(requestId: string, differences: readonly string[]) {
    const fields = differences.join(', ');
    super(`request id ${requestId} was used for another order (${fields}): take a new id, or repeat the same order`);
    this.requestId = requestId;
    this.differences = differences;
  }
}

const memoKey = 'PeerdeskRequest';

/**
 * The terms that make two requests the same order: each field as text. Settings belong to the worker, not to the order, and
 * another person may repeat it.
 */
type RequestTerms = Record<string, string>;

function termsOf({
  requestId: _id,
  account: _account,
  settings: _settings,
  startedBy: _by,
  payId,
  ...rest
}: PlacementInput) {
  const terms: Record<string, unknown> = { ...rest, payId: payId ?? null };
  return Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, orderedText(value)]));
}

/** Writes JSON with sorted keys, so that equal values yield equal text. */
function orderedText(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${JSON.stringify(name)}:${orderedText(part)}`);
  return `{${parts.sort((left, right) => (left < right ? -1 : 1)).join(',')}}`;
}

/** Returns the memo of a placement's start, for comparison with a second call under its request id. */
export function requestMemo(input: PlacementInput): Record<string, RequestTerms> {
  return { [memoKey]: termsOf(input) };
}

/**
 * Rejects with RequestIdTakenError when the placement with that id, running or ended, was started for other terms; one
 * without recorded terms counts as different.
 */
export async function refuseOtherRequest(client: Client, workflowId: string, input: PlacementInput): Promise<void> {
  const { memo } = await client.workflow.getHandle(workflowId).describe();
  const kept = readTerms(memo?.[memoKey]);
  const asked: RequestTerms = termsOf(input);
  const names = new Set([...Object.keys(asked), ...Object.keys(kept)]);
  const differences = [...names].filter((name) => asked[name] !== kept[name]);
  if (differences.length > 0) throw new RequestIdTakenError(input.requestId, differences);
}

function readTerms(memo: unknown): Record<string, unknown> {
  return typeof memo === 'object' && memo !== null ? { ...memo } : {};
}
