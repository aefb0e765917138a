/** What people say who cancel a purchase: kept in the register, which no reset and no forged message reaches. */
import { personKey } from '../orders/names/person-name.ts';
import type { CancelReason } from '../cancel-reason.ts';

/** So many different people cancel a purchase that may be paid; any other one takes one person. */
const peopleWhoCancelPaid = 2;

/** Returns how many different people have to say that a purchase is cancelled. */
export const peopleWanted = (mayBePaid: boolean): number => (mayBePaid ? peopleWhoCancelPaid : 1);

/** How long such a word counts, in ms: who carries it out has to see the order as its giver did. */
export const cancelWordLifeMs = 15 * 60_000;
/** A word from further ahead was said by a clock that is wrong, and would count for longer. */
const aheadMs = 60_000;

/** One person's word. */
export interface SaidCancel {
  readonly by: string;
  readonly reason: CancelReason;
  /** Its giver knows that it may be paid. */
  readonly despitePayment: boolean;
  readonly generation: string;
  readonly epoch: number;
  readonly atMs: number;
}

/** The order as it is when it is to be cancelled. */
type CancelMoment = Pick<SaidCancel, 'reason' | 'generation' | 'epoch'> & {
  readonly mayBePaid: boolean;
  /** The newest that the register knows of a payment: no word from before it knew of that. Null: nothing. */
  readonly paidAtMs: number | null;
  readonly nowMs: number;
};

/** Returns the different people whose words count: for the same reason, of the order as it is and as it was paid, and not long ago. */
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
  const isKnowing = word.despitePayment || !now.mayBePaid;
  const isLater = now.paidAtMs === null || word.atMs > now.paidAtMs;
  const isFresh = word.atMs <= now.nowMs + aheadMs && now.nowMs < word.atMs + cancelWordLifeMs;
  return isSame && isKnowing && isLater && isFresh;
}
