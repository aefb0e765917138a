/** What the register of an account asks a person for, which no workflow says. */
import type { AccountRegister } from '../../register/account-register.ts';
import type { StepRow } from '../../domain/register/step-row.ts';
import type { Need } from '../../domain/notices/need.ts';
import { orderWorkflowId, placementWorkflowId, publicationWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { NeedFacts } from './need-facts.ts';

/** What is known of an account by its register. */
export interface RegisterKnown {
  readonly register: Pick<AccountRegister, 'hasOtherTemporal' | 'leavingRows'>;
  /** Since when the service's releases are not compared with it; null: they are. */
  readonly uncomparedSinceMs: () => number | null;
}

/** A need that no workflow says. */
export interface BesideNeed extends NeedFacts {
  /** What it is a need of; absent: the desk. */
  readonly of?: Pick<Need, 'workflowId' | 'type'>;
}

/** A list of a thousand releases is read by then; what is not has a reason. */
const comparisonMs = 60_000;

/** Returns what is asked. Never rejects: without a register no money moves either, and that has a need of its own. */
export async function registerNeeds(known: RegisterKnown, nowMs: number): Promise<BesideNeed[]> {
  const isOther = await known.register.hasOtherTemporal().catch(() => false);
  const leaving = await known.register.leavingRows().catch(() => []);
  return [
    ...(isOther ? [{ fact: { code: 'desk-trouble', source: 'temporal' }, ...urgent } as const] : []),
    ...uncompared(known, nowMs),
    ...leaving.filter((row) => isLongOpen(row, nowMs)).map(needOfStep),
  ];
}

const urgent = { sinceMs: null, isUrgentAtOnce: true } as const;

function uncompared({ uncomparedSinceMs }: RegisterKnown, nowMs: number): NeedFacts[] {
  const sinceMs = uncomparedSinceMs();
  if (sinceMs === null || nowMs < sinceMs + comparisonMs) return [];
  return [{ fact: { code: 'desk-trouble', source: 'uncompared' }, sinceMs, isUrgentAtOnce: true }];
}

/** The process that leads has read it by then, again and again. */
const readMs = 60_000;

/** Whether reads should have ended a step long ago. */
function isLongOpen({ untilMs }: StepRow, nowMs: number): boolean {
  return untilMs !== null && nowMs >= untilMs + readMs;
}

/** Of the workflow that asked for the step, which may have ended, or hang. */
function needOfStep({ step, account, subject, armedAtMs }: StepRow): BesideNeed {
  return { fact: { code: 'step-open' }, sinceMs: armedAtMs, isUrgentAtOnce: true, of: askerOf(step, account, subject) };
}

function askerOf(step: StepRow['step'], account: string, subject: string): Pick<Need, 'workflowId' | 'type'> {
  if (step === 'place') return { workflowId: placementWorkflowId(account, subject), type: 'placement' };
  if (step === 'publish') return { workflowId: publicationWorkflowId(account, subject), type: 'ad' };
  return { workflowId: orderWorkflowId(account, subject), type: 'order' };
}
