import { engagedAs } from '../../domain/guard/guard-memory.ts';
import type { SwitchStand } from '../../domain/switch-state.ts';
import { stopText } from '../../words/switch-words.ts';
import { ApplicationFailure } from '@temporalio/common';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import type { TermsChange } from '../../marketplace/marketplace.ts';
import type { AdStatusInput } from '../activity-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { attemptFence } from './calls.ts';

/** A write that was decided on facts which no longer hold: nothing was sent, and the next look decides again. */
export function staleDecision(message: string, detail?: { held: boolean }): ApplicationFailure {
  const details = detail === undefined ? [] : [detail];
  return ApplicationFailure.nonRetryable(message, OwnFailure.STALE_DECISION, ...details);
}

/** No more is offered while anything of the ads is stopped, or while no one knows. */
export async function refuseSwitchedOff({ desk, guard }: ActivityDependencies): Promise<void> {
  const kept = await guard.look(0);
  const all: SwitchStand = kept === null ? 'unknown' : (engagedAs(kept.switches, 'all') ?? 'open');
  for (const stand of [all, await desk.killSwitch('repricing'), await desk.killSwitch('ads')])
    if (stand !== 'open') throw staleDecision(stopText(stand));
}

interface TermsWrite {
  readonly update: TermsChange;
  /** What the log says of it. */
  readonly message: string;
}

/** Sends terms of an ad, and nothing else: a price goes alone (interface 4.2 rule 2). Returns when, in epoch ms. */
export async function sendTerms(
  deps: ActivityDependencies,
  { mode }: AdStatusInput,
  { update, message }: TermsWrite,
): Promise<number> {
  const { adNumber } = update;
  const fence = attemptFence(deps.settings.recvWindowMs);
  await deps.marketplace.ads.setTerms(update, fence);
  deps.ownAds.forget();
  deps.report({ event: 'terms', level: 'info', mode, message, adNumber, operation: 'update' });
  return deps.clock.now();
}
