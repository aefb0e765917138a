import {
  CancellationScope,
  allHandlersFinished,
  condition,
  continueAsNew,
  isCancellation,
  workflowInfo,
} from '@temporalio/workflow';
import { reads, watchers } from '../kit/activity-proxies.ts';
import { createDesk, remember } from './desk-state.ts';
import type { Desk } from './desk-state.ts';
import { registerDeskMessages } from './desk-messages.ts';
import { createDeskPresenter } from './desk-presentation.ts';
import type { AccountDeskInput } from '../contract/desk-contract.ts';
import { TransportCondition } from '../../domain/failures/error-category.ts';
import { failureFacts } from '../kit/failure-facts.ts';

const troubleWaitMs = 30_000;

/**
 * The desk of one account: it takes the account's orders in (a poll of the order list that alone is enough, and the
 * chat socket as a hint to look at once), keeps the kill switches and the release rules, and shows the whole.
 */
export async function accountDesk(input: AccountDeskInput): Promise<void> {
  const desk = createDesk(input);
  registerDeskMessages(desk);
  desk.present = createDeskPresenter(desk);
  desk.present();
  if (input.adoptAds !== null && input.memory === undefined) await adoptAds(desk, input.adoptAds);
  while (!desk.memory.stopped) {
    if (workflowInfo().continueAsNewSuggested) await startAfresh(desk);
    await takeOrdersIn(desk);
    desk.present();
  }
  await condition(allHandlersFinished);
}

/** Takes the ads over once; a refusal (a key without the right, say) is shown and waited out like one of the intake. */
async function adoptAds(desk: Desk, adopt: NonNullable<AccountDeskInput['adoptAds']>): Promise<void> {
  const { account, mode } = desk.input;
  while (!desk.memory.stopped) {
    try {
      const adopted = await reads(account, 'Taking the online ads over').adoptAds({ mode, ...adopt });
      remember(desk, { adopted, lastProblem: null });
      return desk.present();
    } catch (error) {
      await waitOut(desk, error);
    }
  }
}

/** One intake watch; it ends with its period, with a stop, or with a trouble that is shown and waited out. */
async function takeOrdersIn(desk: Desk): Promise<void> {
  const { input, settings } = desk;
  const scope = new CancellationScope();
  const watching = scope.run(async () =>
    watchers(input.account, 'Taking orders in', settings).watchOrders({
      mode: input.mode,
      periodMs: settings.watchPeriodMs,
    }),
  );
  const stopped = condition(() => desk.memory.stopped);
  try {
    await Promise.race([watching, stopped]);
    if (desk.memory.stopped) scope.cancel();
    else remember(desk, { lastProblem: null });
  } catch (error) {
    await waitOut(desk, error);
  } finally {
    watching.catch(dropLateEnd);
  }
}

/** After a stop the intake ends with a cancellation, or with a failure that nobody needs any more. */
function dropLateEnd(): void {
  return undefined;
}

async function waitOut(desk: Desk, error: unknown): Promise<void> {
  const facts = failureFacts(error);
  if (isCancellation(error) || facts === null) throw error;
  remember(desk, { lastProblem: `${facts.category} ${facts.code ?? ''} ${facts.message}` });
  desk.present();
  // A ban may be cleared before its end, and asking the gate of a worker costs no call.
  const longestMs = facts.category === TransportCondition.IP_BAN ? troubleWaitMs : Number.POSITIVE_INFINITY;
  const waitMs = Math.max(troubleWaitMs, Math.min(longestMs, facts.retryAfterMs ?? 0));
  await condition(() => desk.memory.stopped, waitMs, { summary: `In trouble: ${facts.category}` });
}

/** Continue-as-new drops what handlers still hold, so they finish first. */
async function startAfresh(desk: Desk): Promise<never> {
  await condition(allHandlersFinished);
  return continueAsNew<typeof accountDesk>({ ...desk.input, memory: desk.memory });
}
