/** The register of a process: opened when something of it is needed first, which only a process that leads does. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { lazyRegister } from '../../register/lazy-register.ts';
import { createRegister, openRegister } from '../../register/open-register.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { RegisterSilent, type Register } from '../../register/register.ts';
import { sharePayments } from './share-payments.ts';

/**
 * Returns the register of a process. The one of the simulator is made by itself; that of real money never is: a worker
 * that finds none would take every payment for a new one.
 */
export function processRegister(place: RegisterPlace, logger: Pick<Logger, 'info'>): Register {
  return sharePayments(lazyRegister({ open: () => opened(place, logger), elapsed: () => performance.now() }));
}

/** Returns the register of a place as it is, where there is one; null: this machine has none. It is never made. */
export function registerAsItIs(place: RegisterPlace): Register | null {
  if (place.kind === 'sqlite' && !existsSync(place.file)) return null;
  return lazyRegister({ open: () => openedAsItIs(place, false), elapsed: () => performance.now() });
}

async function opened(place: RegisterPlace, logger: Pick<Logger, 'info'>): Promise<Register> {
  if (place.isSimulators && (await makeSimulators(place)))
    logger.info({ event: 'register', place: placeText(place) }, 'made a register for the simulator');
  return openedAsItIs(place, true);
}

async function openedAsItIs(place: RegisterPlace, migrate: boolean): Promise<Register> {
  const register = await openRegister(place, { migrate });
  try {
    await refuseSimulators(register, place);
    return register;
  } catch (error) {
    await register.close();
    throw error;
  }
}

/** Returns whether there was none. */
async function makeSimulators(place: RegisterPlace): Promise<boolean> {
  if (place.kind === 'sqlite' && existsSync(place.file)) return false;
  try {
    await createRegister(place, { generation: randomUUID(), how: 'simulator', nowMs: Date.now() });
    return true;
  } catch (error) {
    // A database does not say beforehand whether it has one.
    if (place.kind === 'sqlite' || error instanceof RegisterSilent) throw error;
    return false;
  }
}

/** What the worker of a simulator has made by itself has forgotten every payment of real money. */
async function refuseSimulators(register: Register, place: RegisterPlace): Promise<void> {
  if (place.isSimulators) return;
  const identity = await register.identity();
  if (identity?.how === 'simulator') throw new RegisterSilent({ code: 'of-a-simulator', place: placeText(place) });
}
