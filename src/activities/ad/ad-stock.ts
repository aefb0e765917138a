import { adWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { StockReceipt, UpdateAdStockInput } from './stock-contract.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { write } from '../kit/calls.ts';
import { refuseSwitchedOff, sendTerms, staleDecision } from '../kit/terms-write.ts';
import { stockText } from '../../words/ads/stock-words.ts';
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
  if (decision.kind !== 'change') throw staleDecision(`nothing to change any more: ${stockText(decision.note)}`);
  const { quantity } = decision;
  if (deps.isIntentOnly(mode, adNumber)) {
    deps.onIntent({ operation: 'ads/update', subject: adNumber, detail: { quantity } });
    return { kind: 'intent', atMs: deps.clock.now(), quantity };
  }
  const update = { adNumber, side: ad.side, terms: { quantity }, methods: null };
  const atMs = await sendTerms(deps, input, {
    update,
    message: `quantity set to ${quantity}: ${stockText(decision.note)}`,
  });
  return { kind: 'applied', atMs, quantity };
}
