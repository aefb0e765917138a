import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { leadControl, registerSearchAttributes } from '../../client/index.ts';
import type { Address } from '../../exchange/index.ts';
import { groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import type { LeadSeen } from '../health/health-watch.ts';
import type { Accounts } from './accounts.ts';
import type { SentBack } from '../dispatch/dispatcher.ts';
import type { AccountWork } from '../dispatch/account-work.ts';
import { CallingWorkers } from '../queues/calling-workers.ts';
import { callingWorkers, standingQueues, standingWorkers, type WorkerPlace } from '../queues/desk-workers.ts';
import { takeOverFrom, takeOverLate } from '../queues/take-over.ts';
import type { WorkerGroup } from '../queues/worker-group.ts';
import { createBell, type Bell } from '../../activities/kit/bell.ts';
import { Lead, type Term } from '../lead/lead.ts';
import { aborted, onceInARow, sleep } from '../lead/stoppable.ts';
import { readPromotion } from '../lead/version-watch.ts';
import { serveTerm, type TermProcess } from './serve-term.ts';

/** A process that does not lead asks so often who does, and offers the lead where nothing does. */
const offerMs = 5_000;
const saidEveryMs = 60_000;

/** What a process of a group serves with. */
interface GroupProcess {
  logger: Logger;
  client: Client;
  /** The address that all calls leave by. */
  address: Address;
  accounts: Accounts;
  place: WorkerPlace;
  workers: WorkerGroup;
  /** Aborts when the process is asked to stop, and when it ends by itself. */
  signal: AbortSignal;
  /** Called with each look at who leads, and when the server stored its last heartbeat. */
  onLead: (sight: LeadSeen) => void;
}

/** Whether a process leads, another one does, or it was asked to stop before that was known. */
export type Standing =
  | { kind: 'leads' | 'stopping' }
  /** `isPromoted` false: it takes no new work either; without a leader: nothing at all. */
  | { kind: 'stands-by'; leader: string | null; isPromoted: boolean };

/** A process of a group that is ready to serve. */
export interface GroupServing {
  lead: Lead;
  /** Lets the process carry workflows, and call the service while it leads. Settles when it does carry them. */
  begin: () => Promise<void>;
  /** Returns who leads, as soon as that is known. */
  standing: () => Promise<Standing>;
  /** Bans are known from now on: nothing is called before. */
  linked: () => void;
}

/** Makes the lead by which a process calls. Nothing is called before `begin` and `linked`, and only under the lead. */
export function prepareGroup(process: GroupProcess): GroupServing {
  const { client, address, workers, logger, signal } = process;
  const begun = Promise.withResolvers<Standing>();
  const linked = Promise.withResolvers<void>();
  const calling = callingOf(process);
  const looks = createBell(0);
  const served: TermProcess = {
    ...process,
    calling,
    linked: linked.promise,
    begun: () => begun.resolve({ kind: 'leads' }),
    takeOver: (term) => takeOver(process, term),
    lost: () => looks.ring(),
    fail: (reason) => workers.fail(reason),
  };
  const lead = new Lead({
    client,
    words: () => ({
      called: process.accounts.called(),
      looks: process.accounts.looks(),
      banUntilMs: address.banRestMs() > 0 ? address.banUntilMs : null,
    }),
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    stopping: signal,
    serve: (term) => serveTerm(served, term),
    onError: (error) => logger.warn({ event: 'lead', error: String(error) }, 'the lead is not confirmed'),
  });
  address.holdWhile('standby', () => !lead.isHeld());
  const stopping = aborted(signal).then((): Standing => ({ kind: 'stopping' }));
  return {
    lead,
    begin: async () => {
      const polling = Promise.withResolvers<void>();
      void workers.runUntil(signal, standingWorkers(process.place, lead), polling.resolve);
      await Promise.race([polling.promise, workers.failed, stopping]);
      void offerLead(process, { lead, calling, looks, standsBy: begun.resolve });
    },
    standing: () => Promise.race([begun.promise, workers.failed, stopping]),
    linked: linked.resolve,
  };
}

/** What this process serves the accounts with while it leads. */
function callingOf({ accounts, logger, place, signal, workers }: GroupProcess): CallingWorkers {
  const workOf = (account: string): AccountWork | null => accounts.workOf(account);
  const refusalOf = (account: string) => accounts.refused().find((one) => one.account === account)?.why ?? null;
  const isOpen = (withinMs: number): Promise<boolean> => calling.opened(withinMs);
  const dispatching = { isOpen, workOf, refusalOf, onSentBack: sentBackLog(logger), random: Math.random };
  const wanted = () => callingWorkers(place, accounts.settings(), dispatching);
  const calling: CallingWorkers = new CallingWorkers({ workers, signal, wanted });
  return calling;
}

/** One line a minute for each account and reason: what is sent back comes again. */
function sentBackLog(logger: Logger): (refusal: SentBack) => void {
  const saidAtMs = new Map<string, number>();
  return ({ account, reason, text }) => {
    const key = `${account} ${reason}`;
    const nowMs = performance.now();
    if (nowMs - (saidAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < saidEveryMs) return;
    saidAtMs.set(key, nowMs);
    logger.warn({ event: 'refused', category: reason, ...(account === null ? {} : { subject: account }) }, text);
  };
}

/** What was begun before is freed; a process that is frozen or cut off may be given more for a while. */
async function takeOver({ client, place, logger }: GroupProcess, { former, over }: Term): Promise<void> {
  const options = { client, taskQueues: standingQueues(place.config), logger };
  await takeOverFrom(former, options);
  void takeOverLate({ ...options, over });
}

interface Waiting {
  lead: Lead;
  calling: CallingWorkers;
  /** Rung when the lead was lost: who has it is asked at once. */
  looks: Bell;
  standsBy: (standing: Standing) => void;
}

/** Offers the lead while nothing leads, and says once which other process does. */
async function offerLead(process: GroupProcess, { lead, calling, looks, standsBy }: Waiting): Promise<void> {
  const { client, place, logger, signal } = process;
  const { version } = place;
  const leadQueue = groupTaskQueue(place.config.group);
  const say = onceInARow((text) => logger.info({ event: 'lead' }, text));
  const warn = onceInARow((text) => logger.warn({ event: 'lead', error: text }, 'the lead cannot be offered'));
  while (!signal.aborted) {
    const rung = looks.next();
    try {
      const { isOurs, isSuccessorWaiting } = await readPromotion({ client, version, leadQueue });
      const holder = await holderNow(process, { lead, isOurs });
      if (lead.isHeld() && isSuccessorWaiting) {
        logger.info({ event: 'lead' }, 'another version was promoted: this process passes the lead on to it');
        lead.passOn();
      } else if (holder !== null && holder !== client.options.identity) {
        calling.leave();
        say(`${holder} leads: this process stands by and calls nothing`);
        standsBy({ kind: 'stands-by', leader: holder, isPromoted: isOurs });
      } else if (holder === null && !isOurs) {
        calling.leave();
        standsBy({ kind: 'stands-by', leader: null, isPromoted: false });
      }
    } catch (error) {
      warn(String(error));
    }
    await Promise.race([sleep(offerMs, signal), rung]);
  }
}

interface Holding {
  lead: Lead;
  /** Whether the version of this process is the promoted one. */
  isOurs: boolean;
}

/** Offers the lead unless this process has it, and returns which other one does. Each look is passed on. */
async function holderNow({ client, place, onLead }: GroupProcess, { lead, isOurs }: Holding): Promise<string | null> {
  const own = { leader: client.options.identity, heardMs: Date.now() };
  if (lead.isHeld()) {
    onLead(own);
    return null;
  }
  const control = leadControl(client, place.config.group);
  await control.offer();
  const seen = await control.leader();
  // Where no process leads, the server may have begun empty: without them no task of the lead itself succeeds.
  if (seen === null) await registerSearchAttributes(client).catch(() => undefined);
  // A version that was not promoted has nothing to do: no lead is missing here.
  if (seen === null) onLead(isOurs ? { leader: null, heardMs: null } : own);
  else onLead({ leader: seen.name, heardMs: seen.heardMs });
  return seen?.name ?? null;
}
