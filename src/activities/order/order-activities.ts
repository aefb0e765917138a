import { orderWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { MoneyOrderInput, ReadOrder, ReleaseCheckInput, ReleaseLook } from '../activity-contract.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { read, turnOf, write } from '../kit/calls.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { lookAtGate, readDetail, forHistory } from '../money/release-gate.ts';

export function createOrderActivities(deps: ActivityDependencies) {
  return {
    /** Reads one order (EP-13), without the names of its people. */
    readOrder: ({ orderNumber }: { orderNumber: string }): Promise<ReadOrder> =>
      read(deps, async () => {
        const order = await readDetail(deps, orderNumber, turnOf());
        deps.unread.end(orderNumber);
        return forHistory(order);
      }),

    /** Looks at the release gate, fresh: what is missing, without names and proofs. */
    checkRelease: (input: ReleaseCheckInput): Promise<ReleaseLook> =>
      read(deps, async () => {
        const { order, missing, readAtMs, elsewhere, permitted } = await lookAtGate(deps, input, turnOf());
        return {
          order: forHistory(order),
          missing,
          readAtMs,
          signedOnly: deps.verifyApproval !== null,
          ...(elsewhere === undefined ? {} : { elsewhere }),
          ...(permitted === undefined ? {} : { permitted }),
        };
      }),

    /** EP-21: the maker confirms the counterparty's extra identity check; repeating it changes nothing. */
    verifyAdditionalKyc: ({ mode, orderNumber }: MoneyOrderInput): Promise<'told' | 'intent'> =>
      write(deps, mode, async () => {
        refuseForeignCaller({ workflowType: 'orderLifecycle', workflowId: orderWorkflowId(deps.account, orderNumber) });
        if (deps.isIntentOnly(mode)) {
          deps.onIntent({ operation: 'verifiedAdditionalKyc', subject: orderNumber, detail: {} });
          return 'intent';
        }
        await deps.exchange.orders.verifiedAdditionalKyc(orderNumber, { priority: 'order' });
        const operation = 'verifiedAdditionalKyc';
        deps.report({ event: 'kyc', level: 'info', mode, message: 'identity check confirmed', orderNumber, operation });
        return 'told';
      }),
  };
}
