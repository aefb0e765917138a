/** Taking something of an order back: kept outside Temporal, and answered when nothing that was armed before can leave. */
import { orderWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { settledLeaving } from '../money/settled-leaving.ts';
import type { TakeBackInput, TakeBackResult } from './words-contract.ts';

/** Raises the epoch of an order in the register, and waits until a call that was armed before has ended, or has left. */
export async function takeBackOrder(deps: ActivityDependencies, input: TakeBackInput): Promise<TakeBackResult> {
  const { orderNumber } = input;
  refuseForeignCaller({ workflowType: 'orderLifecycle', workflowId: orderWorkflowId(deps.account, orderNumber) });
  await deps.register.takeBack(input);
  const [row] = await settledLeaving(deps, ({ subject }) => subject === orderNumber);
  const open = row === undefined ? null : { step: row.step, armedAtMs: row.armedAtMs ?? 0, untilMs: row.untilMs ?? 0 };
  // As it is now: another word may have come while this one waited.
  return { ...(await deps.register.marksOf(orderNumber)), open, mayHaveLeft: row !== undefined };
}
