import type { Logger } from 'pino';
import type { EgressConfig } from '../../config/egress-config.ts';
import { boundEnvironment } from '../../config/environment/process-consents.ts';
import type { Environment } from '../../config/environment/service-environment.ts';
import { EgressWithoutAccounts } from '../../config/file/file-egress.ts';
import { FileMistakes, mistakeLine } from '../../config/file/load-file.ts';
import {
  boundConfig,
  fingerprintOf,
  wantedBy,
  type BoundConfig,
  type HeldValue,
} from '../../config/reload/accepted.ts';
import { planReload, restartReasons, type ReloadPlan } from '../../config/reload/reload-plan.ts';
import type { RunningWorker } from '../../workers/accounts/running-worker.ts';
import type { WorkerPlan } from './worker-plan.ts';
import type { AcceptedRecord } from './accepted-record.ts';
import { heldLine, heldText, isWhole, reloadLines, type ReloadReport } from './reload-report.ts';

/** A wish to re-read: what it may loosen, and whether it only asks. */
export interface ReloadWish {
  /** The `consent` of a report that a person has agreed to; null: nothing is loosened. */
  consent: string | null;
  isTrial: boolean;
  /** Who asks, for the log; absent: a signal of the system. */
  by?: string | undefined;
}

interface FollowedOptions {
  started: WorkerPlan;
  /** Reads the file and the keys that it names again. Throws ConfigurationError. */
  read: (egress: string) => WorkerPlan;
  record: AcceptedRecord;
  logger: Logger;
}

/** How a process stands to its file. */
export interface FileStanding {
  isBroken: boolean;
  held: number;
  readAtMs: number;
}

interface Read {
  plan: WorkerPlan;
  bound: BoundConfig;
  isStale: boolean;
}

/**
 * The file of a running worker. What it says takes effect again on demand, one account at a time; what it loosens only
 * with consent, and a file that cannot be used changes nothing.
 */
export class FollowedFile {
  readonly #options: FollowedOptions;
  readonly #worker = Promise.withResolvers<RunningWorker>();
  /** What cannot change while the process runs. */
  readonly #atStart: EgressConfig;
  #config: EgressConfig;
  #standing: FileStanding;
  #turn: Promise<unknown> = Promise.resolve();

  /** Throws ConfigurationError when the record of what was accepted cannot be trusted. */
  constructor(options: FollowedOptions) {
    this.#options = options;
    const { started, record } = options;
    const bound = boundConfig(started.config, record.read());
    this.#atStart = bound.config;
    this.#config = bound.config;
    this.#standing = { isBroken: false, held: bound.held.length, readAtMs: Date.now() };
    this.#sayHeld(bound.held);
    this.#keep();
  }

  /** What the process is to serve. */
  get config(): EgressConfig {
    return this.#config;
  }

  /** Where the file is; null: variables alone. */
  get path(): string | null {
    return this.#options.started.loaded?.path ?? null;
  }

  standing(): FileStanding {
    return this.#standing;
  }

  /** Accounts can be changed from now on. */
  follow(worker: RunningWorker): void {
    this.#worker.resolve(worker);
  }

  /** Reads the file again and does what it says. Never rejects for a file that cannot be used. */
  reload(wish: ReloadWish): Promise<ReloadReport> {
    const report = this.#turn.then(() => this.#reloadNow(wish));
    this.#turn = report.catch(() => undefined);
    return report;
  }

  async #reloadNow({ consent, isTrial, by }: ReloadWish): Promise<ReloadReport> {
    const worker = await this.#worker.promise;
    const read = this.#read(consent);
    if (Array.isArray(read)) {
      this.#sayBroken(read);
      return this.#report({ mistakes: read });
    }
    const { plan, bound, isStale } = read;
    const todo = planReload(this.#config, bound.config);
    const running = boundEnvironment(this.#options.started.env, this.#atStart);
    const outcome = {
      ...reportedPlan(todo),
      held: bound.held.map(heldText),
      consent: fingerprintOf(wantedBy(plan.config)),
      isStale,
      restart: [...restartReasons(this.#atStart, bound.config), ...temporalReasons(running, plan.env)],
    };
    if (isTrial || isStale) return this.#report({ ...outcome, refused: refusedTexts(worker) });
    const again = worker.refused().map(({ account }) => account);
    this.#config = bound.config;
    this.#standing = { isBroken: false, held: bound.held.length, readAtMs: Date.now() };
    const warnings = this.#keep();
    await carryOut(worker, bound.config, { todo, again });
    const report = this.#report({ ...outcome, refused: refusedTexts(worker), warnings });
    this.#say(report, by);
    return report;
  }

  /** Returns what the file says and what of it is held; or why it cannot be used. */
  #read(consent: string | null): Read | string[] {
    const { read, record } = this.#options;
    try {
      const plan = read(this.#config.egress);
      const wanted = wantedBy(plan.config);
      const isAgreed = consent !== null && consent === fingerprintOf(wanted);
      const bound = boundConfig(plan.config, isAgreed ? wanted : record.read(), this.#config);
      return { plan, bound, isStale: consent !== null && !isAgreed };
    } catch (error) {
      if (error instanceof FileMistakes) return error.mistakes.map((mistake) => mistakeLine(error.path, mistake));
      if (error instanceof EgressWithoutAccounts) return [this.#lastAccountGone()];
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  /** A process without accounts would serve nothing, and look alive: ending it is a person's decision. */
  #lastAccountGone(): string {
    const { egress, accounts } = this.#config;
    const names = accounts.map(({ account }) => account).join(' and ');
    return `no account is behind egress ${egress} any more, and a worker needs one: ${names} is served on as before. Stop this worker instead (pid ${process.pid}: Ctrl-C, systemctl stop, docker compose stop); it ends in order, and what runs of ${names} waits for a worker`;
  }

  /** Returns a warning when it cannot be kept. */
  #keep(): string[] {
    const failure = this.#options.record.keep(wantedBy(this.#config));
    if (failure === null) return [];
    const text = `what was agreed to cannot be kept on this machine (${failure}): a restart would agree to all that the file says then; PEERDESK_STATE_DIR names a folder`;
    this.#options.logger.warn({ event: 'configuration' }, text);
    return [text];
  }

  #report(part: Partial<ReloadReport>): ReloadReport {
    return {
      file: this.path,
      pid: process.pid,
      egress: this.#config.egress,
      mistakes: [],
      added: [],
      dropped: [],
      changed: [],
      held: [],
      consent: '',
      isStale: false,
      restart: [],
      refused: [],
      warnings: [],
      ...part,
    };
  }

  #say(report: ReloadReport, by: string | undefined): void {
    const { logger } = this.#options;
    const level = isWhole(report) ? 'info' : 'warn';
    const event = { event: 'configuration', ...(by === undefined ? {} : { by }) };
    for (const line of reloadLines(report)) logger[level](event, line);
  }

  #sayBroken(mistakes: readonly string[]): void {
    this.#standing = { ...this.#standing, isBroken: true };
    const { logger } = this.#options;
    for (const text of mistakes) logger.error({ event: 'configuration' }, text);
    logger.error({ event: 'configuration' }, 'the file cannot be used: this worker goes on with the last good one');
  }

  #sayHeld(held: readonly HeldValue[]): void {
    for (const value of held) this.#options.logger.warn({ event: 'configuration' }, heldLine(heldText(value)));
  }
}

const reportedPlan = ({
  added,
  dropped,
  changed,
}: ReloadPlan): Pick<ReloadReport, 'added' | 'dropped' | 'changed'> => ({
  added: added.map(({ account }) => account),
  dropped: [...dropped],
  changed: changed.map(({ account, parts }) => ({ account, parts: [...parts] })),
});

const refusedTexts = (worker: RunningWorker): string[] =>
  worker.refused().map(({ account, why }) => `${account}: ${why}`);

/** Every account at once: one that waits for its money calls keeps no other one waiting. */
async function carryOut(
  worker: RunningWorker,
  config: EgressConfig,
  { todo, again }: { todo: ReloadPlan; again: readonly string[] },
): Promise<void> {
  const begun = new Set([...todo.added, ...todo.changed.map(({ config }) => config)].map(({ account }) => account));
  const beginning = config.accounts.filter(({ account }) => begun.has(account) || again.includes(account));
  // Why one is refused stands in the report.
  await Promise.allSettled([
    ...todo.dropped.map((account) => worker.dropAccount(account)),
    ...beginning.map((account) => worker.serveAccount(account, config)),
  ]);
}

const connecting = /^(?:TEMPORAL_|PEERDESK_CODEC|PEERDESK_ALLOW_PLAIN_TEMPORAL$)/;

/** The connection to Temporal is made once. */
function temporalReasons(before: Environment, after: Environment): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => connecting.test(name));
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `[temporal] (${name}): the connection is made at the start`);
}
