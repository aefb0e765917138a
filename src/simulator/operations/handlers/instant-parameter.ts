import { instantOf } from '../../../domain/moment-text.ts';
import { textParameter, type SimCall } from '../../world/sim-call.ts';
import { missingParameters } from '../../world/sim-refusal.ts';

const isoInstant = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Returns a moment in milliseconds since the epoch; null when absent, -1102 when invalid.
 *
 * The filter of EP-4 is documented as date and time in text, while live desks send milliseconds: both are accepted. A
 * text without a zone means UTC.
 */
export function instantParameter(call: SimCall, name: string): number | null {
  const text = textParameter(call, name);
  if (text === null) return null;
  if (/^\d{1,16}$/.test(text)) return Number(text);
  const instant = isoInstant.test(text) ? instantOf(text) : Number.NaN;
  if (Number.isNaN(instant)) throw missingParameters([name]);
  return instant;
}
