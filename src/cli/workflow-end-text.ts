import type { WorkflowEnd } from '../client/index.ts';
import { timeText } from './duration.ts';

/** How a workflow ended, in words: "terminated at 2026-11-21T08:00:00Z". */
export function endText({ how, atMs }: WorkflowEnd): string {
  return `${how} at ${timeText(atMs)}`;
}

/** A page of something that was kept; of one that is not kept any more the first line says so. */
export function withEnd(text: string, ended: WorkflowEnd | null): string {
  return ended === null ? text : `workflow ${endText(ended)}: what follows is its last state\n\n${text}`;
}
