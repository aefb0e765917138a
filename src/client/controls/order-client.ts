import type { Client, WorkflowHandle } from '@temporalio/client';
import { WorkflowIdReusePolicy } from '@temporalio/common';
import * as definitions from '../../workflows/contract/definitions.ts';
import { groupOf, type GroupChoice } from '../lists/account-group.ts';
import { CommandRefusedError, answerOf, commandTimeoutMs, inTime, readOf } from '../kit/command-answer.ts';
import { refuseOtherRequest, requestMemo } from './placement-request.ts';
import { startAttributes } from '../kit/start-attributes.ts';
import { startOnce } from '../kit/start-once.ts';
import { untilAnswered } from '../kit/until-answered.ts';
import { refusalText } from '../../words/refusal-words.ts';
import type {
  ApprovalWord,
  AttachedMatch,
  CancelWord,
  Command,
  DetachWord,
  Mode,
  Operator,
  OrderEvent,
  OrderLifecycleInput,
  OrderView,
  PaymentNotice,
  PlacementInput,
  PlacementResult,
  PlacementRuling,
  PlacementView,
  Resolution,
  UnholdWord,
} from '../../workflows/contract/definitions.ts';

/**
 * Reads and commands one order's workflow. A command returns the state after the next look (`settled`), or as recorded
 * when that look takes long. It rejects with CommandRefusedError, whose message is the reason, or after 15 s with
 * CommandTimeoutError.
 */
export interface OrderControl {
  readonly workflowId: string;
  state(): Promise<OrderView>;
  /** Without marks it is about the order as it is now: a page that shows an order to a person passes those that he saw. */
  approve(word: Shown<ApprovalWord>): Promise<OrderView>;
  revoke(operator: Operator): Promise<OrderView>;
  hold(operator: Operator): Promise<OrderView>;
  unhold(word: Shown<UnholdWord>): Promise<OrderView>;
  verifyKyc(operator: Operator): Promise<OrderView>;
  confirmPayment(notice: Shown<PaymentNotice>): Promise<OrderView>;
  /** Cancels a purchase, once. After a payment two people have said so in the register. */
  cancel(word: Shown<CancelWord>): Promise<OrderView>;
  attachMatch(match: Shown<AttachedMatch>): Promise<OrderView>;
  /** Takes an attached payment back, by its proof; refused once a release rests on it. */
  detachMatch(word: DetachWord): Promise<OrderView>;
  resolve(resolution: Resolution): Promise<OrderView>;
  changeMode(mode: Mode, operator: Operator): Promise<OrderView>;
  stop(operator: Operator): Promise<OrderView>;
  /** A word as a signal: Temporal keeps it even without a worker, and there is no answer. */
  sendTakeBack(word: OrderTakeBack): Promise<void>;
  /** Returns the same control with another time limit for its commands, in milliseconds. */
  within(timeoutMs: number): OrderControl;
  /** Facts from outside (a webhook, a list): never a command. */
  report(events: OrderEvent[]): Promise<void>;
}

/** What takes something of an order back. */
export type OrderTakeBack = Operator &
  ({ readonly what: 'hold' | 'revoke' | 'stop' } | { readonly what: 'unmatch'; readonly proofId: string });

function signalTakeBack(handle: WorkflowHandle, { what, ...word }: OrderTakeBack): Promise<void> {
  const { hold, stop, revokeApproval, detachMatch } = definitions.orderCommands;
  const signals = { hold, stop, revoke: revokeApproval, unmatch: detachMatch } as const;
  return handle.signal<[object]>(signals[what].signal.name, word);
}

/** What words about an order carry: the mint of the register, and the order's epoch. */
interface Marks {
  generation: string;
  epoch: number;
}

/** A word that allows something, with the marks of the order that its giver saw. */
export type Shown<Word> = Omit<Word, keyof Marks> & Partial<Marks>;

export type OrderStart = OrderLifecycleInput &
  GroupChoice & {
    /** Summary for the list in the Web UI, such as "SELL 250.00 USDT @ 11.62 BOB". */
    summary?: string;
  };

/**
 * Starts the workflow of an order; it reads the order itself. Returns false when it already runs or has completed. One
 * that was ended from outside (terminated, failed) is started again: it reads first and asks again.
 *
 * @example
 * const release = {
 *   policy: 'approve',
 *   amountCap: null,
 *   counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
 * } as const;
 * const isNew = await startOrder(client, { account, orderNumber, mode: 'sim', release });
 * console.log(isNew ? 'carried from now on' : 'carried already');
 */
export async function startOrder(client: Client, start: OrderStart): Promise<boolean> {
  const options = await startOptions(client, start);
  return startOnce({ client, workflowId: options.workflowId }, () => client.workflow.start('orderLifecycle', options));
}

/**
 * Starts the workflow of an order with a hold, before anything else can happen in it; one that runs already is held.
 * Returns false when it has completed.
 *
 * @example
 * const release = {
 *   policy: 'approve',
 *   amountCap: null,
 *   counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
 * } as const;
 * const operator = { by: 'ana', note: 'call the buyer first' };
 * await holdFromStart(client, { account, orderNumber, mode: 'sim', release }, operator);
 */
export async function holdFromStart(client: Client, start: OrderStart, operator: Operator): Promise<boolean> {
  const options = await startOptions(client, start);
  const { signal } = definitions.orderCommands.hold;
  return startOnce({ client, workflowId: options.workflowId }, () =>
    client.workflow.signalWithStart('orderLifecycle', { ...options, signal, signalArgs: [operator] }),
  );
}

async function startOptions(client: Client, { summary, group, ...input }: OrderStart) {
  const { account, orderNumber, mode } = input;
  return {
    workflowId: definitions.orderWorkflowId(account, orderNumber),
    taskQueue: definitions.groupTaskQueue(await groupOf(client, account, group)),
    args: [input] as [OrderLifecycleInput],
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
    typedSearchAttributes: startAttributes({ account, mode, state: 'reading', orderNumber }),
    staticSummary: `${summary ?? `Order ${orderNumber}`} · started in ${mode}`,
    staticDetails: `Carries order ${orderNumber} of account ${account}; release policy ${input.release.policy}.`,
  };
}

/**
 * The control of an order's workflow; nothing is called yet.
 *
 * @example
 * const order = orderControl(client, account, orderNumber);
 * const { waitingFor, mark } = await order.state();
 * // With the marks of the page that a person has seen, an approval of an order that has changed since is refused.
 * if (waitingFor.code === 'release-gate') await order.approve({ by: 'ana', note: 'the money is there', ...mark });
 */
export function orderControl(client: Client, account: string, orderNumber: string): OrderControl {
  return controlWithin({ client, workflowId: definitions.orderWorkflowId(account, orderNumber) }, commandTimeoutMs);
}

const unheard = { code: 'register-unheard' } as const;

interface OrderTarget {
  client: Client;
  workflowId: string;
}

function controlWithin(target: OrderTarget, timeoutMs: number): OrderControl {
  const { client, workflowId } = target;
  const handle = client.workflow.getHandle(workflowId);
  const command =
    <Arg>({ update }: Command<Arg, OrderView>) =>
    (arg: Arg): Promise<OrderView> =>
      answerOf({ client, workflowId, timeoutMs }, (updateId) =>
        handle.executeUpdate(update, { args: [arg], updateId }),
      );
  const state = () => readOf({ client, workflowId, timeoutMs }, () => handle.query(definitions.orderStateQuery));
  const marked = async <Word>(word: Shown<Word>): Promise<Word & Marks> => {
    const { generation, epoch } = word;
    if (generation !== undefined && epoch !== undefined) return { ...word, generation, epoch } as Word & Marks;
    const { mark } = await state();
    if (mark === null) throw new CommandRefusedError(workflowId, { reason: refusalText(unheard), refusal: unheard });
    return { ...word, ...mark } as Word & Marks;
  };
  const commands = definitions.orderCommands;
  const send = (sent: () => Promise<void>): Promise<void> => inTime({ client, workflowId, timeoutMs }, 'signal', sent);
  return {
    workflowId,
    state,
    approve: async ({ signed = null, ...word }) => {
      const { generation, epoch } = signed?.seen ?? word;
      const seen = generation === undefined || epoch === undefined ? {} : { generation, epoch };
      return command(commands.approveRelease)({
        ...(await marked<Omit<ApprovalWord, 'signed'>>({ ...word, ...seen })),
        signed,
      });
    },
    revoke: command(commands.revokeApproval),
    hold: command(commands.hold),
    unhold: async ({ signed = null, ...word }) =>
      command(commands.unhold)({ ...(await marked<Omit<UnholdWord, 'signed'>>(word)), signed }),
    verifyKyc: command(commands.verifyKyc),
    confirmPayment: async (notice) => command(commands.confirmPayment)(await marked(notice)),
    cancel: async (word) => command(commands.cancelOrder)(await marked(word)),
    attachMatch: async (match) => command(commands.attachMatch)(await marked(match)),
    detachMatch: command(commands.detachMatch),
    resolve: command(commands.resolve),
    changeMode: (mode, operator) => command(commands.changeMode)({ mode, ...operator }),
    stop: command(commands.stop),
    sendTakeBack: (word) => send(() => signalTakeBack(handle, word)),
    within: (otherMs) => controlWithin(target, otherMs),
    report: (events) => send(() => handle.signal(definitions.orderEventsFact.signal, events)),
  };
}

/** `result` waits for the end of the placement, without a time limit; `resolve` rejects unless it waits for a human. */
export interface PlacementControl {
  readonly workflowId: string;
  state(): Promise<PlacementView>;
  result(): Promise<PlacementResult>;
  resolve(ruling: PlacementRuling): Promise<PlacementView>;
  /** Returns the same control with another time limit for its commands, in milliseconds. */
  within(timeoutMs: number): PlacementControl;
}

/**
 * Places an order on another merchant's ad. `requestId` is the idempotency key: a second call with the same one joins
 * the first, whether it runs or has ended. Rejects with RequestIdTakenError when the first was for another order.
 *
 * @example
 * const placement = await placeOrder(client, {
 *   account,
 *   requestId: 'purchase-of-monday',
 *   mode: 'sim',
 *   adNumber: '13000000000000000001',
 *   asset: 'USDT',
 *   fiat: 'BOB',
 *   side: 'BUY',
 *   totalAmount: '500.00',
 *   matchPrice: '10.05',
 *   release: {
 *     policy: 'approve',
 *     amountCap: null,
 *     counterparty: { minCompletedOrders: null, minFinishRate: null, minRegisterDays: null },
 *   },
 * });
 * const { state, orderNumber, why } = await placement.result();
 * console.log(state, orderNumber ?? why);
 */
export async function placeOrder(
  client: Client,
  { group, ...input }: PlacementInput & GroupChoice,
): Promise<PlacementControl> {
  const { account, mode, adNumber } = input;
  const workflowId = definitions.placementWorkflowId(account, input.requestId);
  const taskQueue = definitions.groupTaskQueue(await groupOf(client, account, group));
  const isNew = await startOnce({ client, workflowId }, () =>
    client.workflow.start('orderPlacement', {
      memo: requestMemo(input),
      workflowId,
      taskQueue,
      args: [input],
      workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
      typedSearchAttributes: startAttributes({ account, mode, state: 'checking', adNumber }),
      staticSummary: `Place ${input.side} for ${input.totalAmount} ${input.fiat} @ ${input.matchPrice} · ${input.mode}`,
    }),
  );
  if (isNew) return placementControl(client, account, input.requestId);
  const call = { client, workflowId, timeoutMs: commandTimeoutMs };
  await inTime(call, 'read', () => refuseOtherRequest(client, workflowId, input));
  return placementControl(client, input.account, input.requestId);
}

/**
 * The control of a placement's workflow; nothing is called yet.
 *
 * @example
 * const placement = placementControl(client, account, requestId);
 * const { needsHuman, why } = await placement.state();
 * if (needsHuman) await placement.resolve({ outcome: 'not-done', by: 'ana', note: `seen in the app: ${why}` });
 */
export function placementControl(client: Client, account: string, requestId: string): PlacementControl {
  const workflowId = definitions.placementWorkflowId(account, requestId);
  return placementWithin({ client, workflowId }, commandTimeoutMs);
}

function placementWithin(target: OrderTarget, timeoutMs: number): PlacementControl {
  const { client, workflowId } = target;
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    state: () => readOf({ client, workflowId, timeoutMs }, () => handle.query(definitions.placementStateQuery)),
    result: () => untilAnswered<PlacementResult>(() => handle.result()),
    resolve: (ruling) => {
      const { update } = definitions.placementCommands.resolve;
      const call = { client, workflowId, timeoutMs };
      return answerOf(call, (updateId) => handle.executeUpdate(update, { args: [ruling], updateId }));
    },
    within: (otherMs) => placementWithin(target, otherMs),
  };
}
