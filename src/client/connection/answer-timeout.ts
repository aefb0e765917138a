import { parseDurationMs } from '../../domain/duration.ts';

const usualMs = 15_000;
const minMs = 1_000;

/**
 * Returns how long a call waits for its answer by default, in milliseconds: PEERDESK_TIMEOUT, such as 60s, or 15 s. Throws
 * an Error for a value that is no duration of at least a second.
 */
export function readAnswerTimeoutMs(env: Readonly<Record<string, string | undefined>>): number {
  const text = env['PEERDESK_TIMEOUT'] ?? '';
  if (text === '') return usualMs;
  const ms = parseDurationMs(text);
  if (ms !== null && ms >= minMs) return ms;
  throw new Error(`PEERDESK_TIMEOUT is ${text.slice(0, 20)}: give a duration of at least 1s, such as 60s`);
}

/** Of this process. What cannot be read is refused as soon as it connects. */
export function answerTimeoutMs(env: Readonly<Record<string, string | undefined>> = process.env): number {
  try {
    return readAnswerTimeoutMs(env);
  } catch {
    return usualMs;
  }
}
