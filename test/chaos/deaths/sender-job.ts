/** What a sending process is told to do, and where it is to die. */
import { z } from 'zod';

/** The operations at which a process can die, each before and after it; `sent`: while the service has the call. */
export const deathSteps = ['claim', 'permit', 'arm', 'sent', 'noteAnswer', 'orderSeen'] as const;
export const deathMoments = ['before', 'after'] as const;

/** Of a purchase that is cancelled: the price is not what was agreed. */
export const cancelReason = 4;

/** What it sends. */
export const sentSteps = ['release', 'cancel', 'mark-paid'] as const;

export const senderJobSchema = z.strictObject({
  baseUrl: z.string(),
  apiKey: z.string(),
  apiSecret: z.string(),
  account: z.string(),
  orderNumber: z.string(),
  sends: z.enum(sentSteps),
  /** The payment that the release rests on, by its buyer. */
  proofId: z.string(),
  amount: z.string(),
  payerName: z.string(),
  registerFile: z.string(),
  /** Stands in for Temporal, which keeps what a guard has permitted. */
  guardFile: z.string(),
  /** Added to every clock of the process: what would take half a minute is over at once. */
  aheadMs: z.number(),
  /** Null: it does its work. */
  death: z.strictObject({ step: z.enum(deathSteps), when: z.enum(deathMoments) }).nullable(),
});
export type SenderJob = z.infer<typeof senderJobSchema>;
