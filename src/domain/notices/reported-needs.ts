/** What was reported of which need, on which way: plain data, judged by pure rules. */
import { dayMs } from '../hours/calendar.ts';
import { askedCode, asksAsReported, asksPerson, stageAt, type Need, type Stage } from './need.ts';

/** The ways that lead to a person. */
export const channels = ['url', 'command', 'telegram', 'push'] as const;
export type Channel = (typeof channels)[number];

/** A need that was seen, with what was reported of it. */
export interface ReportedNeed {
  need: Need;
  /** The stage as the last look judged it. */
  stage: Stage;
  /** Since when no look has seen it; null: the last one did. */
  goneSinceMs: number | null;
  /** What was delivered, by way. */
  told: Partial<Record<Channel, Stage>>;
}

/** A need that comes back so soon is the same one: it was between two waits. */
const graceMs = 120_000;

/**
 * The summary of a day is kept for another one: the clock of the next process may be behind, and its hour may be changed. Under
 * the key of something else it was forged, to keep that from being reported.
 */
const graceOf = ({ key, workflowId, fact }: Need): number =>
  fact.code === 'daily' && key === `${workflowId}/daily/${fact.date}` ? dayMs : graceMs;

/** What a look found, at its time. */
interface NeedsLook {
  needs: readonly Need[];
  atMs: number;
}

/** Takes a look over what is known: beginnings and reports are kept, and a need that is gone for long is forgotten. */
export function withLook(known: readonly ReportedNeed[], { needs, atMs }: NeedsLook): ReportedNeed[] {
  const seen = needs.map((need): ReportedNeed => {
    const before = known.find((one) => one.need.key === need.key);
    const merged = before === undefined ? need : withBeginning(need, before.need);
    const stage = before?.stage === 'urgent' ? 'urgent' : stageAt(merged, atMs);
    const told = before !== undefined && asksAsReported(need, askedCode(before.need)) ? before.told : {};
    return { need: merged, stage, goneSinceMs: null, told };
  });
  const gone = known
    .filter(({ need }) => !needs.some(({ key }) => key === need.key))
    .map((one) => ({ ...one, goneSinceMs: one.goneSinceMs ?? atMs }))
    .filter(({ need, goneSinceMs }) => atMs - goneSinceMs < graceOf(need));
  return [...seen, ...gone];
}

/** A need that was seen between two waits, or by a process that began to look just now, keeps its first beginning. */
function withBeginning(need: Need, { sinceMs, urgentAtMs }: Need): Need {
  return {
    ...need,
    sinceMs: Math.min(sinceMs, need.sinceMs),
    urgentAtMs: Math.min(urgentAtMs, need.urgentAtMs),
  };
}

/** Returns what the last look has seen and a person is asked for: the urgent first, then the oldest. */
export function waiting(known: readonly ReportedNeed[]): ReportedNeed[] {
  return seen(known).filter(({ need }) => asksPerson(need));
}

function seen(known: readonly ReportedNeed[]): ReportedNeed[] {
  return known
    .filter(({ goneSinceMs }) => goneSinceMs === null)
    .toSorted(
      (one, other) =>
        Number(other.stage === 'urgent') - Number(one.stage === 'urgent') || one.need.sinceMs - other.need.sinceMs,
    );
}

/**
 * Returns what is still to be reported on a way, in the order of what waits. The summary of a day comes when nothing else is
 * left, by itself: it is none of the many that a message lists.
 */
export function untold(known: readonly ReportedNeed[], channel: Channel): ReportedNeed[] {
  const open = seen(known).filter(({ stage, told }) => told[channel] !== stage && told[channel] !== 'urgent');
  const asking = open.filter(({ need }) => asksPerson(need));
  return asking.length === 0 ? open : asking;
}

/** A need as a message reports it. */
export interface NoticeItem {
  need: Need;
  stage: Stage;
}

/** Notes that the needs of a notice were reported on a way, at their stage. */
export function withReported(
  known: readonly ReportedNeed[],
  items: readonly NoticeItem[],
  channel: Channel,
): ReportedNeed[] {
  return known.map((one) => {
    const item = items.find(({ need }) => need.key === one.need.key && asksAsReported(one.need, askedCode(need)));
    return item === undefined ? one : { ...one, told: { ...one.told, [channel]: item.stage } };
  });
}

/** The span that a limit of messages a minute counts in. */
const minuteMs = 60_000;

/** Returns when the next message may leave; now or earlier: at once. */
export function nextSlotMs(sentAtMs: readonly number[], perMinute: number): number {
  const earliest = sentAtMs.at(-perMinute);
  return earliest === undefined ? 0 : earliest + minuteMs;
}

const firstPauseMs = 5_000;
const pauseFactor = 3;
const maxPauseMs = 600_000;

/** Returns the pause after so many messages in a row that did not arrive: 5 s, 15 s, 45 s and so on, to ten minutes. */
export function retryPauseMs(tries: number): number {
  return tries === 0 ? 0 : Math.min(maxPauseMs, firstPauseMs * pauseFactor ** (tries - 1));
}

/** The moments of messages that still count. */
export function recentOnly(sentAtMs: readonly number[], nowMs: number): number[] {
  return sentAtMs.filter((atMs) => atMs > nowMs - minuteMs);
}

/** So many needs are reported in one message; the others follow in the next. */
const maxDigest = 100;

/**
 * Returns what the next message reports: one need, or all that wait when there are more of them than messages left in
 * this minute. The last message of a minute is kept for them.
 */
export function nextNotice(waiting: readonly ReportedNeed[], freeSlots: number): NoticeItem[] {
  const isLastOfMany = waiting.length > freeSlots && freeSlots <= 1;
  return waiting.slice(0, isLastOfMany ? maxDigest : 1).map(({ need, stage }) => ({ need, stage }));
}
