import { ActivityFailure, ApplicationFailure, TimeoutFailure, condition } from '@temporalio/workflow';
import type { BusinessFailure, BusinessOutcome } from '../../domain/ads/business-outcome.ts';
import { refusalIn } from '../../domain/refusals/refusal.ts';
import type { BusinessWish } from '../contract/desk-contract.ts';
import { repeatableWrites } from '../kit/activity-proxies.ts';
import { anyFailureFacts } from '../kit/failure-facts.ts';
import { workUnless } from '../kit/wait.ts';
import type { Desk } from './desk-messages.ts';

/**
 * Carries out what a person says about the business, beside the intake. A refusal ends the wish: a person had it, and
 * repeats it; one that opened the business hours later would surprise.
 */
export async function keepBusiness(desk: Desk, isDone: () => boolean): Promise<void> {
  const { run, carried } = desk;
  const pending = (): BusinessWish | null => (run.memory.business?.outcome === null ? run.memory.business : null);
  for (;;) {
    await condition(() => pending() !== null || isDone());
    const wish = pending();
    // A new run carries it on.
    if (wish === null || isDone()) return;
    carried.wish = wish;
    const outcome = await outcomeOf(desk, wish);
    if (outcome === null || run.memory.business !== wish) continue;
    run.remember({ business: { ...wish, outcome } });
    run.present();
  }
}

/** Null: another wish has replaced it; the answer to a call that has left was awaited. */
async function outcomeOf({ run }: Desk, wish: BusinessWish): Promise<BusinessOutcome | null> {
  const { act, by } = wish;
  const { mode } = run.memory;
  const writes = repeatableWrites(`Business: ${act}, by ${by}`.slice(0, 120));
  const isOvertaken = (): boolean => run.memory.business !== wish;
  try {
    const work = () => writes.setBusiness({ mode, act });
    const receipt = await workUnless({ isOvertaken, work, onChange: 'await-end' });
    if (receipt === null) return null;
    const { kind, status, untilMs, atMs } = receipt;
    return { kind, status, untilMs, atMs };
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return { kind: 'refused', because: businessFailure(error), atMs: Date.now() };
  }
}

function businessFailure(error: ActivityFailure): BusinessFailure {
  const { cause } = error;
  if (cause instanceof TimeoutFailure) return { code: 'no-answer' };
  const isRefused = cause instanceof ApplicationFailure && cause.type === 'BUSINESS_REFUSED';
  const refusal = isRefused ? refusalIn(cause.details) : null;
  if (refusal !== null) return { code: 'refused', refusal };
  const { category, code, message } = anyFailureFacts(error);
  return { code: 'failed', category, answer: code, message };
}
