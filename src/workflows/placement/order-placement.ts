import {
  ActivityFailure,
  ApplicationFailure,
  ParentClosePolicy,
  WorkflowIdReusePolicy,
  getExternalWorkflowHandle,
  setHandler,
  startChild,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { PlacementCheck } from '../../activities/activity-contract.ts';
import type { PlacementEnd } from '../../domain/orders/placement-wait.ts';
import { placementText } from '../../words/placement-words.ts';
import { placedFact } from '../contract/order-messages.ts';
import {
  placementCommands,
  placementInputSchema,
  placementStateQuery,
  type PlacementInput,
  type PlacementResult,
  type PlacementRuling,
} from '../contract/placement-contract.ts';
import { orderWorkflowId } from '../contract/workflow-ids.ts';
import { reads, repeatableWrites } from '../kit/activity-proxies.ts';
import { accept, acceptUnknownSignals } from '../kit/command.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { refuseUnsettled } from '../kit/ruling.ts';
import { settingsOf } from '../kit/settings.ts';
import { cancelTrouble } from '../kit/trouble.ts';
import { workUnless } from '../kit/wait.ts';
import { orderLifecycle } from '../order/order-lifecycle.ts';
import { createPlacementRun, placementView, show, type PlacementRun } from './placement-run.ts';
import { checkPlacement, placeOnce } from './placement-steps.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';

/** Sends of one placement, although each earlier one was proven not executed. */
const maxAttempts = 3;

/**
 * Takes another merchant's ad: check → risk tips → place, once → hand the order over to its own workflow. It ends with
 * the order's number; the order lives on under `order:<account>:<number>`. A request id is one order, also when the
 * workflow is reset: before sending it checks which order the request owns already.
 */
export async function orderPlacement(rawInput: PlacementInput): Promise<PlacementResult> {
  const placement = createPlacementRun(parseInput(placementInputSchema, rawInput));
  registerMessages(placement);
  return keptThroughCancel(
    placement.run,
    () => carry(placement),
    () => placement.troubles.note(cancelTrouble, { code: 'cancelled' }, null),
  );
}

async function carry(placement: PlacementRun): Promise<PlacementResult> {
  placement.settings = await settingsOf(placement.input.settings);
  const end = await place(placement);
  if (end.code === 'placed') {
    await handOver(placement, end.orderNumber);
    await notePlaced(placement, end.orderNumber);
  }
  return finish(placement, end);
}

/** Checks and places; an attempt that was proven not executed may run again, a few times, each after a fresh check. */
async function place(placement: PlacementRun): Promise<PlacementEnd> {
  for (let attempt = 1; ; attempt += 1) {
    const check = await checkUnlessCancelled(placement);
    const owned = check?.owned ?? null;
    if (owned !== null) return { code: 'placed', orderNumber: owned };
    if (check === null || isCancelled(placement)) return { code: 'refused', because: { code: 'cancelled' } };
    if (!check.mayPlace) return { code: 'refused', because: { code: 'not-allowed' } };
    const { end, mayRepeat } = await placeOnce(placement, check.known);
    if (!mayRepeat || attempt === maxAttempts) return end;
  }
}

/** Before its call nothing is left behind; one that has left is read to its end. */
async function checkUnlessCancelled(placement: PlacementRun): Promise<PlacementCheck | null> {
  const isOvertaken = (): boolean => isCancelled(placement);
  const work = () => checkPlacement(placement);
  return isOvertaken() ? null : workUnless({ isOvertaken, work, onChange: 'abandon' });
}

const isCancelled = ({ run }: PlacementRun): boolean => cancelTrouble in run.memory.troubles;

function registerMessages(placement: PlacementRun): void {
  const { run, input } = placement;
  const view = () => placementView(input, run.memory);
  setHandler(placementStateQuery, view, { description: 'State and why' });
  accept(run, placementCommands.resolve, {
    refusal: (ruling) => rulingRefusal(placement, ruling),
    apply: () => undefined,
    after: (ruling) => takeRuling(placement, ruling),
    answer: view,
  });
  acceptUnknownSignals(run);
}

/** That nothing was placed frees the request: the register has to know it first. */
async function takeRuling({ run, input }: PlacementRun, ruling: PlacementRuling): Promise<void> {
  const { requestId } = input;
  const look = () => reads('Has the call of the placement an end?').unsettledPlacement({ requestId });
  if (ruling.outcome === 'not-done') await refuseUnsettled(look, 'place');
  run.change({ ruling });
}

function rulingRefusal({ run }: PlacementRun, { outcome, orderNumber }: PlacementRuling): Refusal | null {
  const { code: state } = run.memory.wait;
  if (state !== 'needs-human') return { code: 'nothing-to-resolve', state };
  const lacksNumber = outcome === 'done' && orderNumber === undefined;
  return lacksNumber ? { code: 'number-missing', field: 'orderNumber' } : null;
}

/**
 * The intake may have found the order first: then its workflow runs already. It receives its owner and its release
 * rules, so that no other placement with an open outcome claims it.
 */
async function handOver({ input }: PlacementRun, orderNumber: string): Promise<void> {
  const { account, mode, release, settings, requestId, side, totalAmount, fiat } = input;
  const workflowId = orderWorkflowId(account, orderNumber);
  try {
    await startChild(orderLifecycle, {
      workflowId,
      args: [
        { account, orderNumber, mode, release, placedBy: requestId, ...(settings === undefined ? {} : { settings }) },
      ],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
      staticSummary: `${side} for ${totalAmount} ${fiat} · started in ${mode}`,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    await tellOwner(workflowId, { requestId, release });
  }
}

/**
 * An answer alone ends no step: the order is read once. Where that fails the worker that leads asks a human; the order
 * itself is carried on all the same.
 */
async function notePlaced({ input }: PlacementRun, orderNumber: string): Promise<void> {
  const { requestId } = input;
  const writes = repeatableWrites(`Noting that order ${orderNumber} was placed`);
  await writes.notePlaced({ requestId, orderNumber }).catch((error: unknown) => {
    if (!(error instanceof ActivityFailure)) throw error;
  });
}

/** The order may have ended already; then there is no workflow to notify. */
async function tellOwner(workflowId: string, owner: Parameters<typeof placedFact.schema.parse>[0]): Promise<void> {
  try {
    await getExternalWorkflowHandle(workflowId).signal(placedFact.signal, placedFact.schema.parse(owner));
  } catch (error) {
    const hasEnded = error instanceof ApplicationFailure && error.type === 'ExternalWorkflowExecutionNotFound';
    if (!hasEnded) throw error;
  }
}

function finish(placement: PlacementRun, end: PlacementEnd): PlacementResult {
  show(placement, end);
  const orderNumber = end.code === 'placed' ? end.orderNumber : null;
  return { state: end.code, orderNumber, end, why: placementText(end) };
}
