import { connectTemporal, type PeerdeskConnection } from '../../client/index.ts';
import type { CommandContext } from '../kit/command-context.ts';
import { isLateConnection, refuseClosedPort, temporalMissing, temporalSilent } from './temporal-address.ts';

/**
 * Connects for one command. Rejects with exit code 3 where no server answers, and names one that takes the connection and
 * says nothing within the time of the command.
 */
export async function connectForCommand(address: string, context: CommandContext): Promise<PeerdeskConnection> {
  const { env, fileOption } = context;
  await refuseClosedPort(address, fileOption);
  try {
    return await connectTemporal({ address, env, ...limitOf(context) });
  } catch (error) {
    if (isLateConnection(error)) throw temporalSilent(address);
    if (isConnectTrouble(error)) throw temporalMissing(address, fileOption);
    throw error;
  }
}

/** Returns how long the connection of a command may take, as `connectTemporal` takes it. */
export function limitOf({ connectMs }: CommandContext): { connectTimeoutMs?: number } {
  return connectMs === undefined ? {} : { connectTimeoutMs: connectMs };
}

function isConnectTrouble(error: unknown): boolean {
  return error instanceof Error && /connect|deadline|unavailable/i.test(error.message);
}
