/** The register of this machine, as a command writes to it for one account. */
import { setTimeout as delay } from 'node:timers/promises';
import type { KeptEntry } from '../../register/operations/journal.ts';
import type { AccountSummary } from '../../register/operations/summary.ts';
import type { OnceStepName } from '../../domain/once-steps.ts';
import type { Restriction, Restrictions } from '../../domain/guard/restriction.ts';
import { leaseMs } from '../../domain/orders/money-outcome.ts';
import { placeText } from '../../domain/register/register-place.ts';
import { cancellingWord, type CancellingFacts } from '../../domain/signing/signed-cancelling.ts';
import { transferKey, type KeptTransfer, type ReportedTransfer } from '../../domain/people/assignment.ts';
import type { Remark } from '../../domain/people/remark.ts';
import { looseningWord } from '../../domain/signing/signed-loosening.ts';
import { rulingWord } from '../../domain/signing/signed-ruling.ts';
import type { Sign } from '../approver/sign-word.ts';
import type { OrderTakeBack } from '../../client/index.ts';
import type { OpenRegister } from './with-register.ts';
import type { WordRefusal } from '../../domain/register/word-refusal.ts';

const lookAgainMs = 250;

/** What is taken off the restrictions, as its giver saw them. */
interface Loosened {
  readonly gone: readonly Pick<Restriction, 'kind' | 'key'>[];
  readonly added: readonly Restriction[];
  readonly revision: number;
  readonly by: string;
}

/** That a call without a number was not done, as a person says. */
export interface RuledNotDone {
  readonly step: 'place' | 'publish';
  /** The request id of the placement, or the name of the ad. */
  readonly subject: string;
  readonly by: string;
  readonly note: string;
}

/** Every method rejects with RegisterSilent where the register does not answer. */
export class AccountKeeper {
  readonly #open: OpenRegister;
  readonly #account: string;

  constructor(open: OpenRegister, account: string) {
    this.#open = open;
    this.#account = account;
  }

  /** Where it is. */
  get place(): string {
    return placeText(this.#open.place);
  }

  /** Returns the switches, rules and blocks. */
  restrictions(): Promise<Restrictions> {
    return this.#open.register.restrictions({ account: this.#account });
  }

  /** Adds to them, as a person's word of now. */
  restrict(entries: readonly Restriction[], by: string): Promise<Restrictions> {
    return this.#open.register.restrict({ account: this.#account, entries, by, isSaid: true, nowMs: Date.now() });
  }

  /** Takes some of them away; returns why not, or null. The register verifies the signature where the account needs one. */
  loosen(wish: Loosened, sign: Sign | null): Promise<WordRefusal | null> {
    const account = this.#account;
    const { generation } = this.#open.identity;
    const signed = sign === null ? null : sign(looseningWord({ ...wish, account, generation }));
    return this.#open.register.loosen({ ...wish, account, signed, nowMs: Date.now() });
  }

  /** Takes rules away that others contain. */
  tidyRules(key: string, by: string): Promise<void> {
    return this.#open.register.tidyRules({ account: this.#account, key, by, nowMs: Date.now() });
  }

  /**
   * Says that the call of a placement or a publication was not done. Returns why not, or null; undefined where none of it
   * may have left.
   */
  async ruleNotDone(
    { step, subject, by, note }: RuledNotDone,
    sign: Sign | null,
  ): Promise<WordRefusal | null | undefined> {
    const account = this.#account;
    const rows = await this.#open.register.stepRows({ account, step, subject });
    const open = rows.findLast(({ state }) => state === 'leaving');
    if (open === undefined) return undefined;
    const { generation } = this.#open.identity;
    const said = { account, step, subject, generation, attempt: open.number, by };
    const signed = sign === null ? null : sign(rulingWord(said));
    return this.#open.register.ruleNotDone({ ...said, note, signed, nowMs: Date.now() });
  }

  /** Keeps that a purchase is cancelled; returns why that does not count, or null. */
  sayCancel(
    word: Omit<CancellingFacts, 'account'> & { readonly note: string },
    sign: Sign | null,
  ): Promise<WordRefusal | null> {
    const said = { ...word, account: this.#account };
    const signed = sign === null ? null : sign(cancellingWord(said));
    return this.#open.register.sayCancel({ ...said, signed, nowMs: Date.now() });
  }

  /** Takes something of an order back: what was allowed before counts no more, and a hold or a stop holds it. */
  async takeBack(orderNumber: string, { what, by, note = '' }: OrderTakeBack): Promise<void> {
    await this.#open.register.takeBack({ account: this.#account, orderNumber, what, by, note, nowMs: Date.now() });
  }

  /** Returns what is remarked of people. */
  remarks(): Promise<Remark[]> {
    return this.#open.register.remarks({ account: this.#account });
  }

  /** Remarks something of a person, in place of what was remarked before. */
  async remark(word: Pick<Remark, 'person' | 'text' | 'by'>): Promise<void> {
    await this.#open.register.remark({ ...word, account: this.#account, nowMs: Date.now() });
  }

  /** Looks a user number up: whether it is the account's own, and whether an order with it was read. */
  async sightOf(number: string): Promise<{ readonly isOwn: boolean; readonly isSeen: boolean }> {
    const person = { account: this.#account, person: number };
    const { register } = this.#open;
    return { isOwn: await register.isOwnNumber(person), isSeen: (await register.dealings(person)).length > 0 };
  }

  /** Keeps that a transfer pays a purchase, or returns why it does not count. */
  keepTransfer(orderNumber: string, { by, proof, despite }: ReportedTransfer): Promise<KeptTransfer> {
    const payment = { key: transferKey(proof), proof };
    const word = { account: this.#account, orderNumber, by, payment, despite, nowMs: Date.now() };
    return this.#open.register.keepTransfer(word);
  }

  /** Frees transfers of an order that it does not rest on. */
  async freeTransfers(orderNumber: string, keys: readonly string[]): Promise<void> {
    await this.#open.register.freeTransfers({ account: this.#account, orderNumber, keys, nowMs: Date.now() });
  }

  /** Returns what people did in it since a moment, to any account, and which register it is from when on. */
  acts(sinceMs: number): Promise<KeptEntry[]> {
    return this.#open.register.acts({ sinceMs });
  }

  /** Returns what its journal has of an order. */
  orderEntries(orderNumber: string): Promise<KeptEntry[]> {
    return this.#open.register.orderEntries({ account: this.#account, orderNumber });
  }

  /** Returns what it has of the account; null: nothing. */
  async summary(): Promise<AccountSummary | null> {
    const { accounts } = await this.#open.register.summary({ nowMs: Date.now() });
    return accounts.find(({ account }) => account === this.#account) ?? null;
  }

  /**
   * Returns which of these steps may have left and have no end, in words, once none of them is younger than the lease:
   * one that has not left by then never leaves.
   */
  async settledLeaving(steps: readonly OnceStepName[], orderNumber: string | null = null): Promise<string[]> {
    // The worker of a database may have another clock: no call is waited for longer than its lease.
    const latestMs = Date.now() + leaseMs;
    for (;;) {
      const rows = (await this.#open.register.leavingRows({ account: this.#account })).filter(
        ({ step, subject }) => steps.includes(step) && (orderNumber === null || subject === orderNumber),
      );
      const newestMs = Math.max(0, ...rows.map(({ armedAtMs }) => armedAtMs ?? 0));
      const nowMs = Date.now();
      if (nowMs >= newestMs + leaseMs || nowMs >= latestMs)
        return rows.map(({ step, subject }) => `${step} ${subject}`);
      await delay(lookAgainMs);
    }
  }
}
