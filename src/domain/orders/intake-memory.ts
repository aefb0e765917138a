import { z } from 'zod';
import { OrderStatus } from './order-status.ts';

/** A heartbeat carries the memory, so it is bounded: orders beyond are told once more after a restart. */
export const maxRememberedOrders = 2_000;

const orderNumberSchema = z.string().min(1).max(80);

/** What an intake goes on with when its watch is started again. Plain JSON. */
const intakeMemorySchema = z.strictObject({
  /** Order numbers by the status that their workflow was told last. */
  told: z.partialRecord(z.enum(Object.values(OrderStatus)), z.array(orderNumberSchema)),
  /** Listed orders whose workflow has ended as done, and since when this is known. */
  ended: z.array(z.strictObject({ orderNumber: orderNumberSchema, sinceMs: z.number().nonnegative() })),
});
export type IntakeMemory = z.infer<typeof intakeMemorySchema>;

/** The same while an intake works with it; a status of null: its workflow runs, and the list has not shown it yet. */
export interface IntakeState {
  readonly told: Map<string, OrderStatus | null>;
  /** Since when, in epoch ms, by number. */
  readonly ended: Map<string, number>;
}

/** Returns what the next watch goes on with: the first `maxRememberedOrders` of those that have been told. */
export function packIntake({ told, ended }: IntakeState): IntakeMemory {
  const numbers: Partial<Record<OrderStatus, string[]>> = {};
  for (const [orderNumber, status] of [...told].slice(0, maxRememberedOrders)) {
    if (status !== null) (numbers[status] ??= []).push(orderNumber);
  }
  const endedOrders = [...ended].slice(0, maxRememberedOrders);
  return { told: numbers, ended: endedOrders.map(([orderNumber, sinceMs]) => ({ orderNumber, sinceMs })) };
}

/** Returns the state of a memory; an empty one for what is no memory, so that every order is told once. */
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
