import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Need } from '../../domain/notices/need.ts';
import type { Channel } from '../../domain/notices/told-needs.ts';
import { watchdogWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { noticeMessage } from '../notices/notice-message.ts';
import { tellOnEachWay } from './own-courier.ts';
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
    const failures = await tellOnEachWay(deps, message, { told, onTold: () => context.heartbeat([...told]) });
    if (failures.length === 0) return;
    throw ApplicationFailure.create({ type: 'NOT_DELIVERED', message: failures.join('; ') });
  };
}

function needOf({ account }: WatchdogDependencies, { kind, ads, lookedAtMs, sinceMs }: TellActInput): Need {
  const workflowId = watchdogWorkflowId(account);
  const last = Number.isFinite(lookedAtMs) ? new Date(lookedAtMs).toISOString().slice(0, 16).replace('T', ' ') : '?';
  const count = Number.isInteger(ads) ? ads : 0;
  const why = `no market was looked at since ${last} UTC`;
  const reasons: Record<TellActInput['kind'], string> = {
    offline: `${why}: the watchdog has taken ${adsText(count)} offline; nothing comes back by itself: once a worker runs, lift the kill switch ads, then put them online with: npx peerdesk ad online --all --account ${account}`,
    left: `${why}, and the watchdog could not take ${adsText(count)} offline: do it in the app`,
    prevented: `${why}, and the watchdog may not call the service: take the ads offline in the app`,
  };
  const command = kind === 'prevented' ? null : `npx peerdesk desk open ads --account ${account}`;
  const key = `${workflowId}/${kind}`;
  return { key, workflowId, type: 'watchdog', kind, reason: reasons[kind] ?? why, sinceMs, urgentAtMs: 0, command };
}

const adsText = (count: number): string => (count === 1 ? '1 ad' : `${count} ads`);
