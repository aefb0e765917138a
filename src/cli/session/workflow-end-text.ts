import type { WorkflowEnd } from '../../client/index.ts';
import { timeText } from '../text/time-zone.ts';

/** Returns how a workflow ended: "terminated at 2026-11-21T08:00:00Z". */
export function endText({ how, atMs }: WorkflowEnd): string {
  return `${how} at ${timeText(atMs)}`;
}

/** Returns the page of a workflow; for one that has ended the first line says so. */
export function withEnd(text: string, ended: WorkflowEnd | null): string {
  return ended === null ? text : `workflow ${endText(ended)}: what follows is its last state\n\n${text}`;
}
