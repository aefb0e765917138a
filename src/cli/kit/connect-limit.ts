import { readAnswerTimeoutMs } from '../../client/connection/answer-timeout.ts';
import { parseDurationMs } from '../../domain/duration.ts';
import type { Environment } from './command-context.ts';
import type { CommandCall } from './command-spec.ts';

/** A server that takes connections and says nothing is known within ten seconds, with the start of the program. */
const usualMs = 7_000;
const shortestMs = 1_000;

/**
 * Returns how long a command waits for its connection to Temporal, in milliseconds: as long as a person has said by --timeout,
 * within what PEERDESK_TIMEOUT or 15 s allow; else as PEERDESK_TIMEOUT says, or 7 s.
 */
export function connectLimitMs({ options }: Pick<CommandCall, 'options'>, env: Environment): number {
  const { timeout } = options;
  const saidMs = typeof timeout === 'string' ? parseDurationMs(timeout) : null;
  const allowedMs = allowedIn(env);
  if (saidMs !== null) return Math.max(shortestMs, Math.min(saidMs, allowedMs));
  return (env['PEERDESK_TIMEOUT'] ?? '') === '' ? usualMs : allowedMs;
}

/** What cannot be read is refused where it connects. */
function allowedIn(env: Environment): number {
  try {
    return readAnswerTimeoutMs(env);
  } catch {
    return usualMs;
  }
}
