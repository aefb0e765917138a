import type { Founding } from './operations/founding.ts';
import { createPostgresRegister, openPostgresRegister } from './postgres/postgres-register.ts';
import type { RegisterPlace } from '../domain/register/register-place.ts';
import type { Register } from './register.ts';
import { createSqliteRegister, openSqliteRegister } from './sqlite/sqlite-register.ts';

/**
 * Opens the register of a place; `migrate` brings an older one up to date, as the leading worker does. Rejects with
 * RegisterSilent where it cannot be read.
 */
export function openRegister(place: RegisterPlace, options: { readonly migrate: boolean }): Promise<Register> {
  if (place.kind === 'sqlite') return openSqliteRegister({ file: place.file, ...options });
  return openPostgresRegister({ url: place.url, ...options });
}

/** Makes the register of a place. Rejects where there is one already. */
export function createRegister(place: RegisterPlace, founding: Founding): Promise<void> {
  if (place.kind === 'sqlite') return createSqliteRegister({ file: place.file, ...founding });
  return createPostgresRegister({ url: place.url, ...founding });
}
