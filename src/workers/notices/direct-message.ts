import type { Need } from '../../domain/notices/need.ts';
import { needKind, type NeedFact } from '../../domain/notices/need-fact.ts';
import type { Channel } from '../../domain/notices/reported-needs.ts';
import { noticeMessage } from '../../activities/notices/notice-message.ts';
import { deskWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { sendOnEachChannel, type Ways } from './each-channel.ts';

/** Tried again for a day: after 5 s, 15 s, 45 s and so on, to ten minutes. */
const firstWaitMs = 5_000;
const longestWaitMs = 600_000;
const outOfDateMs = 86_400_000;

/** What a person is to hear at once of an account. */
interface DirectMessage extends Pick<Need, 'type' | 'sinceMs'> {
  readonly account: string;
  readonly fact: NeedFact;
  /** The ways on which it has arrived already. */
  readonly told: readonly Channel[];
}

/** How a process notifies a person by itself. */
interface DirectWays extends Ways {
  readonly clock: { now(): number };
  /** Waits; one that rejects ends it. */
  readonly pause: (ms: number, over: AbortSignal) => Promise<void>;
}

interface Sending {
  /** Aborts when the message is out of date. */
  readonly over: AbortSignal;
  /** Called with the ways on which it has arrived, after each of them. */
  readonly onReported?: (told: readonly Channel[]) => void;
}

/**
 * Notifies a person by the process's own means: Temporal, which has the notices carried, may be what is gone. Settles when the
 * message has arrived on every way, or is out of date.
 */
export async function sendDirectly(
  ways: DirectWays,
  { account, told: before, ...known }: DirectMessage,
  { over, onReported = () => undefined }: Sending,
): Promise<void> {
  const told = new Set(before);
  const workflowId = deskWorkflowId(account);
  const need = { ...known, key: `${workflowId}/${needKind(known.fact)}`, workflowId, urgentAtMs: known.sinceMs };
  const items = [{ need, stage: 'urgent' as const }];
  const reported = (): void => (over.aborted ? undefined : onReported([...told]));
  let waitedMs = 0;
  for (let waitMs = firstWaitMs; !over.aborted; waitMs = Math.min(longestWaitMs, 3 * waitMs)) {
    const message = noticeMessage({ account, items, more: 0, atMs: ways.clock.now() });
    if (
      (await sendOnEachChannel(ways, message, { told, onReported: reported })).length === 0 ||
      waitedMs >= outOfDateMs
    )
      return;
    await ways.pause(waitMs, over);
    waitedMs += waitMs;
  }
}
