import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { leadControl } from '../../client/index.ts';
import { egressTaskQueue, groupTaskQueue } from '../../workflows/contract/task-queues.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import type { ExchangeClient } from '../../exchange/index.ts';
import { keyFingerprint } from '../../exchange/key-fingerprint.ts';
import { callingWorkers, createStandingWorkers, type StandingWorkers, type WorkerPlace } from '../desk-workers.ts';
import { rest } from './rest.ts';
import { ConfigurationError } from '../../config/environment/service-environment.ts';
import type { ServiceIdentity } from '../service-identity.ts';
import type { ServedAccount } from '../../config/egress-config.ts';
import type { WorkerGroup } from '../worker-group.ts';
import { keepNoticesStarted, noticeDependencies } from '../notices/run-notices.ts';
import { isDead, takeOverFrom } from '../take-over.ts';
import { Lead, type Term } from './lead.ts';
import { SharedKey } from './shared-key.ts';
import type { Examine } from './live-start.ts';
import { readPromotion } from './version-watch.ts';

/** The service gets this long to say who it is before the worker serves all the same. */
const identityLimitMs = 10_000;
/** A process that does not lead asks so often who does, and offers the lead where nothing does. */
const offerMs = 5_000;

/** What a process of an account serves with. */
interface AccountProcess {
  config: ServedAccount;
  logger: Logger;
  client: Client;
  exchange: ExchangeClient;
  identity: ServiceIdentity;
  place: WorkerPlace;
  group: WorkerGroup;
  /** Aborts when the process is told to stop, and when it ends by itself. */
  signal: AbortSignal;
  /** Called once before this process calls for an account that may write to a real service; rejecting ends it. */
  examine?: Examine | undefined;
  /** What the activities of one term go by: what an earlier term knew of prices is out of date. */
  dependencies: (stopping: AbortSignal, sharedWith: () => readonly string[]) => ActivityDependencies;
}

/** Whether a process leads, another one does, or it was told to stop before that was known. */
export type Standing =
  | { kind: 'leads' | 'stopping' }
  /** `isPromoted` false: it takes no new work either; without a leader: nothing at all. */
  | { kind: 'stands-by'; leader: string | null; isPromoted: boolean };

/** A process of an account that is ready to serve. */
export interface AccountServing {
  workers: StandingWorkers;
  /** Whether bans are known: nothing is called before. */
  linked: () => void;
  /** Lets the process carry workflows, and call the service while it leads. Returns who leads by then. */
  begin: () => Promise<Standing>;
  /** Whether this process may call the service now. */
  isLeading: () => boolean;
}

/** Makes the workers that every process of an account runs. Nothing is called before `begin`, and only under the lead. */
export async function prepareAccount(process: AccountProcess): Promise<AccountServing> {
  const { client, config, exchange, group, logger, signal } = process;
  const begun = Promise.withResolvers<Standing>();
  const linked = Promise.withResolvers<void>();
  const own = { account: config.account, key: keyFingerprint(config.baseUrl, config.credentials.apiKey) };
  const sharedKey = new SharedKey({ client, own, logger });
  const lead = new Lead({
    client,
    called: [own],
    clock: { now: () => Date.now(), elapsed: () => performance.now() },
    stopping: signal,
    serve: (term) =>
      serveTerm({ ...process, sharedKey, linked: linked.promise }, term, () => begun.resolve({ kind: 'leads' })),
    onError: (error) => logger.warn({ event: 'lead', error: String(error) }, 'the lead is not confirmed'),
  });
  exchange.gate.holdWhile('standby', () => !lead.isHeld());
  const workers = await createStandingWorkers(group, process.place, lead);
  return {
    workers,
    linked: linked.resolve,
    isLeading: () => lead.isHeld(),
    begin: async () => {
      group.run(workers.own);
      if (workers.egress !== null) group.run(workers.egress);
      void offerLead(process, { lead, standsBy: (standing) => begun.resolve(standing) });
      const stopping = aborted(signal).then((): Standing => ({ kind: 'stopping' }));
      return Promise.race([begun.promise, group.failed, stopping]);
    },
  };
}

/** Calls the service until the term is over. What fails here ends the process. */
async function serveTerm(
  process: AccountProcess & { linked: Promise<void>; sharedKey: SharedKey },
  { over, former }: Term,
  begun: () => void,
): Promise<void> {
  const { group, identity, logger, place, signal } = process;
  try {
    const takenOver = takeOver(process, former);
    await Promise.race([process.linked, aborted(over)]);
    askTime(process);
    const asked = identity.kind() === 'unknown' ? identity.ask() : undefined;
    await Promise.race([asked, delay(identityLimitMs, undefined, { ref: false }), aborted(over)]);
    await refuseDevServer(process);
    refusePlainPayloads(process);
    await examineOnce(process);
    await takenOver;
    await process.sharedKey.look();
    void process.sharedKey.keepLooking(over);
    const ending = AbortSignal.any([signal, over]);
    const notices = { ...process, signal: ending };
    void keepNoticesStarted(notices);
    const running = group.runUntil(
      over,
      callingWorkers(
        place,
        process.dependencies(ending, () => process.sharedKey.others()),
        noticeDependencies(notices),
      ),
    );
    logger.info({ event: 'lead' }, 'this process leads: it calls the service');
    begun();
    await running;
    if (!signal.aborted) logger.warn({ event: 'lead' }, 'this process leads no longer: it calls nothing');
  } catch (error) {
    group.fail(error);
  }
}

/** The clients of accounts that were examined: once in the life of a process. */
const examined = new WeakSet<ExchangeClient>();

async function examineOnce(process: AccountProcess): Promise<void> {
  const { config: account, client, exchange, identity, examine } = process;
  if (!account.allowLive || identity.kind() === 'simulator' || examined.has(exchange)) return;
  await examine?.({ account, client, exchange });
  examined.add(exchange);
}

/** What a process that died on this host has left was freed at the start. */
async function takeOver({ client, config, logger }: AccountProcess, former: string | null): Promise<void> {
  if (former === null || former === client.options.identity || isDead(former)) return;
  const taskQueues = [groupTaskQueue(config.group), egressTaskQueue(config.egress, config.group)];
  await takeOverFrom(former, { client, taskQueues, logger });
}

interface Waiting {
  lead: Lead;
  standsBy: (standing: Standing) => void;
}

/** Offers the lead while nothing leads, and says once which other process does. */
async function offerLead(process: AccountProcess, { lead, standsBy }: Waiting): Promise<void> {
  const { client, config, logger, signal } = process;
  const control = leadControl(client, config.group);
  const { version } = process.place;
  const leadQueue = groupTaskQueue(config.group);
  const say = onceInARow((text) => logger.info({ event: 'lead' }, text));
  const warn = onceInARow((text) => logger.warn({ event: 'lead', error: text }, 'the lead cannot be offered'));
  while (!signal.aborted) {
    try {
      const { isOurs, isSuccessorWaiting } = await readPromotion({ client, version, leadQueue });
      const holder = lead.isHeld() ? null : await control.offer().then(() => control.holder());
      if (lead.isHeld() && isSuccessorWaiting) {
        logger.info({ event: 'lead' }, 'another version was promoted: this process passes the lead on to it');
        lead.passOn();
      } else if (holder !== null && holder !== client.options.identity) {
        say(`${holder} leads: this process stands by and calls nothing`);
        standsBy({ kind: 'stands-by', leader: holder, isPromoted: isOurs });
      } else if (holder === null && !isOurs) {
        standsBy({ kind: 'stands-by', leader: null, isPromoted: false });
      }
    } catch (error) {
      warn(String(error));
    }
    await rest(offerMs, signal);
  }
}

/** What every look finds again is said when it changes. */
export function onceInARow(say: (text: string) => void): (text: string) => void {
  let last = '';
  return (text) => {
    if (text !== last) say(text);
    last = text;
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The first measurement; without it the service's time is known only after a refusal or half an hour. */
function askTime({ logger, exchange, signal }: AccountProcess): void {
  exchange.time({ signal }).catch((error: unknown) => logger.debug({ error: String(error) }, 'the time was not read'));
}

/** A development server keeps one file without a login: it is no place for what may write to a real service. */
async function refuseDevServer({ config, client, identity }: AccountProcess): Promise<void> {
  if (!config.allowLive || config.allowDevServer || identity.kind() === 'simulator') return;
  // Where it may not be asked (a cloud) it is none.
  const cluster = await client.workflowService.getClusterInfo({}).catch(() => null);
  if (!/sqlite/i.test(cluster?.persistenceStore ?? '')) return;
  throw new ConfigurationError(
    'the Temporal server is a development server, and this worker may write to a real service: use a server with PostgreSQL, or set PEERDESK_ALLOW_DEV_SERVER=yes',
  );
}

/** Whoever reads or writes Temporal's store would read names and accounts, and could write what workflows obey. */
function refusePlainPayloads({ config, identity, place }: AccountProcess): void {
  if (!config.allowLive || config.allowPlainPayloads || identity.kind() === 'simulator') return;
  if (place.codec.keys !== null) return;
  throw new ConfigurationError(
    'payloads would reach Temporal in clear, and this worker may write to a real service: set PEERDESK_CODEC_KEYS_FILE (peerdesk codec new-key), or PEERDESK_ALLOW_PLAIN_PAYLOADS=yes',
  );
}
