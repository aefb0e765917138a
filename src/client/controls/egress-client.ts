import { WithStartWorkflowOperation, type Client } from '@temporalio/client';
import type { SignalDefinition } from '@temporalio/common';
import * as definitions from '../../workflows/contract/definitions.ts';
import type { GroupChoice } from '../lists/account-group.ts';
import { answerOf, commandTimeoutMs, inTime, readOf } from '../kit/command-answer.ts';
import type { Ban, BanNews, BreakerReport, EgressView, Operator } from '../../workflows/contract/definitions.ts';

/** Reads and commands the egress workflow: the ban of one outgoing address, and the breakers of its accounts. */
export interface EgressControl {
  readonly workflowId: string;
  state(): Promise<EgressView>;
  /** Reports a ban; starts the workflow when it does not run. */
  reportBan(ban: Ban): Promise<void>;
  reportBreaker(report: BreakerReport): Promise<void>;
  /** Rejects after 15 s with CommandTimeoutError, and with WorkflowNotFoundError when the address never met trouble. */
  clearBan(operator: Operator): Promise<EgressView>;
  /**
   * Waits for another ban, or another end of one, than the news with this number; starts the workflow when it does not
   * run. May return without news: then ask again. Rejects when `signal` aborts.
   */
  awaitBanNews(known: number, signal: AbortSignal): Promise<BanNews>;
  /** Returns the same control with another time limit for its commands, in milliseconds. */
  within(timeoutMs: number): EgressControl;
}

/** An egress, and the group for which its workflow is started; absent: for all groups that share the address. */
interface EgressTarget extends GroupChoice {
  client: Client;
  egress: string;
}

/**
 * The control of an egress; nothing is called yet.
 *
 * @example
 * const { state, ban } = await egressControl(client, 'default').state();
 * if (ban !== null) console.log(`${state} until ${new Date(ban.untilMs).toISOString()}: ${ban.reason}`);
 */
export function egressControl(client: Client, egress: string, { group }: GroupChoice = {}): EgressControl {
  return egressWithin({ client, egress, group }, commandTimeoutMs);
}

function egressWithin(target: EgressTarget, timeoutMs: number): EgressControl {
  const { client, egress, group = '' } = target;
  const workflowId = definitions.egressWorkflowId(egress);
  const handle = client.workflow.getHandle(workflowId);
  const start = {
    workflowId,
    taskQueue: definitions.egressTaskQueue(egress, group),
    args: [{ egress }] satisfies [{ egress: string }],
    // A ban must not wait for a worker that took its news and was frozen.
    workflowTaskTimeout: '3s' as const,
    staticSummary: `Egress ${egress}: IP ban and breaker`,
  };
  const report = <Fact>(signal: SignalDefinition<[Fact]>, fact: Fact): Promise<void> =>
    inTime({ client, workflowId, timeoutMs }, 'signal', async () => {
      await client.workflow.signalWithStart('egress', { ...start, signal, signalArgs: [fact] });
    });
  return {
    workflowId,
    state: () => readOf({ client, workflowId, timeoutMs }, () => handle.query(definitions.egressStateQuery)),
    reportBan: (ban) => report(definitions.banReportedFact.signal, ban),
    reportBreaker: (news) => report(definitions.breakerReportedFact.signal, news),
    clearBan: (operator) => {
      const { update } = definitions.egressCommands.clearBan;
      const call = { client, workflowId, timeoutMs };
      return answerOf(call, (updateId) => handle.executeUpdate(update, { args: [operator], updateId }));
    },
    within: (otherMs) => egressWithin(target, otherMs),
    awaitBanNews: (known, signal) =>
      client.withAbortSignal(signal, () =>
        client.workflow.executeUpdateWithStart(definitions.awaitBanNewsUpdate, {
          args: [{ known }],
          startWorkflowOperation: new WithStartWorkflowOperation('egress', {
            ...start,
            workflowIdConflictPolicy: 'USE_EXISTING',
          }),
        }),
      ),
  };
}
