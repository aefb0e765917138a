import type { WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Term } from '../lead/lead.ts';
import { aborted } from '../lead/stoppable.ts';
import type { WorkerGroup } from '../queues/worker-group.ts';
import type { Accounts } from './accounts.ts';

/** What a process calls the service with while it leads. */
export interface TermProcess {
  logger: Pick<Logger, 'info' | 'warn'>;
  accounts: Pick<Accounts, 'beginTerm'>;
  workers: Pick<WorkerGroup, 'runUntil' | 'fail'>;
  /** Aborts when the process is asked to stop, and when it ends by itself. */
  signal: AbortSignal;
  /** Settles when bans are known: nothing is called before. */
  linked: Promise<void>;
  /** Frees the work of the process that led before. Never rejects. */
  takeOver: (term: Term) => Promise<void>;
  /** Returns what calls for the accounts. */
  wanted: () => readonly WorkerOptions[];
  /** Called when the process leads and each account has been asked who it serves. */
  begun: () => void;
}

/**
 * Calls the service until the term is over, and returns when what has left is answered. What fails here ends the
 * process.
 */
export async function serveTerm(process: TermProcess, term: Term): Promise<void> {
  const { workers, logger, signal } = process;
  const { over } = term;
  try {
    const { known, running } = await beginTerm(process, term);
    const led = known.then(() => (over.aborted ? undefined : sayLeading(process)));
    // What cannot be known any more, since the term is over, is no reason to end the process.
    const told = led.catch((error: unknown) => (over.aborted ? undefined : workers.fail(error)));
    // Calls of one account may be on their way when another one is refused: the lead is kept until they have ended.
    await Promise.all([Promise.race([told, aborted(over)]), running]);
    if (!signal.aborted) logger.warn({ event: 'lead' }, 'this process leads no longer: it calls nothing');
  } catch (error) {
    workers.fail(error);
  }
}

function sayLeading({ logger, begun }: TermProcess): void {
  logger.info({ event: 'lead' }, 'this process leads: it calls the service');
  begun();
}

interface BegunTerm {
  /** Settles when each account has been asked who it serves; rejects for one that may not be served here. */
  known: Promise<void>;
  /** Settles when everything that was begun has ended. */
  running: Promise<void>;
}

const nothing: BegunTerm = { known: Promise.resolve(), running: Promise.resolve() };

async function beginTerm(process: TermProcess, term: Term): Promise<BegunTerm> {
  const { workers, accounts, linked } = process;
  const { over } = term;
  const takenOver = process.takeOver(term);
  await Promise.race([linked, aborted(over)]);
  // The end of the term says nothing of bans: it must not stand for knowing them.
  if (over.aborted) return nothing;
  // An account whose service is slow to say who it is delays no other one.
  const known = accounts.beginTerm(over);
  known.catch(() => undefined);
  await Promise.race([takenOver, aborted(over)]);
  return { known, running: workers.runUntil(over, process.wanted()) };
}
