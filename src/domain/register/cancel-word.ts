/** What people say who cancel a purchase that may be paid: kept in the register, which no reset and no forged message reaches. */
import { personKey } from '../orders/names/person-name.ts';
import type { CancelReason } from '../orders/cancel-reason.ts';

/** So many different people cancel a purchase that may be paid. */
export const peopleWhoCancelPaid = 2;

/** How long such a word counts, in ms: the second person has to see the order as the first one did. */
export const cancelWordLifeMs = 15 * 60_000;

/** One person's word. */
export interface SaidCancel {
  readonly by: string;
  readonly reason: CancelReason;
  readonly generation: string;
  readonly epoch: number;
  readonly atMs: number;
}

/** The order as it is when it is to be cancelled. */
type CancelMoment = Pick<SaidCancel, 'reason' | 'generation' | 'epoch'> & { readonly nowMs: number };

/** Returns the different people whose words count: for the same reason, of the order as it is, and not long ago. */
export function peopleWhoCancel(words: readonly SaidCancel[], now: CancelMoment): string[] {
  const byPerson = new Map<string, string>();
  for (const word of words) {
    const key = personKey(word.by);
    if (key !== '' && !byPerson.has(key) && isOfNow(word, now)) byPerson.set(key, word.by);
  }
  return [...byPerson.values()];
}

function isOfNow(word: SaidCancel, now: CancelMoment): boolean {
  const isSame = word.reason === now.reason && word.generation === now.generation && word.epoch === now.epoch;
  return isSame && now.nowMs < word.atMs + cancelWordLifeMs;
}
