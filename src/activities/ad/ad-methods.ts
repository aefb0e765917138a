import type { ListedAd, ListedMethod } from '../../domain/ads/listed-terms.ts';
import { methodName, methodsWithout, type CapsDecision } from '../../domain/caps/caps-decision.ts';
import { adWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { write } from '../kit/calls.ts';
import { refuseSwitchedOff, sendTerms, staleDecision } from '../kit/terms-write.ts';
import { capsText } from '../../words/ads/stock-words.ts';
import type { MethodsReceipt, UpdateAdMethodsInput } from './caps-contract.ts';
import { readCaps } from './caps-look.ts';

/** Keeps the payment methods of an ad (EP-7). */
export function createAdMethodsActivities(deps: ActivityDependencies) {
  return {
    /**
     * Sets the payment methods of an ad, and nothing else: a price goes alone (interface 4.2 rule 2). What was decided is
     * decided again on a fresh read, and refused as STALE_DECISION when nothing is due any more.
     */
    updateAdMethods: (input: UpdateAdMethodsInput): Promise<MethodsReceipt> =>
      write(deps, input.mode, () => updateMethods(deps, input)),
  };
}

async function updateMethods(deps: ActivityDependencies, input: UpdateAdMethodsInput): Promise<MethodsReceipt> {
  const { adNumber, mode, wish } = input;
  refuseForeignCaller({ workflowType: 'adMaintenance', workflowId: adWorkflowId(deps.account, adNumber) });
  await refuseSwitchedOff(deps);
  const { ad, decision } = await readCaps(deps, input);
  if (decision.kind !== 'change') throw staleDecision(`nothing to change any more: ${capsText(decision.note)}`);
  // What is not remembered yet would be lost with the answer of this call: the next look finds it.
  if (methodsWithout(decision.withheld, wish.withheld).length > 0)
    throw staleDecision('another method has reached its cap');
  const { methods, withheld } = await existing(deps, ad, decision);
  const names = methods.map(methodName).join(', ');
  if (deps.isIntentOnly(mode, adNumber)) {
    deps.onIntent({ operation: 'ads/update', subject: adNumber, detail: { payMethods: names } });
    return { kind: 'intent', atMs: deps.clock.now(), methods, withheld };
  }
  const update = { adNumber, side: ad.side, terms: {}, methods };
  const atMs = await sendTerms(deps, input, {
    update,
    message: `payment methods set to ${names}: ${capsText(decision.note)}`,
  });
  return { kind: 'applied', atMs, methods, withheld };
}

interface Methods {
  methods: readonly ListedMethod[];
  withheld: readonly ListedMethod[];
}

/** An account that the merchant has deleted meanwhile is not given back: the service would refuse all of them. */
async function existing(
  deps: ActivityDependencies,
  { side, payMethods }: ListedAd,
  { methods, withheld }: Extract<CapsDecision, { kind: 'change' }>,
): Promise<Methods> {
  const back = methodsWithout(methods, payMethods ?? []);
  if (side === 'BUY' || back.length === 0) return { methods, withheld };
  const own = await deps.dayOrders.ownMethods();
  // What is not among them may be the one that cannot be read.
  const deleted = own.isWhole ? methodsWithout(back, own.methods) : [];
  const left = methodsWithout(methods, deleted);
  if (left.length === 0) throw staleDecision('none of its payment methods that are below their caps exists any more');
  return { methods: left, withheld };
}
