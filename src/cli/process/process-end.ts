import type { Logger } from 'pino';
import type { EgressConfig } from '../../config/egress-config.ts';
import type { Environment } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { secretFilter, secretsOf } from '../text/secret-filter.ts';
import { listenForFatal, wordsOf } from './fatal-failure.ts';
import { listenForShutdown } from './shutdown-signal.ts';

/** Longer than running work may take, shorter than a supervisor waits (40 s): its kill would say nothing. */
const usualStopLimitMs = 36_000;
/** Temporal's native part may keep a process alive although all its workers have ended. */
const lingerMs = 5_000;

interface EndOptions {
  logger: Logger;
  env: Environment;
  /** What the process serves, and has served: their secrets stand in no line. */
  configs: () => readonly EgressConfig[];
  atTerminal?: boolean;
  stopLimitMs?: number;
}

/** How a process of the desk ends: asked by a signal, or by a failure that nothing handles. */
interface ProcessEnd {
  /** Aborts when it is to end. */
  signal: AbortSignal;
  /** Says why ending in order failed, and returns true, when the process ends by a failure that was said before. */
  isFatal(error?: unknown): boolean;
  /** The work has ended: the process does within seconds, also when something keeps it alive. */
  over(): void;
  /** Returns signals and failures to Node's own handling. */
  release(): void;
}

/** Listens for what ends a process of the desk; when its end takes too long, the process ends at once with code 1. */
export function listenForEnd({ logger, env, configs, atTerminal, stopLimitMs }: EndOptions): ProcessEnd {
  const redact = (text: string): string => secretFilter(env, configs().flatMap(secretsOf))(text);
  const shutdown = listenForShutdown({ atTerminal, env });
  const fatal = listenForFatal({ logger, redact });
  const stop = (): void => {
    setTimeout(() => {
      logger.error({ event: 'stop' }, 'not ended in order within the time for it: this process ends at once');
      process.exit(ExitCode.ERROR);
    }, stopLimitMs ?? usualStopLimitMs).unref();
  };
  shutdown.signal.addEventListener('abort', stop, { once: true });
  return {
    signal: AbortSignal.any([shutdown.signal, fatal.signal]),
    isFatal: (error) => {
      if (!fatal.signal.aborted) return false;
      if (error !== undefined) logger.error({ event: 'stop', error: redact(wordsOf(error)) }, 'not ended in order');
      return true;
    },
    over: () => void setTimeout(() => process.exit(), lingerMs).unref(),
    release: () => {
      shutdown.release();
      fatal.release();
    },
  };
}
