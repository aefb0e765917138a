import { getExternalWorkflowHandle } from '@temporalio/workflow';
import type { DeskSettings } from '../../domain/settings.ts';
import { giveBackFact } from '../contract/guard-contract.ts';
import type { OnceStepName } from '../contract/order-contract.ts';
import { guardWorkflowId } from '../contract/workflow-ids.ts';

/**
 * When the guard permitted what is given back, both ends included. What it permitted before or after is another call, of
 * a run that was terminated or reset, or one that a reset workflow has forgotten, and may have left (ADR 0042).
 */
export interface PermitSpan {
  sinceMs: number;
  endedAtMs: number;
}

interface GiveBack extends Partial<PermitSpan> {
  orderNumber: string;
  step: OnceStepName;
}

/**
 * Returns when an attempt that began then can have been permitted: its fence lets nothing leave later. It rests on the
 * beginning, which a reset keeps, because the time of its end would be that of the reset.
 */
export function spanOfAttempt(sinceMs: number, { moneyStepBoundMs }: DeskSettings): PermitSpan {
  return { sinceMs, endedAtMs: Math.min(Date.now(), sinceMs + moneyStepBoundMs) };
}

/**
 * Returns the permit of an attempt that was refused; null: it had none, so nothing is given back. Where it
 * is not known, it is one of the attempt's whole time.
 */
export function permitOfRefused({ permitAtMs }: { permitAtMs?: number | null }, span: PermitSpan): PermitSpan | null {
  if (permitAtMs === undefined) return span;
  return permitAtMs === null ? null : { sinceMs: permitAtMs, endedAtMs: permitAtMs };
}

/** Reports to the guard that a money step provably did not happen. A guard that does not run has claimed nothing. */
export async function tellGuard(account: string, step: GiveBack): Promise<void> {
  await getExternalWorkflowHandle(guardWorkflowId(account)).signal(giveBackFact.signal, step).catch(ignoreMissingGuard);
}

function ignoreMissingGuard(): void {
  return undefined;
}
