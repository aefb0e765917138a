import { ActivityFailure, CancellationScope, condition } from '@temporalio/workflow';
import { handlingOf } from '../../domain/failures/handling-table.ts';
import type { DeskTrouble } from '../../domain/notices/desk-trouble.ts';
import { defaultSettings, type DeskSettings } from '../../domain/settings.ts';
import {
  accountDeskInputSchema,
  type AccountDeskInput,
  type AdoptRules,
  type DeskMemory,
} from '../contract/desk-contract.ts';
import { noRefusedMessages } from '../contract/message.ts';
import { watchers } from '../kit/activity-proxies.ts';
import { anyFailureFacts, type FailureFacts } from '../kit/failure-facts.ts';
import { keptThroughCancel, parseInput } from '../kit/input.ts';
import { beginNewRun, isNewRunDue } from '../kit/new-run.ts';
import { createRun } from '../kit/run.ts';
import { watchTroubles } from '../kit/trouble.ts';
import { changeWithin, workOrChange } from '../kit/wait.ts';
import { keepBusiness } from './desk-business.ts';
import { deskTrouble, registerDeskMessages, takeReport, type Desk } from './desk-messages.ts';
import { deskPage } from './desk-page.ts';

const troubleWaitMs = 30_000;

/**
 * The desk of one account: it takes the account's orders in (polling the order list is enough; the chat socket is a
 * hint to look at once), adopts its ads beside that, and shows everything. What must outlive it (switches, payments,
 * release rules) belongs to the guard (design 6).
 */
export async function accountDesk(rawInput: AccountDeskInput): Promise<void> {
  const input = parseInput(accountDeskInputSchema, rawInput);
  const run = createRun<DeskMemory>({ ...freshMemory(input), ...input.memory }, deskPage(input));
  const desk: Desk = { input, run, troubles: watchTroubles(run), carried: { wish: null } };
  registerDeskMessages(desk);
  run.present();
  await keptThroughCancel(
    run,
    () => work(desk),
    () => desk.troubles.noteUrgent(deskTrouble.CANCELLED, { code: deskTrouble.CANCELLED }),
  );
  if (!run.memory.stopped) await beginNewRun<typeof accountDesk>({ ...input, memory: run.memory });
}

function freshMemory({ mode }: AccountDeskInput): DeskMemory {
  const nothing = { report: null, intake: null, adoption: null, business: null };
  return { mode, ...nothing, stopped: false, troubles: {}, refused: noRefusedMessages };
}

/** Takes orders in, and adopts ads beside it, until it is stopped or the history is long. */
async function work(desk: Desk): Promise<void> {
  const { run, input } = desk;
  const adopting = new CancellationScope();
  const adoption = input.adoptAds;
  const isDone = (): boolean => run.memory.stopped || isNewRunDue();
  // A running watch ends when a new run is due, so that the limits of a history are never reached.
  void condition(isNewRunDue).then(() => run.change({}));
  const intake = async (): Promise<void> => {
    while (!isDone()) await takeOrdersIn(desk);
    adopting.cancel();
  };
  const adopt = () => (adoption === null ? null : adopting.run(() => adoptAds(desk, adoption)));
  // In this order, in which recorded histories have their first activities.
  await Promise.all([intake(), adopt(), keepBusiness(desk, isDone)]);
}

const settingsOf = ({ input }: Desk): DeskSettings => ({ ...defaultSettings, ...input.settings });

/** Adopts the ads once; a refusal (a key without permission, say) is shown and waited out like one of the intake. */
async function adoptAds(desk: Desk, adopt: AdoptRules): Promise<void> {
  const { run, troubles } = desk;
  while (run.memory.adoption === null) {
    const { revision } = run;
    try {
      const activities = watchers('Taking the online ads over', settingsOf(desk));
      const adoption = await activities.adoptAds(adopt);
      troubles.clear(deskTrouble.ADOPTION);
      run.remember({ adoption });
      run.present();
    } catch (error) {
      if (CancellationScope.current().consideredCancelled) return;
      await waitOut(desk, { error, revision, source: deskTrouble.ADOPTION });
    }
  }
}

/** Runs one intake watch; it ends with its period, with a change, or with a trouble that is shown and waited out. */
async function takeOrdersIn(desk: Desk): Promise<void> {
  const { run } = desk;
  const { revision, memory } = run;
  const { intake } = memory;
  const settings = settingsOf(desk);
  run.present();
  run.settle(revision);
  try {
    const verdict = await workOrChange(run, {
      revision,
      work: () =>
        watchers('Taking orders in', settings).watchOrders({
          periodMs: settings.watchPeriodMs,
          intake,
        }),
      onChange: 'abandon',
    });
    // A watch that was cut off may have announced orders since: only the result of one says what the next continues
    // with.
    run.remember({ intake: verdict?.intake ?? null });
    if (verdict?.report) takeReport(desk, verdict.report);
  } catch (error) {
    run.remember({ intake: null });
    await waitOut(desk, { error, revision, source: deskTrouble.INTAKE });
  }
}

interface FailedLook {
  error: unknown;
  revision: number;
  source: 'intake' | 'adoption';
}

/** A refusal of the business (a dead key, say) is shown to a human at once, a passing trouble only when it lasts. */
async function waitOut({ run, troubles }: Desk, { error, revision, source }: FailedLook): Promise<void> {
  if (!(error instanceof ActivityFailure)) throw error;
  const facts = anyFailureFacts(error);
  const { category, retryAfterMs } = facts;
  const trouble = refusedLook(source, facts);
  const { asksHuman, next } = handlingOf(category, 'intake');
  if (asksHuman === 'never') troubles.note(source, trouble, null);
  else troubles.noteAs(asksHuman, source, trouble);
  // A ban may be cleared early, and asking the gate of a worker costs no call.
  const maxMs = next === 'ban-end' ? troubleWaitMs : Number.POSITIVE_INFINITY;
  const ms = Math.max(troubleWaitMs, Math.min(maxMs, retryAfterMs ?? 0));
  await changeWithin(run, { revision, ms, summary: `In trouble: ${category}` });
}

/** With its end, where it has one that is worth knowing. */
function refusedLook(code: FailedLook['source'], facts: FailureFacts): DeskTrouble {
  const { category, code: answer, message, retryAfterMs, atMs } = facts;
  const untilMs = retryAfterMs === null || atMs === null || retryAfterMs <= troubleWaitMs ? null : atMs + retryAfterMs;
  return { code, category, answer, message, untilMs };
}
