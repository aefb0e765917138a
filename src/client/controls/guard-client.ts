import { WithStartWorkflowOperation, type Client } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError, type UpdateDefinition } from '@temporalio/common';
import type { PublicationClaim } from '../../domain/guard/publication-claim.ts';
import type { PermitRequest } from '../../domain/guard/permit-request.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';
import * as contract from '../../workflows/contract/guard-contract.ts';
import type {
  GuardAnswer,
  GuardInput,
  GuardRunMemory,
  GuardView,
  KillSwitchCommand,
} from '../../workflows/contract/guard-contract.ts';
import type { Command, Operator } from '../../workflows/contract/message.ts';
import { groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import { guardWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { groupOf, type GroupChoice } from '../lists/account-group.ts';
import { startInTime } from '../kit/start-once.ts';
import { answerOf, commandTimeoutMs, inTime, readOf } from '../kit/command-answer.ts';

/**
 * Reads and commands the guard of an account. Every command starts it when it does not run. A command rejects with
 * CommandRefusedError, whose message is the reason, or after 15 s with CommandTimeoutError; signals need no worker.
 */
export interface GuardControl {
  readonly workflowId: string;
  /** Rejects with WorkflowNotFoundError when there is no guard yet. */
  state(): Promise<GuardView>;
  /** Starts the guard when it does not run. */
  start(): Promise<void>;
  /** Engages or lifts a kill switch; returns when a worker serves the account. */
  killSwitch(command: KillSwitchCommand): Promise<GuardAnswer>;
  /** The same as a signal: Temporal keeps it even without a worker, and there is no answer. */
  sendKillSwitch(command: KillSwitchCommand): Promise<void>;
  setReleaseRules(rules: ReleaseRules, operator?: Operator): Promise<GuardAnswer>;
  /** The same as a signal. */
  sendReleaseRules(rules: ReleaseRules, operator?: Operator): Promise<void>;
  block(counterparty: string, operator: Operator): Promise<GuardAnswer>;
  /** The same as a signal. */
  sendBlock(counterparty: string, operator: Operator): Promise<void>;
  unblock(counterparty: string, operator: Operator): Promise<GuardAnswer>;
  /** Asks whether this money call may leave now. `updateId` makes a repeated question the same one. */
  permit(request: PermitRequest, updateId: string): Promise<contract.PermitReply>;
  /** Sends a guard what its register knows and it does not; returns its memory. */
  catchUp(known: contract.CatchUp, updateId: string): Promise<GuardRunMemory>;
  /** Assigns a published ad to a name, and returns who owns it. */
  claimPublication(claim: PublicationClaim, updateId: string): Promise<PublicationClaim>;
  /** Returns the guard's whole memory; with `runId` of that run, even when it has ended. */
  memory(runId?: string): Promise<GuardRunMemory>;
  /** Returns the same control with another time limit for its commands, in milliseconds. */
  within(timeoutMs: number): GuardControl;
}

/** The guard of an account, and the group for which it is started. */
interface GuardTarget extends GroupChoice {
  client: Client;
  account: string;
}

/**
 * The control of an account's guard; nothing is called yet.
 *
 * @example
 * const guard = guardControl(client, account);
 * const stop = { name: 'releases', thrown: true, reason: 'the bank is down', by: 'ana' } as const;
 * const { switches } = await guard.killSwitch(stop);
 * console.log(switches);
 */
export function guardControl(client: Client, account: string, { group }: GroupChoice = {}): GuardControl {
  return guardWithin({ client, account, group }, commandTimeoutMs);
}

function guardWithin(target: GuardTarget, timeoutMs: number): GuardControl {
  const { client, account } = target;
  const workflowId = guardWorkflowId(account);
  const handle = client.workflow.getHandle(workflowId);
  const command =
    <Arg>({ update }: Command<Arg, GuardAnswer>) =>
    (arg: Arg): Promise<GuardAnswer> =>
      answerOf({ client, workflowId, timeoutMs }, (updateId) =>
        withGuard(target, (options) => {
          const startWorkflowOperation = operation(options);
          return client.workflow.executeUpdateWithStart(update, { args: [arg], updateId, startWorkflowOperation });
        }),
      );
  const send =
    <Arg>({ signal }: Command<Arg, GuardAnswer>) =>
    (arg: Arg): Promise<void> =>
      inTime({ client, workflowId, timeoutMs }, 'signal', () =>
        withGuard(target, async (options) => {
          await client.workflow.signalWithStart('guard', { ...options, signal, signalArgs: [arg] });
        }),
      );
  const ask = <Arg, Reply>(update: UpdateDefinition<Reply, [Arg]>, arg: Arg, updateId: string): Promise<Reply> =>
    inTime({ client, workflowId, timeoutMs }, 'command', () =>
      withGuard(target, (options) =>
        client.workflow.executeUpdateWithStart(update, {
          args: [arg],
          updateId,
          startWorkflowOperation: operation(options),
        }),
      ),
    );
  const { killSwitch, setReleaseRules, block, unblock } = contract.guardCommands;
  return {
    workflowId,
    state: () => readOf({ client, workflowId, timeoutMs }, () => handle.query(contract.guardStateQuery)),
    start: () =>
      startInTime({ client, workflowId, timeoutMs }, () =>
        withGuard(target, async (options) => void (await client.workflow.start('guard', options))),
      ),
    killSwitch: command(killSwitch),
    sendKillSwitch: send(killSwitch),
    setReleaseRules: (rules, operator) => command(setReleaseRules)({ ...rules, ...operator }),
    sendReleaseRules: (rules, operator) => send(setReleaseRules)({ ...rules, ...operator }),
    block: (counterparty, operator) => command(block)({ counterparty, ...operator }),
    sendBlock: (counterparty, operator) => send(block)({ counterparty, ...operator }),
    unblock: (counterparty, operator) => command(unblock)({ counterparty, ...operator }),
    permit: (request, updateId) => ask(contract.permitUpdate, request, updateId),
    catchUp: (known, updateId) => ask(contract.catchUpUpdate, known, updateId),
    claimPublication: (claim, updateId) => ask(contract.claimPublicationUpdate, claim, updateId),
    within: (otherMs) => guardWithin(target, otherMs),
    memory: (runId) => {
      const run = client.workflow.getHandle(workflowId, runId);
      return readOf({ client, workflowId, timeoutMs }, () =>
        runId === undefined ? run.query(contract.guardMemoryQuery) : run.query(contract.guardMemoryQuery, runId),
      );
    },
  };
}

type GuardStart = ReturnType<typeof startOptions>;

function startOptions(
  input: GuardInput,
  taskQueue: string,
  workflowIdReusePolicy: 'REJECT_DUPLICATE' | 'ALLOW_DUPLICATE',
) {
  const { account } = input;
  return {
    workflowId: guardWorkflowId(account),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy,
    staticSummary: `Guard of ${account}: kill switches, rules, blocked counterparties`,
  } as const;
}

const operation = (options: GuardStart) => new WithStartWorkflowOperation('guard', options);

/**
 * A guard never ends by itself. One that has ended was terminated from outside: the next one takes its memory over, so
 * that no switch is lifted and no payment is forgotten.
 */
async function withGuard<T>(
  { client, account, group }: GuardTarget,
  use: (options: GuardStart) => Promise<T>,
): Promise<T> {
  const taskQueue = groupTaskQueue(await groupOf(client, account, group));
  try {
    return await use(startOptions({ account }, taskQueue, 'REJECT_DUPLICATE'));
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    const { runId } = await client.workflow.getHandle(guardWorkflowId(account)).describe();
    return use(startOptions({ account, after: runId }, taskQueue, 'ALLOW_DUPLICATE'));
  }
}
