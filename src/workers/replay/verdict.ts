import type { ServerRun } from '../../client/versions/server-runs.ts';
import type { Replayed } from './replay-histories.ts';

interface BrokenRun {
  /** The workflow, or the file that holds its history. */
  name: string;
  runId: string;
  events: number;
  reason: string;
}

/** Whether the code at hand can take over the runs of one type of workflow. */
export interface TypeVerdict {
  workflowType: string;
  replayed: number;
  /** What runs on the server, and how many of it were not read. */
  open: number;
  unread: number;
  broken: BrokenRun[];
}

/** What an upgrade would do. What was not read is never called safe. */
type Verdict = 'safe' | 'not safe' | 'unknown';

interface Seen {
  /** Types to speak of although there may be no history. */
  types?: readonly string[];
  replayed: readonly Replayed[];
  open?: readonly ServerRun[];
  /** Of those that are open. */
  unread?: readonly ServerRun[];
}

/** Adds up what was replayed, by type. */
export function verdictsOf({ types = [], replayed, open = [], unread = [] }: Seen): TypeVerdict[] {
  const seen = [...replayed, ...open].map(({ workflowType }) => workflowType);
  return [...new Set([...types, ...seen])].map((workflowType) => {
    const isOfType = (run: { workflowType: string }): boolean => run.workflowType === workflowType;
    const ofType = replayed.filter(isOfType);
    return {
      workflowType,
      replayed: ofType.length,
      open: open.filter(isOfType).length,
      unread: unread.filter(isOfType).length,
      broken: ofType.flatMap(brokenRun),
    };
  });
}

function brokenRun({ name, runId, events, failure }: Replayed): BrokenRun[] {
  return failure === null ? [] : [{ name, runId, events, reason: failure }];
}

/** Returns what all types together say. Without any history nothing is known. */
export function verdictOf(verdicts: readonly TypeVerdict[]): Verdict {
  if (verdicts.some(({ broken }) => broken.length > 0)) return 'not safe';
  const isRead = verdicts.some(({ replayed }) => replayed > 0) && verdicts.every(({ unread }) => unread === 0);
  return isRead ? 'safe' : 'unknown';
}

/** Returns how much of what is open was read: "50 of 2,000 open". */
export function readText(open: number, unread: number): string {
  return `${countText(open - unread)} of ${countText(open)} open`;
}

export const countText = (count: number): string => count.toLocaleString('en-US');
