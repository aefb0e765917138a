import { loadClientConnectConfig } from '@temporalio/envconfig';
import { acceptsConnections } from '../server/free-port.ts';
import { CliFailure, misuse } from './cli-failure.ts';
import { ExitCode } from './exit-code.ts';
import { findRunningDemo } from './up/running-demo.ts';

export const defaultTemporalAddress = 'localhost:7233';

/** TEMPORAL_* variables or temporal.toml, else the running demo's server, else localhost:7233. */
export function temporalAddress(): string {
  return configuredAddress() ?? findRunningDemo()?.temporalAddress ?? defaultTemporalAddress;
}

function configuredAddress(): string | undefined {
  try {
    return loadClientConnectConfig().connectionOptions.address;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw misuse(
      `the settings of Temporal cannot be used (${reason}): check the TEMPORAL_* variables and temporal.toml`,
    );
  }
}

/**
 * Rejects at once when nobody listens at an address on this machine: the client would wait for its whole timeout.
 * Addresses elsewhere are left to the client.
 */
export async function refuseClosedPort(address: string): Promise<void> {
  const match = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\]):(\d+)$/.exec(address);
  if (match === null) return;
  const [, host = '', port] = match;
  if (!(await acceptsConnections(Number(port), host.replaceAll(/[[\]]/g, '')))) throw temporalMissing(address);
}

/** What a user reads when no Temporal server answers. */
export function temporalMissing(address: string): CliFailure {
  const advice = 'start the demo with `peerdesk up`, or set TEMPORAL_ADDRESS to your server';
  return new CliFailure(ExitCode.NOT_RUNNING, `no Temporal server answers at ${address}: ${advice}`);
}
