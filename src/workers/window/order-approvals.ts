import { randomBytes } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import type { ApproverKeys } from '../../config/egress-config.ts';
import { approvalRefusal, type ApprovalMoment } from '../../domain/orders/approval.ts';
import { personKey } from '../../domain/orders/names/person-name.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { isSameSight, seenIn, seenOf, type Seen } from '../../domain/orders/seen.ts';
import type { ApprovalAnswer, ApprovalAsk } from '../../domain/sheet/approval-ask.ts';
import { factsCode } from '../../domain/signing/facts-code.ts';
import { approvalWord } from '../../domain/signing/signed-approval.ts';
import { signatureEndMs, wordText } from '../../domain/signing/signed-word.ts';
import type { OrderView } from '../../workflows/contract/order-contract.ts';
import { nothingToSignText, type NothingToSign } from '../../words/signing/approval-words.ts';
import { inFull, known, type WindowReads } from './window-reads.ts';

export interface ApprovalParts extends Pick<ActivityDependencies, 'account' | 'marketplace' | 'clock'> {
  /** Whose signatures count; null: approvals are typed. */
  readonly approvers: ApproverKeys | null;
  readonly approvalLifeMs: number;
  /** Asks Temporal for the page of an order. */
  readonly page: (orderNumber: string) => Promise<OrderView>;
}

/**
 * Says what a person signs who approves an order away from this machine. Nothing rests on it: what is signed is verified and
 * compared with another read when the coin is to leave. Nonce and end are drawn here, so that no page chooses them.
 */
export class OrderApprovals {
  readonly #parts: ApprovalParts;
  readonly #reads: WindowReads;

  constructor(parts: ApprovalParts, reads: WindowReads) {
    this.#parts = parts;
    this.#reads = reads;
  }

  /** Returns the word to sign, or why there is none now. Never rejects. */
  async word(orderNumber: string, ask: ApprovalAsk): Promise<ApprovalAnswer> {
    const found = await this.#approvable(orderNumber, ask);
    return 'code' in found ? { why: nothingToSignText(found) } : this.#wordOf(found, ask);
  }

  #wordOf({ page, seen }: Approvable, { by, keyId }: ApprovalAsk): ApprovalAnswer {
    const { account, approvalLifeMs, clock } = this.#parts;
    const { orderNumber, mode } = page;
    const word = approvalWord({ account, orderNumber, mode, seen, by });
    const nonce = randomBytes(16).toString('hex');
    const expiresAtMs = signatureEndMs({ nowMs: clock.now(), lifeMs: approvalLifeMs });
    const text = wordText(word, { keyId, nonce, expiresAtMs });
    return { word: { facts: word.facts, text, seen, nonce, expiresAtMs, code: factsCode(word) } };
  }

  async #approvable(orderNumber: string, ask: ApprovalAsk): Promise<Approvable | NothingToSign> {
    const ofKey = this.#keyProblem(ask);
    if (ofKey !== null) return ofKey;
    const [page, read] = await Promise.all([
      this.#page(orderNumber),
      // A buyer waits for the coin: the read of a person who lets it go comes before those of markets.
      known(() => this.#reads.read((turn) => inFull(this.#parts, orderNumber, { ...turn, priority: 'order' }))),
    ]);
    if ('code' in page) return page;
    if ('missing' in read) return { code: 'unread', missing: read.missing };
    return this.#compared(page, read.known.value.order, ask);
  }

  #keyProblem({ by, keyId }: ApprovalAsk): NothingToSign | null {
    const { approvers } = this.#parts;
    if (approvers === null) return { code: 'typed' };
    if (!approvers.has(keyId)) return { code: 'key', problem: 'unknown-key' };
    return personKey(by) === personKey(keyId) ? null : { code: 'key', problem: 'other-person' };
  }

  /** A person who reaches Temporal may start a workflow that shows another order. */
  async #page(orderNumber: string): Promise<OrderView | NothingToSign> {
    try {
      const page = await this.#parts.page(orderNumber);
      const isIts = page.account === this.#parts.account && page.orderNumber === orderNumber;
      return isIts ? page : { code: 'other-page' };
    } catch (error) {
      return { code: error instanceof WorkflowNotFoundError ? 'uncarried' : 'silent' };
    }
  }

  #compared(page: OrderView, order: ApprovalMoment['order'], { by }: ApprovalAsk): Approvable | NothingToSign {
    const seen = seenIn(page);
    const { mark, payments, held, status } = page;
    if (seen === null || mark === null) return { code: 'refused', refusal: { code: 'order-unread' } };
    const sight = { order, payments, paidSinceMs: page.statusSinceMs, ...mark };
    const { clock, approvalLifeMs } = this.#parts;
    // The desk has to have seen the payment itself: what is signed names since when.
    const ofNow = { ...order, status: status === OrderStatus.PAID ? order.status : status };
    const now = { ...sight, order: ofNow, held: held !== null, nowMs: clock.now(), approvalLifeMs };
    const seenNow = seenOf(sight);
    // It does not count, and an approval would let the coin go without it: that is seen whole at the desk's machine alone.
    if (payments.some(({ backs }) => backs !== null)) return { code: 'backs' };
    const approver = { by, note: null, seen: seenNow, signed: null };
    const refusal = approvalRefusal(now, { approver, holding: page.approvals });
    if (refusal !== null) return { code: 'refused', refusal };
    return isSameSight(seen, seenNow) ? { page, seen } : { code: 'differs' };
  }
}

interface Approvable {
  readonly page: OrderView;
  readonly seen: Seen;
}
