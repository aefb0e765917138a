/** What the register of an account asks a person for, which no workflow says. */
import type { AccountRegister } from '../../register/account-register.ts';
import type { NeedFacts } from './need-facts.ts';

/** What is known of an account by its register. */
export interface RegisterKnown {
  readonly register: Pick<AccountRegister, 'hasOtherTemporal'>;
  /** Since when the service's releases are not compared with it; null: they are. */
  readonly uncomparedSinceMs: () => number | null;
}

/** A list of a thousand releases is read by then; what is not has a reason. */
const comparisonMs = 60_000;

/** Returns what is asked. Never rejects: without a register no money moves either, and that has a need of its own. */
export async function registerNeeds(known: RegisterKnown, nowMs: number): Promise<NeedFacts[]> {
  const isOther = await known.register.hasOtherTemporal().catch(() => false);
  return [
    ...(isOther ? [{ fact: { code: 'desk-trouble', source: 'temporal' }, ...urgent } as const] : []),
    ...uncompared(known, nowMs),
  ];
}

const urgent = { sinceMs: null, isUrgentAtOnce: true } as const;

function uncompared({ uncomparedSinceMs }: RegisterKnown, nowMs: number): NeedFacts[] {
  const sinceMs = uncomparedSinceMs();
  if (sinceMs === null || nowMs < sinceMs + comparisonMs) return [];
  return [{ fact: { code: 'desk-trouble', source: 'uncompared' }, sinceMs, isUrgentAtOnce: true }];
}
