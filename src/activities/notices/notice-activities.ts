import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { asksAsReported, asksPerson, stageAt, type Need } from '../../domain/notices/need.ts';
import { channels, type Channel, type NoticeItem } from '../../domain/notices/reported-needs.ts';
import { noticesWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { createBell, type Bell } from '../kit/bell.ts';
import { refuseForeignCaller } from '../kit/caller.ts';
import { newestAlone } from '../kit/newest-watch.ts';
import { beating, pauseFor, watchBeatMs } from '../kit/pause.ts';
import type { DeliverNoticeInput, WatchNeedsInput, WatchNeedsVerdict } from './notice-contract.ts';
import { noticeMessage, type NoticeMessage } from './notice-message.ts';

/** One way to the merchant. */
export interface Courier {
  /** Delivers, or rejects with a NoticeNotDelivered whose message says why, in words without address and secret. */
  deliver(message: NoticeMessage): Promise<unknown>;
}

/** A message that did not arrive, as far as is known. */
export class NoticeNotDelivered extends Error {
  override readonly name = 'NoticeNotDelivered';
  /** What came back, for the person who tries the way; it is neither kept nor logged. */
  readonly output: string;

  constructor(words: string, output = '') {
    super(words);
    this.output = output;
  }
}

/** What the activities of the notices need; nothing of the service's, and no key of it. */
export interface NoticeDependencies {
  account: string;
  /** What waits for a human at this moment. */
  readNeeds: (signal: AbortSignal) => Promise<Need[]>;
  /** Calls for each workflow of this process that begins to ask for a human; returns what ends it. */
  listen: (onAsking: () => void) => () => void;
  /** Leaves out what is none of the account's, and what no code of ours says. */
  ownNeeds: (items: readonly NoticeItem[]) => NoticeItem[];
  couriers: Partial<Record<Channel, Courier>>;
  perMinute: number;
  lookIntervalMs: number;
  clock: { now(): number };
  /** Writes a failure into the worker's log. */
  onFailure: (failure: { channel: Channel | null; text: string }) => void;
  /** Aborted when this worker stops. */
  stopping: AbortSignal;
}

export function createNoticeActivities(deps: NoticeDependencies) {
  return {
    watchNeeds: newestAlone(beating(createWatchNeeds(deps), watchBeatMs)),
    deliverNotice: createDeliverNotice(deps),
  };
}

export type NoticeActivities = ReturnType<typeof createNoticeActivities>;

/** A flood of workflows that begin to ask costs a look a second. */
const ringGapMs = 1_000;

/**
 * Makes the watch: it looks every few seconds, and at once when a workflow of this process begins to ask. It comes back when
 * something waits that is not known, when something has become urgent, asks for another approval or has ended, or when
 * this worker knows other ways than are known.
 */
function createWatchNeeds(deps: NoticeDependencies) {
  return async function watchNeeds(input: WatchNeedsInput): Promise<WatchNeedsVerdict> {
    const bell = createBell(ringGapMs);
    const close = deps.listen(() => bell.ring());
    try {
      return await untilNews(deps, input, bell);
    } finally {
      close();
      bell.close();
    }
  };
}

async function untilNews(deps: NoticeDependencies, input: WatchNeedsInput, bell: Bell): Promise<WatchNeedsVerdict> {
  const { cancellationSignal: signal } = Context.current();
  const { stopping } = deps;
  const ways = channels.filter((channel) => deps.couriers[channel] !== undefined);
  const isOther = ways.join() !== input.channels.join() || deps.perMinute !== input.perMinute;
  const endAtMs = deps.clock.now() + input.periodMs;
  let failures = 0;
  for (;;) {
    const wake = bell.next();
    const needs = await deps.readNeeds(signal).catch((error: unknown) => {
      failures += 1;
      if (failures === 1 && !signal.aborted)
        deps.onFailure({ channel: null, text: `what waits was not read: ${String(error)}` });
      return null;
    });
    if (needs !== null) failures = 0;
    const atMs = deps.clock.now();
    const isNews = isOther || (needs !== null && differs(input, needs, atMs));
    if (isNews || atMs >= endAtMs) return { needs, atMs, channels: ways, perMinute: deps.perMinute };
    const open = needs?.filter(asksPerson).length ?? null;
    await pauseFor(deps.lookIntervalMs, { lookedAtMs: atMs, open }, { stopping, wake });
  }
}

/** What is known as urgent stays so; what is not known is news, and so is what has gone. */
function differs({ known }: WatchNeedsInput, needs: readonly Need[], atMs: number): boolean {
  if (known.some(({ key }) => !needs.some((need) => need.key === key))) return true;
  return needs.some((need) => {
    const before = known.find(({ key }) => key === need.key);
    if (before === undefined || !asksAsReported(need, before.askedCode)) return true;
    const urgentAtMs = Math.min(need.urgentAtMs, before.urgentAtMs);
    return before.stage === 'first' && stageAt({ ...need, urgentAtMs }, atMs) === 'urgent';
  });
}

function createDeliverNotice(deps: NoticeDependencies) {
  return async function deliverNotice(input: DeliverNoticeInput): Promise<void> {
    // A stranger's words must not reach the merchant as ours, nor by way of what this workflow received.
    refuseForeignCaller({ workflowType: 'accountNotices', workflowId: noticesWorkflowId(deps.account) });
    const { channel, more } = input;
    const items = deps.ownNeeds(input.items);
    if (items.length === 0) return;
    const courier = deps.couriers[channel];
    try {
      if (courier === undefined) throw new NoticeNotDelivered(`this worker knows no way by ${channel}`);
      await courier.deliver(noticeMessage({ account: deps.account, items, more, atMs: deps.clock.now() }));
    } catch (error) {
      // Anything else may carry the address, which may carry a token.
      const text = error instanceof NoticeNotDelivered ? error.message : 'an unexpected failure';
      deps.onFailure({ channel, text });
      // It is in the log already.
      throw ApplicationFailure.create({
        type: 'NOT_DELIVERED',
        message: text,
        category: ApplicationFailureCategory.BENIGN,
      });
    }
  };
}
