/** A register for the length of one command. */
import { openRegister } from '../../register/open-register.ts';
import type { RegisterIdentity } from '../../register/operations/accounts.ts';
import { placeText, type RegisterPlace } from '../../domain/register/register-place.ts';
import { RegisterSilent, type Register } from '../../register/register.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';

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

/** Opens a register, runs `use`, and closes it. Rejects with exit code 3 where the register cannot be used. */
export async function withRegister<T>(place: RegisterPlace, use: (open: OpenRegister) => Promise<T>): Promise<T> {
  try {
    const open = await openAsItIs(place);
    try {
      return await use(open);
    } finally {
      await open.register.close();
    }
  } catch (error) {
    throw asFailure(error);
  }
}

/** Returns the failure of a command for a register that cannot be used; any other error as it is. */
export function asFailure(error: unknown): unknown {
  return error instanceof RegisterSilent ? new CliFailure(ExitCode.NOT_RUNNING, error.message) : error;
}
