import type { Client } from '@temporalio/client';
import * as definitions from '../../workflows/contract/definitions.ts';
import { groupOf, type GroupChoice } from '../lists/account-group.ts';
import { answerOf, commandTimeoutMs, readOf } from '../kit/command-answer.ts';
import { startAttributes } from '../kit/start-attributes.ts';
import { startOnce } from '../kit/start-once.ts';
import { untilAnswered } from '../kit/until-answered.ts';
import type {
  AdChangeInput,
  AdChangeView,
  Command,
  Operator,
  PublicationInput,
  PublicationResult,
  PublicationRuling,
  PublicationView,
} from '../../workflows/contract/definitions.ts';

/** One publication's workflow. */
export interface PublicationControl {
  readonly workflowId: string;
  state(): Promise<PublicationView>;
  result(): Promise<PublicationResult>;
  resolve(ruling: PublicationRuling): Promise<PublicationView>;
  /** Tries again now, while it waits. */
  retry(operator: Operator): Promise<PublicationView>;
  /** Gives it up, while it waits. */
  stop(operator: Operator): Promise<PublicationView>;
  /** Returns the same control with another time limit for its commands, in milliseconds. */
  within(timeoutMs: number): PublicationControl;
}

export interface StartedPublication extends PublicationControl {
  /** False: one was already running and continues with its own terms. */
  readonly started: boolean;
}

/**
 * Publishes the ad of a name. The name is the idempotency key: its ad is published once, and a second call joins the
 * run under way, or finds the number that the account's guard remembers for the name.
 *
 * @example
 * const publication = await publishAd(client, {
 *   account,
 *   name: 'usdt-to-bob',
 *   mode: 'sim',
 *   terms: {
 *     side: 'SELL',
 *     asset: 'USDT',
 *     fiat: 'BOB',
 *     quantity: '200',
 *     minOrder: '100',
 *     maxOrder: '900',
 *     payMethods: ['BANK'],
 *   },
 *   rules: {
 *     strategy: { kind: 'undercut', ticks: 1 },
 *     filter: { minFinishRate: 0.9, minOrderCount: 20, maxDeviationRatio: '0.05' },
 *     limits: { floor: '9.50', ceiling: '10.50' },
 *   },
 * });
 * const { state, adNumber, why } = await publication.result();
 * console.log(state, adNumber ?? why);
 */
export async function publishAd(
  client: Client,
  { group, ...input }: PublicationInput & GroupChoice,
): Promise<StartedPublication> {
  const { account, name, mode, terms } = input;
  const taskQueue = definitions.groupTaskQueue(await groupOf(client, account, group));
  const workflowId = definitions.publicationWorkflowId(account, name);
  const started = await startOnce({ client, workflowId }, () =>
    client.workflow.start('adPublication', {
      workflowId,
      taskQueue,
      args: [input],
      typedSearchAttributes: startAttributes({ account, mode, state: 'checking' }),
      staticSummary: `Publish ${name}: ${terms.side} ${terms.quantity} ${terms.asset} for ${terms.fiat} · ${mode}`,
    }),
  );
  return { ...publicationControl(client, account, name), started };
}

/**
 * The control of a publication's workflow; nothing is called yet.
 *
 * @example
 * const { state, adNumber, why } = await publicationControl(client, account, name).state();
 * console.log(state, adNumber ?? why);
 */
export function publicationControl(client: Client, account: string, name: string): PublicationControl {
  return controlWithin(client, definitions.publicationWorkflowId(account, name), commandTimeoutMs);
}

function controlWithin(client: Client, workflowId: string, timeoutMs: number): PublicationControl {
  const handle = client.workflow.getHandle(workflowId);
  const command =
    <Arg>({ update }: Command<Arg, PublicationView>) =>
    (arg: Arg): Promise<PublicationView> =>
      answerOf({ client, workflowId, timeoutMs }, (updateId) =>
        handle.executeUpdate(update, { args: [arg], updateId }),
      );
  const { resolve, retry, stop } = definitions.publicationCommands;
  return {
    workflowId,
    state: () => readOf({ client, workflowId, timeoutMs }, () => handle.query(definitions.publicationStateQuery)),
    result: () => untilAnswered<PublicationResult>(() => handle.result()),
    resolve: command(resolve),
    retry: command(retry),
    stop: command(stop),
    within: (otherMs) => controlWithin(client, workflowId, otherMs),
  };
}

/** The workflow of one change of an ad. */
export interface AdChangeControl {
  readonly workflowId: string;
  /** False: another change of the ad is under way, and this one was not begun. */
  readonly started: boolean;
  state(timeoutMs: number): Promise<AdChangeView>;
}

/**
 * Changes an own ad besides its price: its terms, or its end. One change of an ad at a time.
 *
 * @example
 * const terms = { remarks: 'Bank transfer within 15 minutes.' };
 * const change = await changeAd(client, { account, adNumber, mode: 'sim', by: 'ana', act: 'change', terms });
 * const { state, why } = await change.state(5_000);
 * console.log(state, why);
 */
export async function changeAd(
  client: Client,
  { group, ...input }: AdChangeInput & GroupChoice,
): Promise<AdChangeControl> {
  const { account, adNumber, mode, act } = input;
  const workflowId = definitions.adChangeWorkflowId(account, adNumber);
  const taskQueue = definitions.groupTaskQueue(await groupOf(client, account, group));
  const started = await startOnce({ client, workflowId }, () =>
    client.workflow.start('adChange', {
      workflowId,
      taskQueue,
      args: [input],
      typedSearchAttributes: startAttributes({ account, mode, state: 'reading', adNumber }),
      staticSummary: `${act} ad ${adNumber} · ${mode}`,
    }),
  );
  const handle = client.workflow.getHandle(workflowId);
  return {
    workflowId,
    started,
    state: (timeoutMs) => readOf({ client, workflowId, timeoutMs }, () => handle.query(definitions.adChangeStateQuery)),
  };
}
