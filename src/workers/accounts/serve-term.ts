import type { Logger } from 'pino';
import type { Term } from '../lead/lead.ts';
import { aborted } from '../lead/stoppable.ts';
import type { CallingWorkers } from '../queues/calling-workers.ts';
import type { Accounts } from './accounts.ts';

/** What a process calls the service with while it leads. */
export interface TermProcess {
  logger: Pick<Logger, 'info' | 'warn'>;
  accounts: Pick<Accounts, 'beginTerm'>;
  calling: Pick<CallingWorkers, 'open' | 'end'>;
  /** Aborts when the process is asked to stop, and when it ends by itself. */
  signal: AbortSignal;
  /** Settles when bans are known: nothing is called before. */
  linked: Promise<void>;
  /** Frees the work of the process that led before. Never rejects. */
  takeOver: (term: Term) => Promise<void>;
  /** Called when the process leads and each account has been asked who it serves. */
  begun: () => void;
  /** Called when the lead was lost: another process may have it. */
  lost: () => void;
  /** Ends the process. */
  fail: (reason: unknown) => void;
}

/**
 * Lets the process call the service until the term is over. A lead that is passed on is kept until what has left is answered.
 * What fails here ends the process.
 */
export async function serveTerm(process: TermProcess, term: Term): Promise<void> {
  const { calling, logger, signal, fail, lost } = process;
  const { over } = term;
  // What cannot be known any more, since the term is over, is no reason to end the process.
  beginTerm(process, term).catch((error: unknown) => (over.aborted ? undefined : fail(error)));
  await aborted(over);
  if (!term.isLost()) await calling.end();
  if (!signal.aborted) logger.warn({ event: 'lead' }, 'this process leads no longer: it calls nothing');
  if (term.isLost()) lost();
}

/** Leads as soon as each account has been asked who it serves; rejects where none may be served here. */
async function beginTerm(process: TermProcess, term: Term): Promise<void> {
  const { calling, accounts, linked, logger, begun, takeOver } = process;
  const { over } = term;
  const takenOver = takeOver(term);
  await Promise.race([linked, aborted(over)]);
  // The end of the term says nothing of bans: it must not stand for knowing them.
  if (over.aborted) return;
  // An account whose service is slow to say who it is delays no other one.
  const known = accounts.beginTerm(over);
  known.catch(() => undefined);
  await Promise.race([takenOver, aborted(over)]);
  await calling.open(over);
  await known;
  if (over.aborted) return;
  logger.info({ event: 'lead' }, 'this process leads: it calls the service');
  begun();
}
