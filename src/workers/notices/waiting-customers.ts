/** Whose message no one has read for long: the chat of an order is in no workflow, so the process that leads looks itself. */
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { maxLines } from '../../domain/sheet/order-sheet.ts';
import type { Turn } from '../../domain/sending.ts';
import type { UnreadOrder } from '../../marketplace/marketplace.ts';
import { orderWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { BesideNeed } from './register-needs.ts';

type WaitingParts = Pick<ActivityDependencies, 'account' | 'marketplace' | 'clock' | 'stopping'> & {
  /** From when on one waits; 0: no one does. */
  readonly waitMs: number;
};

const shortestLookMs = 5_000;
const longestLookMs = 60_000;
const lookLimitMs = 10_000;

/** Looks at the unread messages of an account's orders now and then: one list, and the chat of each order that has more than before. */
export class WaitingCustomers {
  readonly #parts: WaitingParts;
  /** By order. */
  readonly #chats = new Map<string, { readonly count: number; readonly sinceMs: number | null }>();
  #known: readonly BesideNeed[] = [];
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(parts: WaitingParts) {
    this.#parts = parts;
  }

  /** Returns who waits, as the last look has seen it. Never rejects: what was known holds while nothing can be read. */
  async needs(): Promise<readonly BesideNeed[]> {
    const { waitMs, clock } = this.#parts;
    if (waitMs === 0) return [];
    const nowMs = clock.now();
    const everyMs = Math.min(longestLookMs, Math.max(shortestLookMs, waitMs / 2));
    if (nowMs - this.#lookedAtMs < everyMs) return this.#known;
    this.#lookedAtMs = nowMs;
    this.#known = await this.#look(nowMs).catch(() => this.#known);
    return this.#known;
  }

  async #look(nowMs: number): Promise<BesideNeed[]> {
    const { account, marketplace, stopping, waitMs } = this.#parts;
    marketplace.account.refuseWhileBanned();
    const turn = {
      priority: 'market',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(lookLimitMs)]),
    } as const;
    const needs: BesideNeed[] = [];
    const unread = await marketplace.orders.listUnread(turn);
    for (const known of this.#chats.keys()) {
      if (!unread.some(({ orderNumber }) => orderNumber === known)) this.#chats.delete(known);
    }
    for (const { orderNumber, count } of unread) {
      // One chat that cannot be read hides no other one.
      const sinceMs = await this.#unreadSince({ orderNumber, count }, turn).catch(() => null);
      if (sinceMs === null || nowMs - sinceMs < waitMs) continue;
      const of = { workflowId: orderWorkflowId(account, orderNumber), type: 'order' } as const;
      needs.push({ fact: { code: 'customer-waits' }, sinceMs, isUrgentAtOnce: false, of });
    }
    return needs;
  }

  /** The messages of the service itself are counted, too, and no one reads them: a chat is read again where its count is another one. */
  async #unreadSince({ orderNumber, count }: UnreadOrder, turn: Turn): Promise<number | null> {
    const known = this.#chats.get(orderNumber);
    if (known?.count === count) return known.sinceMs;
    const { lines } = await this.#parts.marketplace.orders.lastMessages(orderNumber, { ...turn, rows: maxLines });
    const sinceMs = lines.find(({ unread, atMs }) => unread && atMs !== null)?.atMs ?? null;
    this.#chats.set(orderNumber, { count, sinceMs });
    return sinceMs;
  }
}
