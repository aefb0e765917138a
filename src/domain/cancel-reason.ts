/** Why a buyer cancels an order, by the codes of the service. Source: interface 4.1, EP-9. */
import { z } from 'zod';

export const cancelReasonSchema = z.literal([1, 2, 3, 4, 5, 6], 'reason must be 1 to 6');
export type CancelReason = z.infer<typeof cancelReasonSchema>;

/** The only reason whose text the service takes. */
export const otherReason = 5;

/** Whether a reason has the text that it needs. */
export function isExplained({
  reason,
  note = '',
}: {
  readonly reason: number;
  readonly note?: string | undefined;
}): boolean {
  return reason !== otherReason || note.trim() !== '';
}
