/** A register for the length of one command. */
import { openRegister } from '../../register/open-register.ts';
import type { RegisterIdentity } from '../../register/operations/accounts.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { RegisterSilent, type Register } from '../../register/register.ts';

/** A register that is open, and which one it is. */
export interface OpenRegister {
  readonly place: RegisterPlace;
  readonly register: Register;
  readonly identity: RegisterIdentity;
}

/** Opens a register as it is. Rejects with RegisterSilent where it cannot be used, or was never made. */
export async function openAsItIs(place: RegisterPlace): Promise<OpenRegister> {
  const register = await openRegister(place, { migrate: false });
  try {
    const identity = await register.identity();
    if (identity === null) throw new RegisterSilent({ code: 'unfinished', place: placeText(place) });
    return { place, register, identity };
  } catch (error) {
    await register.close();
    throw error;
  }
}

/** Opens a register, runs `use`, and closes it. Rejects with RegisterSilent where it cannot be used. */
export async function withRegister<T>(place: RegisterPlace, use: (open: OpenRegister) => Promise<T>): Promise<T> {
  const open = await openAsItIs(place);
  try {
    return await use(open);
  } finally {
    await open.register.close();
  }
}
