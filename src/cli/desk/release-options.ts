import { z } from 'zod';
import type { ReleaseRules } from '../../client/index.ts';
import { amountValue, countValue, rateValue } from '../option-values.ts';

const policies = ['approve', 'match', 'paid'] as const;

/** Options of `releaseOptions`. */
export const releaseShape = {
  release: z.enum(policies, `must be one of ${policies.join(', ')}`).optional(),
  amountCap: amountValue.optional(),
  counterpartyMinOrders: countValue.optional(),
  counterpartyMinFinishRate: rateValue.optional(),
  counterpartyMinDays: countValue.optional(),
};

const releaseSchema = z.object(releaseShape);

export type ReleaseOptions = z.output<typeof releaseSchema>;

/** True when any of the options was given. */
export function namesReleaseRules(options: ReleaseOptions): boolean {
  const names = Object.keys(releaseShape) as (keyof ReleaseOptions)[];
  return names.some((name) => options[name] !== undefined);
}

/** The release rules that the options describe; without any a human approves each release. */
export function releaseRules(options: ReleaseOptions): ReleaseRules {
  return {
    policy: options.release ?? 'approve',
    amountCap: options.amountCap ?? null,
    counterparty: {
      minCompletedOrders: options.counterpartyMinOrders ?? null,
      minFinishRate: options.counterpartyMinFinishRate ?? null,
      minRegisterDays: options.counterpartyMinDays ?? null,
    },
  };
}
