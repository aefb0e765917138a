import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Need } from '../../domain/notices/need.ts';
import { knownFact, needKind } from '../../domain/notices/need-fact.ts';
import type { Channel } from '../../domain/notices/reported-needs.ts';
import { watchdogWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { noticeMessage } from '../notices/notice-message.ts';
import { sendOnEachChannel } from './own-courier.ts';
import type { TellActInput } from './watchdog-contract.ts';
import type { WatchdogDependencies } from './watchdog-dependencies.ts';

/**
 * Creates the watchdog's own way to the merchant, because the process that reports everything else may be
 * gone. Its words are fixed here; only numbers and moments come from the workflow.
 */
export function createTellAct(deps: WatchdogDependencies) {
  return async function tellAct(input: TellActInput): Promise<void> {
    const context = Context.current();
    const told = new Set<Channel>((context.info.heartbeatDetails as Channel[] | undefined) ?? []);
    const message = noticeMessage({
      account: deps.account,
      items: [{ need: needOf(deps, input), stage: 'urgent' }],
      more: 0,
      atMs: deps.clock.now(),
    });
    const failures = await sendOnEachChannel(deps, message, { told, onReported: () => context.heartbeat([...told]) });
    if (failures.length === 0) return;
    throw ApplicationFailure.create({ type: 'NOT_DELIVERED', message: failures.join('; ') });
  };
}

function needOf({ account }: WatchdogDependencies, { kind, ads, lookedAtMs, sinceMs }: TellActInput): Need {
  const workflowId = watchdogWorkflowId(account);
  const fact = knownFact({ code: 'watchdog', outcome: kind, ads, lookedAtMs });
  return { key: `${workflowId}/${needKind(fact)}`, workflowId, type: 'watchdog', fact, sinceMs, urgentAtMs: 0 };
}
