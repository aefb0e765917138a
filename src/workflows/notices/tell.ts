import { ActivityFailure, ApplicationFailure, condition, getExternalWorkflowHandle, log } from '@temporalio/workflow';
import {
  channels,
  nextNotice,
  nextSlotMs,
  recentOnly,
  retryPauseMs,
  untold,
  withReported,
  type Channel,
  type NoticeItem,
} from '../../domain/notices/reported-needs.ts';
import type { SilentWay } from '../../domain/notices/desk-trouble.ts';
import { maxMessage, noticesReportFact, type NoticesMemory } from '../contract/notices-contract.ts';
import { deskWorkflowId } from '../contract/workflow-ids.ts';
import type { Run } from '../kit/run.ts';
import { noticeSender } from './notice-proxies.ts';

/** The notices of one account inside their workflow. */
export interface Notices {
  readonly account: string;
  readonly run: Run<NoticesMemory>;
  /** True when this run is to end: nothing new begins. */
  readonly isEnding: () => boolean;
}

/** Sends on one way what was not reported there yet, one message at a time, until the run ends. */
export async function tellOn(notices: Notices, channel: Channel): Promise<void> {
  const { run, isEnding } = notices;
  const isDue = (): boolean => run.memory.channels.includes(channel) && untold(run.memory.needs, channel).length > 0;
  while (!isEnding()) {
    await condition(() => isEnding() || isDue());
    await pauseBefore(notices, channel);
    // A need that has ended meanwhile is not reported any more.
    if (!isEnding() && isDue()) await tellNext(notices, channel);
  }
}

/** Waits for the end of the pause after a failure, and for a message that is left in this minute. */
async function pauseBefore({ run, isEnding }: Notices, channel: Channel): Promise<void> {
  const { failing, sentAtMs, perMinute } = run.memory;
  const sent = sentAtMs[channel] ?? [];
  const tries = failing[channel]?.tries ?? 0;
  const dueMs = Math.max((sent.at(-1) ?? 0) + retryPauseMs(tries), nextSlotMs(sent, perMinute));
  const waitMs = dueMs - Date.now();
  const summary = tries === 0 ? 'The next message of a minute' : `Trying again: messages by ${channel} do not arrive`;
  if (waitMs > 0) await condition(isEnding, waitMs, { summary });
}

async function tellNext({ account, run }: Notices, channel: Channel): Promise<void> {
  const waiting = untold(run.memory.needs, channel);
  const sent = recentOnly(run.memory.sentAtMs[channel] ?? [], Date.now());
  const items = nextNotice(waiting, run.memory.perMinute - sent.length);
  const more = items.length > 1 ? waiting.length - items.length : 0;
  run.remember({ sentAtMs: { ...run.memory.sentAtMs, [channel]: [...sent, Date.now()] } });
  const before = silentWays(run.memory);
  try {
    await noticeSender(summaryOf(items)).deliverNotice({ channel, items, more });
    noteDelivered(run, items, channel);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    noteFailed(run, error, channel);
  }
  const ways = silentWays(run.memory);
  // A desk that was started meanwhile hears of what lasts.
  if (ways.length > 0 || before.length > 0) await reportToDesk(account, ways);
}

function summaryOf([first, ...others]: readonly NoticeItem[]): string {
  const many = others.length === 0 ? '' : ` and ${others.length} more`;
  return `Notifying of ${first?.need.workflowId ?? 'nothing'}${many}`;
}

function noteDelivered(run: Run<NoticesMemory>, items: readonly NoticeItem[], channel: Channel): void {
  const { [channel]: healed, ...failing } = run.memory.failing;
  const { needs, delivered } = run.memory;
  run.remember({ needs: withReported(needs, items, channel), delivered: delivered + 1, failing });
  if (healed !== undefined) log.info('messages to the merchant arrive again', { detail: channel });
  run.present();
}

function noteFailed(run: Run<NoticesMemory>, error: ActivityFailure, channel: Channel): void {
  const { failing } = run.memory;
  const before = failing[channel];
  const message = error.cause instanceof ApplicationFailure ? error.cause.message.slice(0, maxMessage) : null;
  const failed = { message, sinceMs: before?.sinceMs ?? Date.now(), tries: (before?.tries ?? 0) + 1 };
  run.remember({ failing: { ...failing, [channel]: failed } });
  run.present();
}

/** What the desk shows; empty: messages arrive on every way. */
function silentWays({ failing }: NoticesMemory): SilentWay[] {
  return channels.flatMap((channel) => {
    const failed = failing[channel];
    return failed === undefined ? [] : [{ channel, message: failed.message }];
  });
}

/** An account may have no desk: then the page of the notices says it alone. */
async function reportToDesk(account: string, ways: SilentWay[]): Promise<void> {
  try {
    await getExternalWorkflowHandle(deskWorkflowId(account)).signal(noticesReportFact.signal, { ways });
  } catch (error) {
    const isGone = error instanceof ApplicationFailure && error.type === 'ExternalWorkflowExecutionNotFound';
    if (!isGone) throw error;
  }
}
