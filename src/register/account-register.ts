/** The register as one account uses it, in one term of the lead. */
import { OwnFailure } from '../domain/failures/own-failures.ts';
import type { Register } from './register.ts';
import type { GuardSeen, LeadTerm } from './operations/terms.ts';
import type { ArmReply, Arming } from './operations/arm.ts';
import type { Claim, ClaimReply } from './operations/claim.ts';
import type { MarksNow, TakeBack, Unhold } from './operations/order-marks.ts';
import type { OrderEnding } from './operations/order-ends.ts';
import type { OrderSeen, StepSeen } from './operations/reads.ts';
import type { OrderMark, OrderStand } from '../domain/register/order-stand.ts';
import type { Restricting } from './operations/restrictions.ts';
import type { UnknownRelease } from './operations/unknown-releases.ts';
import type { HistoryMark } from '../domain/books/history-mark.ts';
import type { HistoryRead } from './operations/trades.ts';
import type { StepBar } from '../domain/step-bar.ts';
import type { WordRefusal } from '../domain/register/word-refusal.ts';
import type { StepKey, StepRow } from '../domain/register/step-row.ts';
import type { Restrictions } from '../domain/guard/restriction.ts';
import type { PaymentOwner } from '../domain/payment-owner.ts';
import type { Payment } from '../domain/payments/payment.ts';
import type { BareRelease } from '../domain/payments/payment-judgement.ts';
import type { Assigned } from '../domain/people/assignment.ts';
import type { Dealing } from '../domain/people/dealing.ts';
import type { Remark } from '../domain/people/remark.ts';

/** What every word has, and the account's register adds. */
type Added = 'account' | 'term' | 'begunIn' | 'nowMs' | 'comparedIn';

/** A statement takes so many values. */
const releasesAtOnce = 200;

interface AccountRegisterOptions {
  readonly register: Register;
  readonly account: string;
  /** Settles when the term has begun; rejects while the register is silent. */
  readonly term: () => Promise<LeadTerm>;
  /** Ends the term that has begun in that generation: the register was put back. Absent: the term goes on, and claims nothing. */
  readonly ended?: (begunIn: string) => Promise<void>;
  /** Returns why the service's releases are not compared with the rows, or null: they are, since the last standstill. */
  readonly uncompared: () => Promise<StepBar | null>;
  /** Returns the generation in which they are by now, or null: what is booked before is unknown, for a copy books, too. Absent: they are. */
  readonly comparedIn?: () => Promise<string | null>;
  readonly clock: { now(): number };
  /** Names a claim, at random. */
  readonly nextCallId: () => string;
}

/** Every method rejects with RegisterSilent where the register does not answer. */
export class AccountRegister {
  readonly #options: AccountRegisterOptions;

  constructor(options: AccountRegisterOptions) {
    this.#options = options;
  }

  /** Begins the term; rejects where the register does not answer, and is then begun with the first claim. */
  async begin(): Promise<void> {
    await this.#options.term();
  }

  /** Claims a money step, in this term. A register that may be an older copy has forgotten payments: it is compared before. */
  async claim(wish: Omit<Claim, Added | 'callId'>): Promise<ClaimReply> {
    const bar = await this.#options.uncompared();
    if (bar !== null) return { claimed: false, reason: OwnFailure.NOT_COMPARED, ...bar };
    const { term, generation: begunIn } = await this.#options.term();
    const { register, nextCallId } = this.#options;
    const reply = await register.claim({ ...wish, ...this.#now(), term, begunIn, callId: nextCallId() });
    if (!reply.claimed && reply.code === 'register-put-back') await this.#options.ended?.(begunIn);
    return reply;
  }

  /** Arms a claimed step, in this term. */
  async arm(wish: Omit<Arming, Added>): Promise<ArmReply> {
    const { term } = await this.#options.term();
    return this.#options.register.arm({ ...wish, ...this.#now(), term });
  }

  /** Ends a claim of which nothing has left. */
  withdraw(number: number, why: string): Promise<void> {
    return this.#options.register.withdraw({ ...this.#now(), number, why });
  }

  /** Writes down what the service answered, and the order that it names for a placement. */
  noteAnswer(number: number, answer: string, orderNumber: string | null = null): Promise<void> {
    return this.#options.register.noteAnswer({ ...this.#now(), number, answer, orderNumber });
  }

  /** Takes one read of an order; returns what its approvals and words are compared with. */
  async orderSeen(seen: Omit<OrderSeen, Added>): Promise<OrderStand> {
    const { register, comparedIn } = this.#options;
    const compared = comparedIn === undefined ? {} : { comparedIn: await comparedIn() };
    return register.orderSeen({ ...seen, ...this.#now(), ...compared });
  }

  /** Takes one read of a placement or a publication. */
  stepSeen(seen: Omit<StepSeen, Added>): Promise<StepRow[]> {
    return this.#options.register.takeRead({ ...seen, ...this.#now() });
  }

  /** Returns what a step without an order rests on. */
  marksOf(subject: string): Promise<MarksNow> {
    return this.#options.register.marksOf({ account: this.#options.account, subject });
  }

  /** Returns the attempts of a step, the oldest first. */
  stepRows(key: Omit<StepKey, 'account'>): Promise<StepRow[]> {
    return this.#options.register.stepRows({ ...key, account: this.#options.account });
  }

  /** Returns the attempts that may have left and have no end. */
  leavingRows(): Promise<StepRow[]> {
    return this.#options.register.leavingRows({ account: this.#options.account });
  }

  /** Writes down that a person, or a reset, has taken something of an order back. */
  takeBack(word: Omit<TakeBack, Added>): Promise<OrderMark> {
    return this.#options.register.takeBack({ ...word, ...this.#now() });
  }

  /** Lifts a hold, in this term, which says whose signature it takes; returns why not, or null. */
  async unhold(word: Omit<Unhold, Added>): Promise<WordRefusal | null> {
    await this.#options.term();
    return this.#options.register.unhold({ ...word, ...this.#now() });
  }

  /** Returns the switches, rules and blocks. */
  restrictions(): Promise<Restrictions> {
    return this.#options.register.restrictions({ account: this.#options.account });
  }

  /** Adds to them. */
  restrict(wish: Omit<Restricting, Added>): Promise<Restrictions> {
    return this.#options.register.restrict({ ...wish, ...this.#now() });
  }

  /** Returns since when the service's releases are compared: `beforeMs` before what is known of them. */
  comparedSinceMs(beforeMs: number): Promise<number> {
    return this.#options.register.comparedSinceMs({ ...this.#now(), beforeMs });
  }

  /** Returns the releases that were not this register's, and that no person has explained. */
  unexplainedReleases(): Promise<UnknownRelease[]> {
    return this.#options.register.unexplainedReleases({ account: this.#options.account });
  }

  /** Writes down which of these releases no row knows; returns all for which no money moves. */
  compareReleases(orderNumbers: readonly string[]): Promise<string[]> {
    return this.#options.register.compareReleases({ ...this.#now(), orderNumbers });
  }

  /** Returns which of these releases, and of those that the comparison has found since a moment, no row of the account knows. */
  async unbookedReleases(orderNumbers: readonly string[], sinceMs: number): Promise<string[]> {
    const { register, account } = this.#options;
    const unbooked = new Set<string>();
    // Once without a number, too: what the comparison has found is asked for all the same.
    for (let from = 0; from === 0 || from < orderNumbers.length; from += releasesAtOnce) {
      const portion = orderNumbers.slice(from, from + releasesAtOnce);
      const found = await register.unbookedReleases({ account, orderNumbers: portion, sinceMs });
      for (const orderNumber of found) unbooked.add(orderNumber);
    }
    return [...unbooked];
  }

  /** Writes down that all was compared that the service showed when its reading began. */
  noteCompared(atMs: number): Promise<void> {
    return this.#options.register.noteCompared({ account: this.#options.account, atMs });
  }

  /** Compares the rows with what the guard has permitted; returns whether this register is an older copy. */
  compareGuard(seen: Omit<GuardSeen, Added>): Promise<boolean> {
    return this.#options.register.compareGuard({ ...this.#now(), ...seen });
  }

  /** Returns whether Temporal is another one than before, or has begun empty, and no person has accepted that. */
  hasOtherTemporal(): Promise<boolean> {
    return this.#options.register.hasOtherTemporal({ account: this.#options.account });
  }

  /** Returns how far the service's history was read; null: not at all. */
  historyMark(): Promise<HistoryMark | null> {
    return this.#options.register.historyMark({ account: this.#options.account });
  }

  /** Writes down orders that have ended; returns how many were new, or null: another process has read on. */
  keepTrades(read: Omit<HistoryRead, Added>): Promise<number | null> {
    return this.#options.register.keepTrades({ ...this.#now(), ...read });
  }

  /** Writes down how an order has ended; returns whether that was new. */
  keepOrderEnd(ending: Omit<OrderEnding, Added>): Promise<boolean> {
    return this.#options.register.keepOrderEnd({ ...ending, ...this.#now() });
  }

  /** Returns which orders hold these payments, of all accounts. */
  paymentOwners(keys: readonly string[]): Promise<PaymentOwner[]> {
    return this.#options.register.paymentOwners({ keys });
  }

  /** Returns the payments in a currency for orders of the account, seen since a moment. */
  paymentsSeen(wish: { readonly currency: string; readonly sinceMs: number }): Promise<Payment[]> {
    return this.#options.register.paymentsSeen({ ...wish, account: this.#options.account });
  }

  /** Returns the sales in a currency that were released since a moment and that no payment backs, of all accounts. */
  bareReleases(wish: { readonly fiat: string; readonly sinceMs: number }): Promise<BareRelease[]> {
    return this.#options.register.bareReleases(wish);
  }

  /** Returns a number that rises with each new sighting for orders of the account; 0: there is none. */
  lastSighting(): Promise<number> {
    return this.#options.register.lastSighting({ account: this.#options.account });
  }

  /** Returns the orders with a person, by user number. */
  dealings(person: string): Promise<Dealing[]> {
    return this.#options.register.dealings({ account: this.#options.account, person: person.toLowerCase() });
  }

  /** Reports whether a user number is the account's own. */
  isOwnNumber(number: string): Promise<boolean> {
    return this.#options.register.isOwnNumber({ account: this.#options.account, person: number.toLowerCase() });
  }

  /** Returns an order with its person; null: no read of it has named one. */
  dealingOf(orderNumber: string): Promise<Dealing | null> {
    return this.#options.register.dealingOf({ account: this.#options.account, orderNumber });
  }

  /** Returns who of the desk works at an order; null: no one. */
  assignedTo(orderNumber: string): Promise<Assigned | null> {
    return this.#options.register.assignedTo({ ...this.#now(), orderNumber });
  }

  /** Returns what is remarked of people. */
  remarks(): Promise<Remark[]> {
    return this.#options.register.remarks({ account: this.#options.account });
  }

  #now(): { account: string; nowMs: number } {
    const { account, clock } = this.#options;
    return { account, nowMs: clock.now() };
  }
}
