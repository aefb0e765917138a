import type { Client } from '@temporalio/client';
import { CommandTimeoutError } from '../../client/kit/command-answer.ts';
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import { describeNamespace } from '../../workers/health/health-watch.ts';

/** Returns whether a question failed at a server that answers, and neither reads nor stores any workflow: its disk is full, say. */
export async function answersAlone(client: Client, error: unknown): Promise<boolean> {
  if (!isUnanswered(error)) return false;
  return describeNamespace(client).then(
    () => true,
    () => false,
  );
}

function isUnanswered(error: unknown): boolean {
  if (error instanceof CommandTimeoutError) return true;
  const kind = error instanceof Error ? temporalTrouble(error)?.kind : undefined;
  return kind === 'late' || kind === 'unreachable';
}
