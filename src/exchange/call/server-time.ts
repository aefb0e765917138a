import { authSteps } from './auth-plan.ts';
import type { CallOptions } from '../call-options.ts';
import type { SenderParts } from './dispatch.ts';
import { momentNow } from './send-refusals.ts';
import { sendOnce } from './sender.ts';
import { systemOperations } from '../table/operations/open-operations.ts';
import type { TimeReading } from '../limits/server-clock.ts';

/**
 * Calls GET /api/v3/time once, ahead of every queued call: calls refused for their timestamp depend on it. Returns the
 * service's time with the moments of sending and answering; rejects with an ExchangeError.
 */
export async function readServerTime(parts: SenderParts, { signal }: CallOptions): Promise<TimeReading> {
  const operation = systemOperations.time;
  const { method, path } = operation;
  const route = { operation, form: { method, path }, step: authSteps.open, fields: {} };
  const begun = momentNow(parts);
  const result = await sendOnce(parts, { ...route, priority: 'money', adKey: null, signal, fence: undefined, begun });
  if (!result.ok) throw result.error;
  const { serverTime } = operation.data.parse(result.data);
  return { serverTimeMs: serverTime, leftAtMs: result.leftAtMs, answeredAtMs: result.answeredAtMs };
}
