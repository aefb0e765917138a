import { orderWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { MoneyOrderInput, ReleaseCheckInput, ReleaseLook } from '../activity-contract.ts';
import type { ReadOrder, ReadOrderInput } from '../read-contract.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { read, turnOf, write } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { barredPart } from '../money/barred-order.ts';
import { readAnswer, takeAnswer, type StoodOrder } from '../money/order-stand.ts';
import { lookAtGate, forHistory } from '../money/release-gate.ts';
import { notAsked, type SaleRead } from '../../domain/orders/sale-reads.ts';
import { arrivalPart } from './arrival-check.ts';
import { takeBackOrder } from './take-back.ts';
import type { KeepOrderEndInput, TakeBackInput, TakeBackResult, UnholdInput } from './words-contract.ts';
import type { WordRefusal } from '../../domain/register/word-refusal.ts';

export function createOrderActivities(deps: ActivityDependencies) {
  return {
    /**
     * Reads one order (EP-13), without the names of its people, and compares them with the block list: only here, where
     * the nickname is known, can a page say at once that a counterparty is blocked.
     */
    readOrder: (input: ReadOrderInput): Promise<ReadOrder> =>
      read(deps, async () => {
        const answer = await readAnswer(deps, input, turnOf());
        deps.unread.end(input.orderNumber);
        const stood = await takeAnswer(deps, input, answer);
        keepSettled(deps, stood, { ...answer, ...notAsked, role: input.role });
        const barred = await barredPart(deps, stood.order);
        const arrival = await arrivalPart(deps, input, { order: stood.order, ...barred });
        return { ...forHistory(stood), ...barred, ...arrival };
      }),

    /** Looks at the release gate, fresh: what is missing, without names and proofs. */
    checkRelease: (input: ReleaseCheckInput): Promise<ReleaseLook> =>
      read(deps, async () => {
        const { missing, readAtMs, elsewhere, barred, said, ...stood } = await lookAtGate(deps, input, turnOf());
        // The release that follows rests on it; a look after which something is missing is followed by another one.
        if (missing.length === 0) keepSettled(deps, stood, said);
        const order = { ...forHistory(stood), ...barred };
        return { order, missing, readAtMs, signedOnly: deps.verifyApproval !== null, elsewhere };
      }),

    /** Writes down outside Temporal what a person takes back; returns once nothing that was armed before can leave. */
    takeBack: (input: TakeBackInput): Promise<TakeBackResult> => read(deps, () => takeBackOrder(deps, input)),

    /** Lifts a hold in the register, which verifies its signature where it takes one; returns why not, or null. */
    liftHold: (input: UnholdInput): Promise<WordRefusal | null> =>
      read(deps, async () => {
        refuseOtherThan(deps, input.orderNumber);
        return deps.register.unhold(input);
      }),

    /** Writes down outside Temporal how an order has ended; returns whether that was new. */
    keepOrderEnd: (input: KeepOrderEndInput): Promise<boolean> =>
      read(deps, async () => {
        refuseOtherThan(deps, input.orderNumber);
        return deps.register.keepOrderEnd(input);
      }),

    /** EP-21: the maker confirms the counterparty's extra identity check; repeating it changes nothing. */
    verifyAdditionalKyc: ({ mode, orderNumber }: MoneyOrderInput): Promise<'told' | 'intent'> =>
      write(deps, mode, async () => {
        refuseOtherThan(deps, orderNumber);
        if (deps.isIntentOnly(mode)) {
          deps.onIntent({ operation: 'verifiedAdditionalKyc', subject: orderNumber, detail: {} });
          return 'intent';
        }
        await deps.marketplace.orders.confirmIdentity(orderNumber, { priority: 'order' });
        const operation = 'verifiedAdditionalKyc';
        deps.report({ event: 'kyc', level: 'info', mode, message: 'identity check confirmed', orderNumber, operation });
        return 'told';
      }),
  };
}

/** A call that may have left is found out by reads: none is saved. */
function keepSettled({ saleReads }: ActivityDependencies, { stand }: Pick<StoodOrder, 'stand'>, said: SaleRead): void {
  if (stand?.open === null) saleReads.keep(said);
}

/** Only the order's own workflow may ask. */
function refuseOtherThan({ account }: ActivityDependencies, orderNumber: string): void {
  refuseForeignCaller({ workflowType: 'orderLifecycle', workflowId: orderWorkflowId(account, orderNumber) });
}
