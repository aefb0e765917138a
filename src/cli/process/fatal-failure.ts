import type { Logger } from 'pino';
import { ExitCode } from '../kit/exit-code.ts';

/** As long as running work may take at a usual stop. */
const usualEndLimitMs = 30_000;
const shownFrames = 6;

interface FatalOptions {
  logger: Logger;
  /** Takes secrets out of a text. */
  redact: (text: string) => string;
  endLimitMs?: number;
}

interface FatalFailures {
  /** Aborts with the first failure. */
  signal: AbortSignal;
  /** Returns failures to Node's own handling. */
  release(): void;
}

/**
 * Turns the first failure that no code handles into one line of the log and a request to stop, so that calls of money
 * that have left are waited for. A second one ends the process at once, and so does the time limit: what is wrong with
 * it is not known. The exit code is 1, by which a supervisor starts another one.
 */
export function listenForFatal({ logger, redact, endLimitMs = usualEndLimitMs }: FatalOptions): FatalFailures {
  const controller = new AbortController();
  const endNow = (): never => process.exit(ExitCode.ERROR);
  const onFailure = (failure: unknown): void => {
    logger.fatal({ event: 'fatal', ...failureFields(failure, redact) }, 'a failure that nothing handles: it ends here');
    if (controller.signal.aborted) endNow();
    process.exitCode = ExitCode.ERROR;
    setTimeout(endNow, endLimitMs).unref();
    controller.abort();
  };
  const origins = ['uncaughtException', 'unhandledRejection'] as const;
  for (const origin of origins) process.on(origin, onFailure);
  return {
    signal: controller.signal,
    release: () => {
      for (const origin of origins) process.off(origin, onFailure);
    },
  };
}

/** Its words and its places alone: other properties may be what was sent. */
function failureFields(failure: unknown, redact: (text: string) => string): Record<string, string> {
  if (!(failure instanceof Error)) return { error: redact(wordsOf(failure)) };
  const { cause, stack = '' } = failure;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const place = frames.slice(0, shownFrames).map((line) => line.trim());
  return {
    error: redact(wordsOf(failure)),
    ...(cause === undefined ? {} : { cause: redact(wordsOf(cause)) }),
    ...(place.length === 0 ? {} : { place: redact(place.join(', ')) }),
  };
}

/** Returns an error by its name and its message, and any other value as text. */
export const wordsOf = (failure: unknown): string => String(failure);
