/** The payments that were seen and could be of an order, as its sheet shows them: they name people. */
import { z } from 'zod';
import { paymentFindingSchema, paymentVerdicts } from '../payments/payment-finding.ts';

const said = z.string().max(500);

/** More than could be of one order. */
export const maxPayments = 10;
export const maxNames = 5;

const sheetPaymentSchema = z.object({
  id: z.number(),
  amount: said,
  currency: said,
  payers: z.array(said).max(maxNames),
  /** What a person attaches it by. */
  proof: said,
  atMs: z.number(),
  verdict: z.enum(paymentVerdicts),
  findings: z.array(paymentFindingSchema).max(20),
});
export type SheetPayment = z.infer<typeof sheetPaymentSchema>;

export const sheetPaymentsSchema = z.object({
  /** The likeliest first. */
  seen: z.array(sheetPaymentSchema).max(maxPayments),
  /** So many more are not shown. */
  more: z.int().min(0),
});
export type SheetPayments = z.infer<typeof sheetPaymentsSchema>;
