import type { Logger } from 'pino';
import { ClockWatch } from '../clocks/clock-watch.ts';
import type { AccountRuntime } from './account-runtime.ts';

const intervalMs = 60_000;

interface Watched {
  logger: Logger;
  accounts: () => readonly AccountRuntime[];
  /** Aborting it ends the watch. */
  signal: AbortSignal;
}

/** Reports, at most once a minute and on change, how far this machine's clock is from Temporal's and the service's. */
export function watchClocks({ logger, signal, accounts }: Watched): ClockWatch {
  const clockWatch = new ClockWatch({
    serviceDifferenceMs: () => largestDifferenceMs(accounts()),
    onChange: (text) => {
      if (text === null) logger.info({ event: 'clock' }, 'the clocks agree again');
      else logger.error({ event: 'clock' }, `${text}: money steps are refused beyond the limit`);
    },
  });
  const timer = setInterval(() => clockWatch.check(), intervalMs).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  return clockWatch;
}

function largestDifferenceMs(accounts: readonly AccountRuntime[]): number | null {
  const known = accounts.map(({ exchange }) => exchange.clockDifferenceMs()).filter((ms) => ms !== null);
  return known.toSorted((left, right) => Math.abs(right) - Math.abs(left))[0] ?? null;
}
