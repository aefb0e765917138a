import { WithStartWorkflowOperation } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import * as definitions from '../workflows/contract/definitions.ts';
import { startAttributes } from './start-attributes.ts';
import type {
  AccountDeskInput,
  Ban,
  BanNews,
  BreakerReport,
  DeskView,
  EgressView,
  KillSwitchCommand,
  Operator,
  ReleaseRules,
} from '../workflows/contract/definitions.ts';

/** An account's desk: read it and command it. */
export interface DeskControl {
  readonly workflowId: string;
  state(): Promise<DeskView>;
  killSwitch(command: KillSwitchCommand): Promise<DeskView>;
  setReleaseRules(rules: ReleaseRules): Promise<DeskView>;
  /** The order that owns a payment proof: the first claim wins. */
  claimProof(proofId: string, orderNumber: string): Promise<string>;
  stop(operator: Operator): Promise<DeskView>;
}

/** Starts the desk of an account; the one that runs already is kept as it is. */
export async function startDesk(client: Client, input: AccountDeskInput): Promise<DeskControl> {
  const { account, mode, release } = input;
  await client.workflow.start('accountDesk', {
    workflowId: definitions.deskWorkflowId(account),
    taskQueue: definitions.accountTaskQueue(account),
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: startAttributes({ account, mode, state: 'running' }),
    staticSummary: `Desk of ${account} · release: ${release.policy} · ${mode}`,
  });
  return deskControl(client, account);
}

/** The control of an account's desk; nothing is called yet. */
export function deskControl(client: Client, account: string): DeskControl {
  const workflowId = definitions.deskWorkflowId(account);
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    state: () => handle.query(definitions.deskStateQuery),
    killSwitch: (command) => handle.executeUpdate(definitions.killSwitchUpdate, { args: [command] }),
    setReleaseRules: (rules) => handle.executeUpdate(definitions.setReleaseRulesUpdate, { args: [rules] }),
    claimProof: (proofId, orderNumber) =>
      handle.executeUpdate(definitions.claimProofUpdate, { args: [{ proofId, orderNumber }] }),
    stop: (operator) => handle.executeUpdate(definitions.stopDeskUpdate, { args: [operator] }),
  };
}

/** The egress workflow: the ban of one outgoing address, and the breakers of its accounts. */
export interface EgressControl {
  readonly workflowId: string;
  state(): Promise<EgressView>;
  /** Reports a ban; starts the workflow when it does not run. */
  reportBan(ban: Ban): Promise<void>;
  reportBreaker(report: BreakerReport): Promise<void>;
  clearBan(operator: Operator): Promise<EgressView>;
  /**
   * Waits for another ban, or another end of one, than the news with this number; starts the workflow when it does not
   * run. It may answer without any: then one asks again. Rejects when `signal` aborts.
   */
  awaitBanNews(known: number, signal: AbortSignal): Promise<BanNews>;
}

/** The control of an egress; nothing is called yet. */
export function egressControl(client: Client, egress: string): EgressControl {
  const workflowId = definitions.egressWorkflowId(egress);
  const handle = client.workflow.getHandle(workflowId);
  const start = {
    workflowId,
    taskQueue: definitions.egressTaskQueue(egress),
    args: [{ egress }] satisfies [{ egress: string }],
    // A ban must not wait for a worker that took its news and was frozen.
    workflowTaskTimeout: '3s',
    staticSummary: `Egress ${egress}: IP ban and breaker`,
  };
  return {
    workflowId,
    state: () => handle.query(definitions.egressStateQuery),
    reportBan: async (ban) => {
      await client.workflow.signalWithStart('egress', {
        ...start,
        signal: definitions.banReportedFact.signal,
        signalArgs: [ban],
      });
    },
    reportBreaker: async (report) => {
      await client.workflow.signalWithStart('egress', {
        ...start,
        signal: definitions.breakerReportedFact.signal,
        signalArgs: [report],
      });
    },
    clearBan: (operator) => handle.executeUpdate(definitions.egressCommands.clearBan.update, { args: [operator] }),
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
