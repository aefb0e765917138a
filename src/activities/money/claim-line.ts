/** Calls of an account are claimed and permitted one after the other. */
import type { AccountRegister } from '../../register/account-register.ts';

const lines = new WeakMap<AccountRegister, Promise<void>>();

/**
 * Runs the work when all that came before has ended, however. A guard permits no number below one that it has permitted:
 * two calls that asked in another order than they were claimed in would look like an older copy of the register.
 */
export async function inLine<T>(register: AccountRegister, work: () => Promise<T>): Promise<T> {
  const before = lines.get(register) ?? Promise.resolve();
  const turn = before.then(work);
  lines.set(register, turn.then(ignore, ignore));
  return turn;
}

const ignore = (): void => undefined;
