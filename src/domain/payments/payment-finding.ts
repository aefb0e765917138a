/** What a matcher says of a payment beside an order, as codes with what completes them. */
import { z } from 'zod';

/** From what speaks most against it to a match: of several findings the first counts. */
export const paymentVerdicts = [
  'early',
  'late',
  'under',
  'over',
  'third-party',
  'pending',
  'reversible',
  'candidate',
  'ambiguous',
  'matched',
] as const;
export type PaymentVerdict = (typeof paymentVerdicts)[number];

const text = z.string().max(500);
const finding = <Verdict extends PaymentVerdict, Code extends string, Rest extends z.ZodRawShape>(
  verdict: Verdict,
  codes: readonly [Code, ...Code[]],
  rest: Rest,
) => z.object({ verdict: z.literal(verdict), code: z.enum(codes), ...rest });

/** One reason, and the verdict to which it leads by itself. */
export const paymentFindingSchema = z.union([
  finding('early', ['before-order'], { byMs: z.number() }),
  finding('late', ['after-paid'], { byMs: z.number() }),
  finding('under', ['less'], { by: text }),
  finding('over', ['more'], { by: text }),
  finding('third-party', ['payer-other'], {}),
  finding('pending', ['not-booked'], {}),
  finding('reversible', ['reversible'], {}),
  finding(
    'candidate',
    [
      'hint',
      'undated',
      'payer-unexpected',
      'payer-unnamed',
      'payer-differ',
      'payer-masked',
      'payer-part',
      'in-future',
      'reference-twice',
      'orders-unread',
    ],
    {},
  ),
  finding('candidate', ['other-method'], { method: text }),
  finding('ambiguous', ['claimed', 'two-orders', 'names-other', 'released-beside'], { orderNumber: text }),
  finding('ambiguous', ['two-payments', 'same-money'], { payment: z.number() }),
  finding('matched', ['payer-equal', 'names-order'], {}),
]);
export type PaymentFinding = Readonly<z.output<typeof paymentFindingSchema>>;

/** Returns the verdict of several findings; nothing said is nothing proven. */
export function verdictOf(findings: readonly PaymentFinding[]): PaymentVerdict {
  return paymentVerdicts.find((verdict) => findings.some((one) => one.verdict === verdict)) ?? 'candidate';
}
