/** What an account has had to do with a person: its orders, as reads of them have shown (ADR 0059). */
import { z } from 'zod';
import { Decimal } from '../decimal.ts';
import { isCancelled, isTerminal, OrderStatus } from '../orders/order-status.ts';

/** One order with a person, as it was last seen. */
export interface Dealing {
  readonly orderNumber: string;
  /** The user number. */
  readonly person: string;
  /** The desk's own: SELL means the desk sold. */
  readonly side: 'BUY' | 'SELL';
  /** In the fiat. */
  readonly total: string;
  readonly fiat: string;
  readonly status: OrderStatus;
  /** Whether it was ever in appeal, however it ended. */
  readonly wasAppealed: boolean;
  /** When its status was last seen to change. */
  readonly changedAtMs: number;
}

/** What a person has bought of the desk, or sold to it, in one currency. */
const sumSchema = z.object({ side: z.enum(['BUY', 'SELL']), fiat: z.string(), total: z.string() });
type DealingSum = Readonly<z.infer<typeof sumSchema>>;

const count = z.int().min(0);

/** The orders with a person, counted. */
export const dealingCountsSchema = z
  .object({
    orders: count,
    running: count,
    completed: count,
    cancelled: count,
    appealed: count,
    /** Of those that were completed. */
    sums: z.array(sumSchema).readonly(),
  })
  .readonly();
export type DealingCounts = z.infer<typeof dealingCountsSchema>;

/** Counts the orders with a person. */
export function dealingCounts(dealings: readonly Dealing[]): DealingCounts {
  const completed = dealings.filter(isCompleted);
  return {
    orders: dealings.length,
    running: dealings.filter(({ status }) => !isTerminal(status)).length,
    completed: completed.length,
    cancelled: dealings.filter(({ status }) => isCancelled(status)).length,
    appealed: dealings.filter(({ wasAppealed }) => wasAppealed).length,
    sums: sumsOf(completed),
  };
}

function sumsOf(completed: readonly Dealing[]): DealingSum[] {
  const sums = new Map<string, DealingSum>();
  for (const { side, fiat, total } of completed) {
    const before = sums.get(`${side} ${fiat}`)?.total ?? '0';
    sums.set(`${side} ${fiat}`, { side, fiat, total: new Decimal(before).plus(total).toFixed() });
  }
  return [...sums.values()];
}

/** Reports whether an order came to its good end. */
export const isCompleted = ({ status }: Dealing): boolean => status === OrderStatus.COMPLETED;
