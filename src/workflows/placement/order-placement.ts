import {
  ApplicationFailure,
  ParentClosePolicy,
  condition,
  getExternalWorkflowHandle,
  patched,
  setHandler,
  startChild,
} from '@temporalio/workflow';
import { WorkflowIdReusePolicy, allHandlersFinished } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { isDecimalText } from '../../domain/decimal.ts';
import { operatorRefusal, registerCommand } from '../kit/commands.ts';
import { orderLifecycle } from '../order/order-lifecycle.ts';
import { createPlacementDesk, placementView, show } from './placement-desk.ts';
import type { PlacementDesk } from './placement-desk.ts';
import { checkPlacement, placeOnce } from './placement-steps.ts';
import type { PlacementEnd } from './placement-steps.ts';
import type { PlacementInput, PlacementResult } from '../contract/order-contract.ts';
import * as definitions from '../contract/definitions.ts';
import { accountTaskQueue, orderWorkflowId } from '../contract/workflow-ids.ts';

/** Sends of one placement, although each before was proven not executed. */
const mostAttempts = 3;

/**
 * Takes somebody else's ad: check → risk tips → place, once → hand the order over to its own workflow. It ends with
 * the order's number; the order lives on under `order:<account>:<number>`.
 */
export async function orderPlacement(input: PlacementInput): Promise<PlacementResult> {
  const desk = createPlacementDesk(input);
  registerMessages(desk);
  const refusal =
    isDecimalText(input.totalAmount) && isDecimalText(input.matchPrice) ? null : 'amounts are not decimals';
  if (refusal !== null) throw ApplicationFailure.nonRetryable(refusal, 'REFUSED');
  const end = await place(desk);
  if (end.kind === 'intent')
    return finish(desk, { state: 'intent', orderNumber: null, why: 'shadow: would place the order' });
  if (end.kind !== 'placed') return finish(desk, { state: 'refused', orderNumber: null, why: end.why });
  await handOver(desk, end.orderNumber);
  const { orderNumber } = end;
  return finish(desk, { state: 'placed', orderNumber, why: 'placed and handed over to its own workflow' });
}

/** Checks and places; an attempt that was proven not executed may run again, a few times, each after a fresh check. */
async function place(desk: PlacementDesk): Promise<PlacementEnd> {
  for (let attempt = 1; ; attempt += 1) {
    const check = await checkPlacement(desk);
    if (!check.mayPlace) return { kind: 'refused', why: 'the service does not allow an order on this ad' };
    const end = await placeOnce(desk, check.known);
    if (end.kind !== 'not-done' || attempt === mostAttempts) return end;
  }
}

function registerMessages(desk: PlacementDesk): void {
  setHandler(definitions.placementStateQuery, () => placementView(desk), { description: 'State and why' });
  registerCommand({
    update: definitions.resolvePlacementUpdate,
    signal: definitions.resolvePlacementSignal,
    description: 'A human says whether the order was placed, with its number when it was',
    refusal: (ruling) => operatorRefusal(ruling) ?? rulingRefusal(desk, ruling),
    apply: (ruling) => {
      desk.ruling = ruling;
    },
    view: () => placementView(desk),
    onRefusedSignal: (why) => show(desk, desk.view.state, why),
  });
}

function rulingRefusal(desk: PlacementDesk, ruling: { outcome: string; orderNumber?: string }): string | null {
  if (desk.view.state !== 'needs-human') return `nothing to resolve: it is ${desk.view.state}`;
  if (ruling.outcome === 'done' && !ruling.orderNumber) return 'outcome done needs the orderNumber';
  return ['done', 'not-done', 'give-up'].includes(ruling.outcome) ? null : 'outcome must be done, not-done or give-up';
}

/**
 * The intake may have found the order first: then its workflow runs already. It is told whose it is, so that no other
 * placement with an open outcome takes it for its own.
 */
async function handOver(desk: PlacementDesk, orderNumber: string): Promise<void> {
  const { account, mode, release, settings, requestId } = desk.input;
  const workflowId = orderWorkflowId(account, orderNumber);
  try {
    await startChild(orderLifecycle, {
      workflowId,
      taskQueue: accountTaskQueue(account),
      args: [
        { account, orderNumber, mode, release, placedBy: requestId, ...(settings === undefined ? {} : { settings }) },
      ],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    // Placements that ran before it was told replay without it.
    if (patched('tell-owner')) await tellOwner(workflowId, requestId);
  }
}

/** An order that has ended meanwhile is nobody's any more. */
async function tellOwner(workflowId: string, requestId: string): Promise<void> {
  try {
    await getExternalWorkflowHandle(workflowId).signal(definitions.placedSignal, requestId);
  } catch (error) {
    const hasEnded = error instanceof ApplicationFailure && error.type === 'ExternalWorkflowExecutionNotFound';
    if (!hasEnded) throw error;
  }
}

async function finish(desk: PlacementDesk, result: PlacementResult): Promise<PlacementResult> {
  desk.view = { ...desk.view, orderNumber: result.orderNumber };
  show(desk, result.state, result.why);
  await condition(allHandlersFinished);
  return result;
}
