import type { Client } from '@temporalio/client';
import type { BusinessAct } from '../../domain/ads/business-act.ts';
import * as definitions from '../../workflows/contract/definitions.ts';
import { groupOf, type GroupChoice } from '../lists/account-group.ts';
import { answerOf, commandTimeoutMs, inTime, readOf } from '../kit/command-answer.ts';
import { startAttributes } from '../kit/start-attributes.ts';
import { startInTime } from '../kit/start-once.ts';
import { guardControl } from './guard-client.ts';
import { watchHeartbeat } from '../connection/heartbeat.ts';
import type {
  AccountDeskInput,
  Command,
  DeskView,
  Mode,
  Operator,
  ReleaseRules,
} from '../../workflows/contract/definitions.ts';

/**
 * Reads and commands an account's desk. What outlives it (switches, release rules) is in `guardControl`. A command
 * rejects with CommandRefusedError, whose message is the reason, or after 15 s with CommandTimeoutError.
 */
export interface DeskControl {
  readonly workflowId: string;
  state(): Promise<DeskView>;
  /** Returns when the running intake last looked, in epoch ms; null when none runs, or before its first look. */
  lookedAtMs(): Promise<number | null>;
  /** Returns the orders that wait to be taken in, the next one first, as of that look. */
  waiting(): Promise<readonly string[]>;
  /** Returns why the intake sees no new order now: what its last look, or its watch, failed with; null: it looks. */
  blindness(): Promise<string | null>;
  stop(operator: Operator): Promise<DeskView>;
  /** Takes orders in by another mode; running orders keep theirs. */
  changeMode(mode: Mode, operator: Operator): Promise<DeskView>;
  /** Opens or closes the business, or begins or ends a break; the view says what came of it. */
  business(act: BusinessAct, operator: Operator): Promise<DeskView>;
  /** Returns the same control with another time limit for its commands, in milliseconds. */
  within(timeoutMs: number): DeskControl;
}

export interface DeskStart extends AccountDeskInput, GroupChoice {
  /** Sets the account's release rules before the desk starts; absent or null: the guard's rules stay. */
  release?: ReleaseRules | null;
  /** Who starts it and sets them. */
  operator?: Operator;
}

/** What the heartbeat of the intake says. */
interface IntakeBeat {
  lookedAtMs: number | null;
  waiting: readonly string[];
  problem: string | null;
}

/**
 * Starts the desk of an account; a running one is left as it is.
 *
 * @example
 * const release = {
 *   policy: 'approve',
 *   amountCap: null,
 *   counterparty: { minCompletedOrders: 20, minFinishRate: 0.9, minRegisterDays: null },
 * } as const;
 * const desk = await startDesk(client, { account, egress: 'default', mode: 'sim', adoptAds: null, release });
 * desk.workflowId === deskWorkflowId(account); // → true
 */
export async function startDesk(
  client: Client,
  { release = null, group: given, operator, ...input }: DeskStart,
): Promise<DeskControl> {
  const { account, mode } = input;
  const group = await groupOf(client, account, given);
  if (release !== null) await guardControl(client, account, { group }).sendReleaseRules(release, operator);
  const workflowId = definitions.deskWorkflowId(account);
  await startInTime({ client, workflowId }, () =>
    client.workflow.start('accountDesk', {
      workflowId,
      taskQueue: definitions.groupTaskQueue(group),
      args: [operator === undefined ? input : { ...input, startedBy: operator }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: startAttributes({ account, mode, state: 'running' }),
      staticSummary: `Desk of ${account}: intake of its orders`,
    }),
  );
  return deskControl(client, account);
}

/**
 * The control of an account's desk; nothing is called yet.
 *
 * @example
 * const desk = deskControl(client, account);
 * const blindness = await desk.blindness();
 * console.log(blindness ?? 'the desk sees new orders');
 * const { mode } = await desk.state();
 * mode; // → 'sim'
 */
export function deskControl(client: Client, account: string): DeskControl {
  return deskWithin(client, definitions.deskWorkflowId(account), commandTimeoutMs);
}

function deskWithin(client: Client, workflowId: string, timeoutMs: number): DeskControl {
  const handle = client.workflow.getHandle(workflowId);
  const command =
    <Arg>({ update }: Command<Arg, DeskView>) =>
    (arg: Arg): Promise<DeskView> =>
      answerOf({ client, workflowId, timeoutMs }, (updateId) =>
        handle.executeUpdate(update, { args: [arg], updateId }),
      );
  const intakeBeat = (): Promise<IntakeBeat | null> =>
    inTime({ client, workflowId, timeoutMs }, 'read', () => watchHeartbeat<IntakeBeat>(handle, 'watchOrders'));
  const state = (): Promise<DeskView> =>
    readOf({ client, workflowId, timeoutMs }, () => handle.query(definitions.deskStateQuery));
  const { stop, changeMode, business } = definitions.deskCommands;
  return {
    workflowId,
    state,
    lookedAtMs: async () => (await intakeBeat())?.lookedAtMs ?? null,
    waiting: async () => (await intakeBeat())?.waiting ?? [],
    blindness: async () => {
      const [beat, { troubles }] = await Promise.all([intakeBeat(), state()]);
      return beat?.problem ?? troubles.intake?.text ?? null;
    },
    stop: command(stop),
    changeMode: (mode, operator) => command(changeMode)({ mode, ...operator }),
    business: (act, operator) => command(business)({ act, ...operator }),
    within: (otherMs) => deskWithin(client, workflowId, otherMs),
  };
}
