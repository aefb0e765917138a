import { z } from 'zod';
import { OrderStatus } from '../order-status.ts';

/**
 * A heartbeat carries the memory, so it is bounded: orders beyond the bound are announced once more after a restart.
 */
export const maxRememberedOrders = 2_000;

const orderNumberSchema = z.string().min(1).max(80);

/** What an intake continues with when its watch restarts. Plain JSON. */
const intakeMemorySchema = z.strictObject({
  /** Order numbers by the last status that was sent to their workflow. */
  told: z.partialRecord(z.enum(Object.values(OrderStatus)), z.array(orderNumberSchema)),
  /** Listed orders with a completed workflow, and since when this is known. */
  ended: z.array(z.strictObject({ orderNumber: orderNumberSchema, sinceMs: z.number().nonnegative() })),
});
export type IntakeMemory = z.infer<typeof intakeMemorySchema>;

/** The intake's working form. A status of null: the workflow runs, but the list has not shown the order yet. */
export interface IntakeState {
  readonly told: Map<string, OrderStatus | null>;
  /** Since when an order has ended, in epoch ms, by its number. */
  readonly ended: Map<string, number>;
}

/** Returns what the next watch continues with: the first `maxRememberedOrders` announced orders. */
export function packIntake({ told, ended }: IntakeState): IntakeMemory {
  const numbers: Partial<Record<OrderStatus, string[]>> = {};
  for (const [orderNumber, status] of [...told].slice(0, maxRememberedOrders)) {
    if (status !== null) (numbers[status] ??= []).push(orderNumber);
  }
  const endedOrders = [...ended].slice(0, maxRememberedOrders);
  return { told: numbers, ended: endedOrders.map(([orderNumber, sinceMs]) => ({ orderNumber, sinceMs })) };
}

/** Restores the state. Anything unreadable becomes an empty state, so every order is announced once. */
export function unpackIntake(memory: unknown): IntakeState {
  const state: IntakeState = { told: new Map(), ended: new Map() };
  const read = intakeMemorySchema.safeParse(memory);
  if (!read.success) return state;
  for (const status of Object.values(OrderStatus)) {
    for (const orderNumber of read.data.told[status] ?? []) state.told.set(orderNumber, status);
  }
  for (const { orderNumber, sinceMs } of read.data.ended) state.ended.set(orderNumber, sinceMs);
  return state;
}
