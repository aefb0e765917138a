import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import type { Environment } from './cache-dir.ts';
import { childEnvironment } from './child-environment.ts';
import { openDoor, type DoorProxy, type DoorSide } from './door-proxy.ts';
import { acceptsConnections, freePort, hiddenPlace, portOrFree } from './free-port.ts';

interface TemporalServerOptions {
  /** Path of the `temporal` command line, from `findTemporalCli`. */
  cliPath: string;
  /** The environment of the server, without the keys in it; absent: its home folder only. */
  env?: Environment;
  /** SQLite file that keeps everything between two starts; absent: kept in memory only. */
  dbFile?: string;
  /** Port of the service; 0 or absent: a free one. */
  port?: number;
  /** Port of the Web UI; 0 or absent: a free one; null: no Web UI. */
  uiPort?: number | null;
  /** Host names that the Web UI answers to beside localhost; absent: none. */
  uiNames?: readonly string[];
  /** What opens sealed payloads for the Web UI, at the address of the Web UI itself; absent: nothing does. */
  uiCodec?: DoorSide | undefined;
  /** Port of the HTTP interface, which refuses every request (no host name is allowed); absent: a free one. */
  httpPort?: number;
  /** How much the server logs; absent: warnings. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error';
  /** File that the server's own log is appended to; absent: the log is dropped. */
  logFile?: string;
  /** Custom search attributes to register, with the type names of the SDK's keys. */
  searchAttributes?: readonly { name: string; type: string }[];
  /** Namespaces beside the default one; absent: none. */
  namespaces?: readonly string[];
  dynamicConfig?: Readonly<Record<string, string | number | boolean>>;
  /** Longest wait for the first answer, in milliseconds. */
  startLimitMs?: number;
}

interface ServerEnd {
  code: number | null;
  signal: string | null;
}

export interface TemporalServer {
  /** host:port of the service. */
  address: string;
  /** Address of the Web UI; null when it was not wanted. */
  uiUrl: string | null;
  /** Address of the metrics that the server has of itself. */
  metricsUrl: string;
  pid: number;
  /** Settles when the process has ended for any reason. */
  exited: Promise<ServerEnd>;
  /** Ends the process: asks first, kills after ten seconds. May be called twice. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const defaultStartLimitMs = 30_000;
const stopLimitMs = 10_000;
const probeIntervalMs = 50;
const startAttempts = 3;
/**
 * The server's HTTP interface has no login and accepts posts from any web page in this machine's browser, even a signal
 * that approves a release. It cannot be switched off, so it answers only a host that does not exist.
 */
const httpHosts = ['peerdesk.invalid'];

/**
 * Starts Temporal's development server and waits until its default namespace answers. Throws an Error with the end of
 * the server's log when it ends early or does not answer in time.
 *
 * It gets a process group of its own: a Ctrl-C in the terminal does not reach it, so that the caller can end its
 * workers first and the server last.
 */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const portsAreOurs = (options.port ?? 0) === 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // A port that was free a moment ago may be taken by now; a port chosen by the caller is not replaced.
      if (!portsAreOurs || !(error instanceof EndedEarlyError) || attempt >= startAttempts) throw error;
    }
  }
}

/** The server process ended by itself before it answered. */
class EndedEarlyError extends Error {}

async function startOnce(options: TemporalServerOptions): Promise<TemporalServer> {
  const port = await portOrFree(options.port, host);
  const ui = options.uiPort === null ? null : await openUi(options);
  const metricsPort = await freePort(host);
  const running = watchChild(spawnServer(options, serverArguments(options, { port, metricsPort, ui })));
  const stop = async (): Promise<void> => {
    await running.stop();
    await ui?.door.close();
  };
  try {
    await untilAnswering({ port, running, limitMs: options.startLimitMs ?? defaultStartLimitMs });
  } catch (error) {
    await stop();
    throw startFailure(error, options.logFile);
  }
  void running.exited.then(() => ui?.door.close());
  const uiUrl = ui === null ? null : `http://${host}:${ui.door.port}`;
  return { ...running, address: `${host}:${port}`, uiUrl, metricsUrl: `http://${host}:${metricsPort}/metrics`, stop };
}

/** The Web UI: where people find it, and where it hides. */
interface GuardedUi {
  door: DoorProxy;
  behind: { host: string; port: number };
}

/**
 * The server's Web UI answers any Host, so a page whose name is pointed at this machine could use it, to release coin
 * among others. It hides at an address that such a page would have to guess, behind a door that checks who asks.
 */
async function openUi({ uiPort = 0, uiNames = [], uiCodec }: TemporalServerOptions): Promise<GuardedUi> {
  const behind = await hiddenPlace();
  const port = uiPort === null || uiPort === 0 ? 0 : await portOrFree(uiPort, host);
  return { behind, door: await openDoor({ at: { host, port }, behind, names: uiNames, beside: uiCodec }) };
}

interface ServerPlaces {
  port: number;
  metricsPort: number;
  ui: GuardedUi | null;
}

function serverArguments(options: TemporalServerOptions, { port, metricsPort, ui }: ServerPlaces): string[] {
  const args = ['server', 'start-dev', '--ip', host, '--port', String(port), '--log-level', levelOf(options)];
  args.push('--metrics-port', String(metricsPort));
  args.push(...(ui === null ? ['--headless'] : ['--ui-ip', ui.behind.host, '--ui-port', String(ui.behind.port)]));
  // Without a host: it is then that of the page, by whichever name it was opened.
  if (options.uiCodec !== undefined) args.push('--ui-codec-endpoint', options.uiCodec.path);
  if (options.httpPort !== undefined) args.push('--http-port', String(options.httpPort));
  if (options.dbFile !== undefined) args.push('--db-filename', options.dbFile);
  args.push(...(options.namespaces ?? []).flatMap((name) => ['--namespace', name]));
  for (const { name, type } of options.searchAttributes ?? []) {
    args.push('--search-attribute', `${name}=${searchAttributeTypeName(type)}`);
  }
  args.push('--dynamic-config-value', `frontend.httpAllowedHosts=${JSON.stringify(httpHosts)}`);
  for (const [key, value] of Object.entries(options.dynamicConfig ?? {})) {
    args.push('--dynamic-config-value', `${key}=${JSON.stringify(value)}`);
  }
  return args;
}

/** The server has no level below debug. */
function levelOf({ logLevel = 'warn' }: TemporalServerOptions): string {
  return logLevel === 'trace' ? 'debug' : logLevel;
}

/** Converts 'KEYWORD_LIST' (as in the SDK's keys) or 'KeywordList' to 'KeywordList', the server's form. */
export function searchAttributeTypeName(type: string): string {
  if (type !== type.toUpperCase()) return type;
  return type.replace(/([A-Z])([A-Z]*)_?/g, (_, first: string, rest: string) => first + rest.toLowerCase());
}

function spawnServer(options: TemporalServerOptions, args: string[]): ChildProcess {
  if (options.dbFile !== undefined) mkdirSync(dirname(options.dbFile), { recursive: true });
  const env = { ...childEnvironment(options.env ?? { HOME: homedir() }) };
  if (options.logFile === undefined) return spawn(options.cliPath, args, { env, detached: true, stdio: 'ignore' });
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a');
  try {
    return spawn(options.cliPath, args, { env, detached: true, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

type RunningChild = Pick<TemporalServer, 'pid' | 'exited' | 'stop'>;

function watchChild(child: ChildProcess): RunningChild {
  const exited = new Promise<ServerEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => resolve({ code: null, signal: error.message }));
  });
  const stop = async (): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    await exited;
    clearTimeout(killer);
  };
  return { pid: child.pid ?? -1, exited, stop };
}

async function untilAnswering(start: { port: number; running: RunningChild; limitMs: number }): Promise<void> {
  let end: ServerEnd | null = null;
  void start.running.exited.then((reached) => (end = reached));
  const deadlineMs = Date.now() + start.limitMs;
  let lastProblem = 'no answer yet';
  while (Date.now() < deadlineMs) {
    if (end !== null) throw new EndedEarlyError(`it ended with ${describeEnd(end)}`);
    const problem = await probe(start.port);
    if (problem === null) return;
    lastProblem = problem;
    await sleep(probeIntervalMs);
  }
  throw new Error(`no answer on ${host}:${start.port} within ${start.limitMs / 1000} s (${lastProblem})`);
}

/** Returns null when the default namespace answers, else the reason why it does not. */
async function probe(port: number): Promise<string | null> {
  // A gRPC connection to a closed port waits for its whole timeout; a plain one is refused at once.
  if (!(await acceptsConnections(port, host))) return 'no server listens yet';
  try {
    // The next look is the retry: one of the client's own would begin in a timer, and throw there once this is closed.
    const connection = await Connection.connect({ address: `${host}:${port}`, connectTimeout: '2s', interceptors: [] });
    try {
      await connection.workflowService.describeNamespace({ namespace: 'default' });
      return null;
    } finally {
      await connection.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function describeEnd(end: ServerEnd): string {
  return end.signal ?? `code ${end.code}`;
}

function startFailure(error: unknown, logFile: string | undefined): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const log = logFile === undefined ? '' : readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join(' | ');
  const message = `Temporal server did not start: ${reason}.${log === '' ? '' : ` Its log ends: ${log}`}`;
  return error instanceof EndedEarlyError ? new EndedEarlyError(message) : new Error(message, { cause: error });
}
