import { ApplicationFailure } from '@temporalio/common';
import { OwnFailure } from '../../domain/failures/own-failures.ts';
import { toTermsUpdate } from '../../exchange/index.ts';
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
  if (kept === null) throw staleDecision('the guard does not answer');
  if (kept.switches.all !== null) throw staleDecision('the switch "all" is engaged');
  for (const name of ['repricing', 'ads'] as const) {
    if ((await desk.killSwitch(name)) !== 'open') throw staleDecision(`the switch "${name}" is engaged`);
  }
}

interface TermsWrite {
  readonly update: Parameters<typeof toTermsUpdate>[0];
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
  await deps.exchange.ads.update(toTermsUpdate(update), { priority: 'price', adKey: adNumber, fence });
  deps.ownAds.forget();
  deps.report({ event: 'terms', level: 'info', mode, message, adNumber, operation: 'update' });
  return deps.clock.now();
}
