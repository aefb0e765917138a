/** What the leader does for the books of an account: the service's history is read into the journal of the register. */
import type { Logger } from 'pino';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { afterPage, maxHistoryPages, nextPage } from '../../domain/books/history-mark.ts';
import { hasEnded } from '../../domain/books/trade.ts';
import { oddName } from '../../exchange/index.ts';
import { onceInARow, sleep } from '../lead/stoppable.ts';

interface BooksOptions {
  readonly deps: Pick<ActivityDependencies, 'marketplace' | 'register' | 'clock'>;
  /** Settles when the account is served, and its releases are compared with the register. */
  readonly compared: () => Promise<unknown>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** Aborts when the term of the lead ends. */
  readonly signal: AbortSignal;
  /** How it waits; absent: as long as it says. */
  readonly pause?: typeof sleep;
}

/** A desk that has just begun has more urgent reads. */
const firstMs = 15_000;
const betweenPagesMs = 2_000;
const afterFailureMs = 60_000;
/** A claim waits for one such portion at most. */
const portion = 20;

/** Reads the history page by page, on from where it stopped, until the signal aborts. Never rejects. */
export async function keepBooks(options: BooksOptions): Promise<void> {
  const { logger, signal, pause = sleep } = options;
  const failed = onceInARow((error) =>
    logger.warn({ event: 'books', error }, 'the history of orders was not read into the books'),
  );
  await pause(firstMs, signal);
  while (!signal.aborted) {
    const restMs = await readOnce(options).catch((error: unknown) => {
      if (!signal.aborted) failed(String(error));
      return afterFailureMs;
    });
    await pause(restMs, signal);
  }
}

/** Reads one page, where one is due; returns how long to rest. */
async function readOnce({ deps, compared, logger, signal }: BooksOptions): Promise<number> {
  await compared();
  const { marketplace, register, clock } = deps;
  const known = await register.historyMark();
  const due = nextPage(known, clock.now());
  if ('restMs' in due) return due.restMs;
  marketplace.account.refuseWhileBanned();
  const page = await marketplace.orders.listHistory(due, { priority: 'market', signal });
  const ended = page.items.filter(hasEnded);
  const portions = Array.from({ length: Math.max(1, Math.ceil(ended.length / portion)) }, (_, index) =>
    ended.slice(index * portion, (index + 1) * portion),
  );
  const last = portions.pop() ?? [];
  for (const orders of portions) await register.keepTrades({ orders, mark: null });
  const next = afterPage(due, page);
  const isOurs = (await register.keepTrades({ orders: last, mark: { known, next } })) !== null;
  if (page.odd.length > 0)
    logger.warn({ event: 'books', orders: page.odd.slice(0, 20).map(oddName) }, 'orders of the history cannot be read');
  if (due.page >= maxHistoryPages)
    logger.warn({ event: 'books' }, 'the history turns no pages: it was not read to its end');
  if (isOurs && next.round === null) logger.info({ event: 'books' }, 'the history of orders is read into the books');
  return betweenPagesMs;
}
