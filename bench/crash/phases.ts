import type { WorkflowHandle } from '@temporalio/client';
import type { CrashWorld } from './world.ts';

/** A step of the recovery: when each ad had completed it, in ms since the kill. */
export interface Phase {
  readonly name: string;
  readonly sinceKillMs: readonly number[];
}

/** Times from the history of one ad, in epoch ms; null for missing ones. */
interface AdTimes {
  watchedMs: number | null;
  newsMs: number | null;
  takenUpMs: number | null;
  replayedMs: number | null;
}

/**
 * Reads from the histories when each ad was watched again, had news, was taken up by the new worker and was replayed.
 */
export async function readPhases(world: CrashWorld, killedAtMs: number): Promise<Phase[]> {
  const times = await Promise.all(world.workflowIds().map((workflowId) => adTimes(world, workflowId, killedAtMs)));
  const phase = (name: string, pick: (ad: AdTimes) => number | null): Phase => ({
    name,
    sinceKillMs: times.flatMap((ad) => pick(ad) ?? []).map((atMs) => atMs - killedAtMs),
  });
  return [
    phase('the watch was missed and runs again', (ad) => ad.watchedMs),
    phase('the watch brings news of the market', (ad) => ad.newsMs),
    phase('the new worker takes the workflow up', (ad) => ad.takenUpMs),
    phase('its history is replayed, the write scheduled', (ad) => ad.replayedMs),
  ];
}

async function adTimes({ client }: CrashWorld, workflowId: string, killedAtMs: number): Promise<AdTimes> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
  const after = (events ?? []).map(stepOf).filter(({ atMs }) => atMs >= killedAtMs);
  const first = (kind: Step['kind']): number | null => after.find((step) => step.kind === kind)?.atMs ?? null;
  const replayedMs = first('replayed');
  const taken = after.filter(({ kind, atMs }) => kind === 'taken up' && atMs <= (replayedMs ?? 0));
  // An attempt that ended is recorded with its end, and with the moment at which it began.
  return { watchedMs: first('watched'), newsMs: first('news'), takenUpMs: taken.at(-1)?.atMs ?? null, replayedMs };
}

interface Step {
  kind: 'watched' | 'news' | 'taken up' | 'replayed' | null;
  atMs: number;
}

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

function stepOf(event: HistoryEvent): Step {
  const atMs = millis(event.eventTime);
  if (event.activityTaskStartedEventAttributes) return { kind: 'watched', atMs };
  if (event.activityTaskCompletedEventAttributes) return { kind: 'news', atMs };
  if (event.workflowTaskStartedEventAttributes) return { kind: 'taken up', atMs };
  return { kind: event.workflowTaskCompletedEventAttributes ? 'replayed' : null, atMs };
}

function millis(time: { seconds?: { toString(): string } | null; nanos?: number | null } | null | undefined): number {
  return Number(String(time?.seconds ?? 0)) * 1_000 + (time?.nanos ?? 0) / 1_000_000;
}

/** "4.1, 9.8": the median and the largest, in seconds. */
export function spreadOfSeconds(ms: readonly number[]): string {
  const sorted = ms.toSorted((left, right) => left - right);
  const seconds = (at: number): string => ((sorted[at] ?? Number.NaN) / 1_000).toFixed(1);
  return sorted.length === 1 ? seconds(0) : `${seconds(Math.floor(sorted.length / 2))}, ${seconds(sorted.length - 1)}`;
}
