import { readTemporalConfig } from '../../client/connection/connect.ts';
import { temporalTrouble } from '../../client/connection/temporal-trouble.ts';
import { acceptsConnections } from '../../server/free-port.ts';
import { isLoopback, readConsent } from '../../config/environment/service-environment.ts';
import { CliFailure, misuse } from '../kit/cli-failure.ts';
import type { Environment } from '../kit/command-context.ts';
import { namesService } from './effective-environment.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { findRunningDemo } from '../up/running-demo.ts';

const defaultTemporalAddress = 'localhost:7233';

/**
 * Returns TEMPORAL_* variables or temporal.toml, else the running demo's server, else localhost:7233. If the
 * environment names a service of its own, the demo's file is ignored: the owner of a server schedules its workers'
 * work.
 */
export function temporalAddress(env: Environment): string {
  const demo = namesService(env) ? null : findRunningDemo();
  return configuredAddress(env) ?? demo?.temporalAddress ?? defaultTemporalAddress;
}

/** Reports whether the server is configured: by a setting of Temporal's, or by the running demo. */
export function namesTemporal(env: Environment): boolean {
  return configuredAddress(env) !== undefined || (!namesService(env) && findRunningDemo() !== null);
}

/**
 * Returns the server of a worker. Rejects with misuse where none is configured and the worker's keys are real, because
 * another process may have bound port 7233 first.
 */
export async function workerTemporalAddress(env: Environment, { isSimulator }: WorkerService): Promise<string> {
  const isNamed = configuredAddress(env) !== undefined || !namesService(env);
  if (isNamed || (!readConsent(env, 'PEERDESK_ALLOW_LIVE') && (await isSimulator()))) return temporalAddress(env);
  throw misuse('TEMPORAL_ADDRESS is not set: a worker with keys of a real service takes its server from nowhere else');
}

const localForm = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]):(\d+)$/;

/** Returns the port of the server that the settings name; null where they name none, or one of another machine. */
export function localPort(env: Environment): number | null {
  const port = localForm.exec(configuredAddress(env) ?? '')?.[2];
  return port === undefined ? null : Number(port);
}

interface WorkerService {
  isSimulator: () => Promise<boolean>;
}

function configuredAddress(env: Environment): string | undefined {
  try {
    return readTemporalConfig(env).connectionOptions.address;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw misuse(
      `the settings of Temporal cannot be used (${reason}): check the TEMPORAL_* variables and temporal.toml`,
    );
  }
}

/**
 * Throws a refusal when the traffic between a worker and its server would leave this machine in clear text: always with
 * an API key, else where live writes are allowed.
 */
export function refusePlainTemporal(env: Environment, worker: { address: string; allowLive: boolean }): void {
  const { tls, apiKey } = readTemporalConfig(env).connectionOptions;
  const isPlain = tls === undefined || tls === null || tls === false;
  if (!isPlain || isLoopback(`http://${worker.address}`)) return;
  if (apiKey !== undefined) throw misuse('TEMPORAL_API_KEY would travel in clear text: take TEMPORAL_TLS=false away');
  if (!worker.allowLive || readConsent(env, 'PEERDESK_ALLOW_PLAIN_TEMPORAL')) return;
  throw misuse(
    `the connection to Temporal at ${worker.address} is not encrypted, and anyone who can write to it can release: set TEMPORAL_TLS=true, or PEERDESK_ALLOW_PLAIN_TEMPORAL=yes in a network that is yours alone`,
  );
}

/**
 * Rejects at once when an address on this machine does not accept connections: the client would wait for its whole
 * timeout. Addresses elsewhere are left to the client.
 */
export async function refuseClosedPort(address: string, fileOption?: string): Promise<void> {
  const match = localForm.exec(address);
  if (match === null) return;
  const [, host = '', port] = match;
  if (!(await acceptsConnections(Number(port), host.replaceAll(/[[\]]/g, ''))))
    throw temporalMissing(address, fileOption);
}

/**
 * The failure when no Temporal server answers. Where a file names the server its line names the command that starts it;
 * `fileOption` is what that command needs beside its name.
 */
export function temporalMissing(address: string, fileOption?: string): CliFailure {
  const advice = fileOption === undefined ? demoAdvice : ownAdvice(address, fileOption);
  return new CliFailure(ExitCode.NOT_RUNNING, `no Temporal server answers at ${address}: ${advice}`);
}

const demoAdvice = 'start the demo with `peerdesk up`, or set TEMPORAL_ADDRESS to your server';

function ownAdvice(address: string, fileOption: string): string {
  if (!localForm.test(address)) return 'start it there, or mend its address in the file ([temporal])';
  return `\`peerdesk start${fileOption}\` starts it with worker and watchdog, \`peerdesk server${fileOption}\` alone`;
}

/** The failure when a server takes connections and says nothing: a frozen one, or one with more to do than it can. */
export function temporalSilent(address: string): CliFailure {
  const line = `the Temporal server at ${address} does not answer: it is frozen, overloaded or out of reach, or another program has that port; look at it (--timeout waits longer)`;
  return new CliFailure(ExitCode.NOT_RUNNING, line);
}

/** Returns whether a server has not answered in the time of a connection. */
export function isLateConnection(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Failed to connect before the deadline');
}

/** Returns the error of a worker that a silent server kept from serving; any other error unchanged. */
export function withoutSilence(error: unknown, address: string, fileOption?: string): unknown {
  if (!(error instanceof Error)) return error;
  const isSilence = isLateConnection(error) || temporalTrouble(error)?.kind === 'late';
  return isSilence ? temporalMissing(address, fileOption) : error;
}
