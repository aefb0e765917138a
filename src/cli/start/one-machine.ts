import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../../server/child-environment.ts';
import { acceptsConnections } from '../../server/free-port.ts';
import type { LogLevel } from '../../workers/log/log-levels.ts';
import type { Environment } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import type { HealthParts } from '../process/health-service.ts';
import { acceptedFile } from '../reload/accepted-record.ts';
import { startDeskChild, type DeskChild } from './desk-child.ts';
import type { StartLog } from './start-log.ts';
import type { StartPlan } from './start-plan.ts';

interface MachineOptions {
  env: Environment;
  log: StartLog;
  uiPort: number | undefined;
  /** Absent: the usual one. */
  doorPort: number | undefined;
  logLevel: LogLevel;
  withoutWatchdog: boolean;
  /** Workers serve although open workflows cannot go on with this version. */
  acceptBrokenHistories: boolean;
}

const host = '127.0.0.1';
const usualUiPort = 8233;
/** A worker ends within 36 s, the others within 10: then each is killed. */
const stopLimits = { worker: 45_000, watchdog: 20_000, door: 20_000, server: 20_000 } as const;
type Role = keyof typeof stopLimits;
/** A worker that has nothing to agree to is ready sooner; the watchdog waits no longer for it. */
const workerHeadStartMs = 60_000;
const agreedLookMs = 2_000;
const healthLimitMs = 2_000;

/** A child to start. */
interface Part {
  role: Role;
  /** Whose worker or watchdog it is. */
  egress?: string | null;
  args: readonly string[];
  env?: Environment;
}

/** Server, workers, watchdogs and the door of one machine. */
export class OneMachine {
  readonly #plan: StartPlan;
  readonly #options: MachineOptions;
  readonly #children: { role: Role; child: DeskChild }[] = [];
  /** Called when a child has begun, is ready, or has ended. */
  onChange: () => void = () => undefined;

  constructor(plan: StartPlan, options: MachineOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  /** Starts one after the other. Returns false when it was stopped, or one has given up, before all were ready. */
  async run(stop: AbortSignal): Promise<boolean> {
    const { egresses, file } = this.#plan;
    const server = await this.#startServer();
    if (!(await this.#until([server], stop))) return false;
    const workers = egresses.map((egress) => {
      const args = ['worker', '--config', file, '--egress', egress, '--health-port', '0', ...this.#accepted()];
      return this.#start({ role: 'worker', egress, args });
    });
    const limit = AbortSignal.timeout(workerHeadStartMs);
    const areReady = await this.#until(workers, AbortSignal.any([stop, limit]));
    if (stop.aborted || this.#lost() !== null) return false;
    const watchdogs = this.#options.withoutWatchdog ? [] : egresses.map((egress) => this.#startWatchdog(egress, stop));
    const doors = this.#plan.hasDoor ? [this.#startDoor(stop)] : [];
    return (await this.#until([...(areReady ? [] : workers), ...watchdogs, ...doors], stop)) && !stop.aborted;
  }

  /** Waits for the wish to stop, or for a child that has given up, and ends all in order. Returns the exit code. */
  async untilEnd(stop: AbortSignal): Promise<ExitCode> {
    const aborted = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));
    if (!stop.aborted) await Promise.race([aborted, ...this.#children.map(({ child }) => child.kept.given)]);
    const lost = this.#lost();
    const { log } = this.#options;
    if (lost !== null) log.say('error', `${lost.name} ${lost.trouble()}: its lines above say why; all is ended`);
    const killed = await this.#stopAll();
    for (const name of killed) log.say('error', `${name} did not end in its time, and was killed`);
    if (lost !== null)
      return (await lost.kept.given).code === ExitCode.REFUSED ? ExitCode.REFUSED : ExitCode.CONFIGURATION;
    return killed.length > 0 ? ExitCode.ERROR : ExitCode.OK;
  }

  /** Lets the workers read the file again, as SIGHUP does. */
  reload(): void {
    for (const { role, child } of this.#children) if (role === 'worker') child.kept.signal('SIGHUP');
  }

  pids(): number[] {
    return this.#children.flatMap(({ child }) => child.kept.pid() ?? []);
  }

  /** Returns the address of the Web UI; null while the server is not ready. */
  webUi(): string | null {
    return this.#children.find(({ role }) => role === 'server')?.child.ready()?.uiUrl ?? null;
  }

  /** What each child says, or what is said of it. */
  async health(): Promise<HealthParts> {
    const { hasDoor } = this.#plan;
    const wanted = [
      'server',
      'worker',
      ...(this.#options.withoutWatchdog ? [] : ['watchdog']),
      ...(hasDoor ? ['door'] : []),
    ];
    const missing = wanted.filter((role) => !this.#children.some((one) => one.role === role));
    const said = await Promise.all(
      this.#children.map(async ({ role, child }) => [child.name, await this.#healthOf(role, child)] as const),
    );
    return Object.fromEntries([...missing.map((role) => [role, 'is starting'] as const), ...said]);
  }

  async #healthOf(role: Role, child: DeskChild): Promise<string> {
    const ready = child.ready();
    if (ready === null) return child.trouble();
    if (role === 'server') return answersAt(this.#plan.port);
    if (role === 'door') {
      // One that hears bots alone listens nowhere.
      if (ready.endpoint === undefined) return 'ok';
      // A page may listen elsewhere than where payments come in.
      const { port, hostname } = new URL(ready.endpoint);
      return answersAt(Number(port), hostname.replaceAll(/[[\]]/g, ''));
    }
    return healthAt(ready.healthPort ?? 0);
  }

  #accepted(): string[] {
    return this.#options.acceptBrokenHistories ? ['--accept-broken-histories'] : [];
  }

  async #startServer(): Promise<DeskChild> {
    const { port, file } = this.#plan;
    const { uiPort, env } = this.#options;
    const ui = uiPort ?? ((await acceptsConnections(usualUiPort, host)) ? 0 : usualUiPort);
    const args = ['server', '--config', file, '--port', String(port), '--ui-port', String(ui)];
    // It needs no keys of the service.
    return this.#start({ role: 'server', args, env: childEnvironment(env) });
  }

  #startWatchdog(egress: string, stop: AbortSignal): DeskChild {
    const { file } = this.#plan;
    const args = ['watchdog', '--config', file, '--egress', egress, '--health-port', '0'];
    const child = this.#start({ role: 'watchdog', egress, args });
    void this.#followAgreement(child, { egress, stop });
    return child;
  }

  /** It needs no keys of the service, and has a register once a worker has made one. */
  #startDoor(stop: AbortSignal): DeskChild {
    const { file, egresses } = this.#plan;
    const { doorPort, env } = this.#options;
    const port = doorPort === undefined ? [] : ['--port', String(doorPort)];
    const args = ['door', '--config', file, ...port];
    const child = this.#start({ role: 'door', args, env: childEnvironment(env) });
    for (const egress of egresses) void this.#followAgreement(child, { egress, stop });
    return child;
  }

  /** A watchdog and a door go by the file of their start: they are started again when what a worker was agreed to changes. */
  async #followAgreement(child: DeskChild, { egress, stop }: { egress: string; stop: AbortSignal }): Promise<void> {
    const record = acceptedFile(this.#options.env, { path: this.#plan.file, egress });
    let known = changedAt(record);
    while (!stop.aborted) {
      await delay(agreedLookMs, undefined, { ref: false });
      const found = changedAt(record);
      if (found !== known && !stop.aborted) child.kept.again();
      known = found;
    }
  }

  #start({ role, egress = null, args, env = this.#options.env }: Part): DeskChild {
    const { log, logLevel } = this.#options;
    const isOnly = egress === null || this.#plan.egresses.length === 1;
    const child = startDeskChild({
      name: isOnly ? role : `${role} ${egress}`,
      args: role === 'server' ? args : [...args, '--log-level', logLevel],
      env,
      log,
      onChange: () => this.onChange(),
      stopLimitMs: stopLimits[role],
    });
    this.#children.push({ role, child });
    this.onChange();
    return child;
  }

  /** Waits until each was ready once. Returns false when it was stopped, or one has given up, before. */
  async #until(children: readonly DeskChild[], stop: AbortSignal): Promise<boolean> {
    const stopped = new Promise<false>((resolve) => {
      if (stop.aborted) resolve(false);
      stop.addEventListener('abort', () => resolve(false), { once: true });
    });
    const ready = Promise.all(children.map(({ wasReady }) => wasReady)).then(() => true);
    const lost = this.#children.map(({ child }) => child.kept.given.then(() => false));
    return Promise.race([ready, stopped, ...lost]);
  }

  #lost(): DeskChild | null {
    return this.#children.find(({ child }) => child.kept.hasGivenUp())?.child ?? null;
  }

  /** Workers first, so that what has left is answered and written down, and the server last. */
  async #stopAll(): Promise<string[]> {
    const killed: string[] = [];
    for (const role of ['worker', 'watchdog', 'door', 'server'] as const) {
      const these = this.#children.filter((one) => one.role === role);
      const stop = async ({ child }: { child: DeskChild }): Promise<void> => {
        if (await child.kept.stop()) killed.push(child.name);
      };
      await Promise.all(these.map(stop));
    }
    return killed;
  }
}

const answersAt = async (port: number, at = host): Promise<string> =>
  (await acceptsConnections(port, at)) ? 'ok' : 'does not answer';

async function healthAt(port: number): Promise<string> {
  try {
    const answer = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(healthLimitMs) });
    const { status } = (await answer.json()) as { status?: unknown };
    return typeof status === 'string' ? status : 'not ready';
  } catch {
    return 'does not answer';
  }
}

/** When a file was written last; null: there is none. */
function changedAt(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
