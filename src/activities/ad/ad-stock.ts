import { ApplicationFailure } from '@temporalio/common';
import { toTermsUpdate } from '../../exchange/index.ts';
import { adWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { StockReceipt, UpdateAdStockInput } from './stock-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { attemptFence, write } from '../kit/calls.ts';
import { readStock } from './stock-look.ts';

/** Keeps the quantity of an ad (EP-7). */
export function createAdStockActivities(deps: ActivityDependencies) {
  return {
    /**
     * Sets the quantity of an ad, and nothing else: a price goes alone (interface 4.2 rule 2). What was decided is
     * decided again on a fresh read, and refused as STALE_DECISION when nothing is due any more.
     */
    updateAdStock: (input: UpdateAdStockInput): Promise<StockReceipt> =>
      write(deps, input.mode, () => updateStock(deps, input)),
  };
}

async function updateStock(deps: ActivityDependencies, input: UpdateAdStockInput): Promise<StockReceipt> {
  const { adNumber, mode, rule, wish } = input;
  refuseForeignCaller({ workflowType: 'adMaintenance', workflowId: adWorkflowId(deps.account, adNumber) });
  await refuseSwitchedOff(deps);
  const { ad, decision } = await readStock(deps, { adNumber, rule, wish });
  if (decision.kind !== 'change') throw stale(`nothing to change any more: ${decision.note}`);
  const { quantity } = decision;
  if (deps.isIntentOnly(mode, adNumber)) {
    deps.onIntent({ operation: 'ads/update', subject: adNumber, detail: { quantity } });
    return { kind: 'intent', atMs: deps.clock.now(), quantity };
  }
  const fence = attemptFence(deps.settings.recvWindowMs);
  const update = toTermsUpdate({ adNumber, side: ad.side, terms: { quantity }, methods: null });
  await deps.exchange.ads.update(update, { priority: 'price', adKey: adNumber, fence });
  deps.ownAds.forget();
  const message = `quantity set to ${quantity}: ${decision.note}`;
  deps.report({ event: 'terms', level: 'info', mode, message, adNumber, operation: 'update' });
  return { kind: 'applied', atMs: deps.clock.now(), quantity };
}

/** No more is offered while anything of the ads is stopped, or while no one knows. */
export async function refuseSwitchedOff({ desk, guard }: ActivityDependencies): Promise<void> {
  const kept = await guard.look(0);
  if (kept === null) throw stale('the guard does not answer');
  if (kept.switches.all !== null) throw stale('the switch "all" is engaged');
  for (const name of ['repricing', 'ads'] as const) {
    if ((await desk.killSwitch(name)) !== 'open') throw stale(`the switch "${name}" is engaged`);
  }
}

function stale(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'STALE_DECISION');
}
