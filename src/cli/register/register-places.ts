/** Where the register is that a command means. */
import { existsSync } from 'node:fs';
import { readRegisterPlace } from '../../config/environment/register-environment.ts';
import { readConsent } from '../../config/environment/service-environment.ts';
import type { RegisterPlace } from '../../domain/register/register-place.ts';
import type { CommandContext, Environment } from '../command-context.ts';
import { serviceEnvironment } from '../effective-environment.ts';

/**
 * Returns the places in which the register of an account's process may be, the likelier first: that of real money and
 * that of the simulator are two files, and without a configuration file a command does not know how its worker was started.
 */
export function registerPlaces({ env, servesLive }: CommandContext): readonly RegisterPlace[] {
  const state = serviceEnvironment(env);
  const isLive = servesLive ?? saidLive(state);
  const [live, simulators] = [placeFor(state, true), placeFor(state, false)];
  if (live.kind === 'postgres') return [isLive === false ? simulators : live];
  if (isLive === null) return [live, simulators];
  return isLive ? [live] : [simulators, live];
}

/** Whether the environment says that its worker may write live; null: it says nothing. */
export function saidLive(env: Environment): boolean | null {
  return (env['PEERDESK_ALLOW_LIVE'] ?? '') === '' ? null : readConsent(env, 'PEERDESK_ALLOW_LIVE');
}

/** Returns the place of the register of real money, or of the simulator. */
export function placeFor(env: Environment, isLive: boolean): RegisterPlace {
  return readRegisterPlace(env, [{ allowLive: isLive }]);
}

/** A database is asked; a file is there or not. */
export const mayBeThere = (place: RegisterPlace): boolean => place.kind === 'postgres' || existsSync(place.file);
