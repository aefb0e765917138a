/** Where the register is that a command means. */
import { existsSync } from 'node:fs';
import { registerPlace } from '../../config/environment/register-environment.ts';
import { isSimulatorAddress } from '../../config/environment/service-environment.ts';
import type { RegisterPlace } from '../../domain/register/register-place.ts';
import type { CommandContext, Environment } from '../kit/command-context.ts';
import { serviceEnvironment } from '../session/effective-environment.ts';

/**
 * Returns the places in which the register of an account's process may be: that of real money and that of simulators are
 * two files, and without an address of the service a command does not know which of them its worker uses.
 */
export function registerPlaces({ env, callsSimulators }: CommandContext): readonly RegisterPlace[] {
  const state = serviceEnvironment(env);
  const known = callsSimulators ?? namesSimulator(state);
  if (known !== null) return [registerPlace(state, known)];
  const real = registerPlace(state, false);
  return real.kind === 'postgres' ? [real] : [real, registerPlace(state, true)];
}

/** Whether the environment's service is a simulator; null: it names none. */
export function namesSimulator(env: Environment): boolean | null {
  const address = env['PEERDESK_BASE_URL'] ?? '';
  return address === '' ? null : isSimulatorAddress(address);
}

/** A database is asked; a file is there or not. */
export const mayBeThere = (place: RegisterPlace): boolean => place.kind === 'postgres' || existsSync(place.file);
