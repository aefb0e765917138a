/** A register that is opened at its first use, and again after it could not be. */
import type { SilentFault } from '../domain/register/register-fault.ts';
import { registerOperations, RegisterSilent, type Register } from './register.ts';

interface LazyOptions {
  readonly open: () => Promise<Register>;
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number;
}

/** What could not be opened is not tried again sooner: each try may cost a thread or a connection. */
const restMs = 1_000;

/** Returns a register that opens itself; every call rejects with RegisterSilent while that fails. */
export function lazyRegister(options: LazyOptions): Register {
  const door = new RegisterDoor(options);
  const calls = Object.keys(registerOperations).map((name) => [name, (arg?: unknown) => door.call(name, arg)] as const);
  // One entry for each operation: `Register` is the table of registerOperations seen from outside.
  return { ...Object.fromEntries(calls), close: () => door.close() } as unknown as Register;
}

class RegisterDoor {
  readonly #options: LazyOptions;
  #opening: Promise<Register> | null = null;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  #failure: SilentFault = { code: 'not-open' };
  #isClosed = false;

  constructor(options: LazyOptions) {
    this.#options = options;
  }

  async call(name: string, arg: unknown): Promise<unknown> {
    const register: Readonly<Record<string, unknown>> = await this.#opened();
    const operation = register[name];
    if (typeof operation !== 'function') throw new TypeError(`the register has no operation ${name}`);
    return operation(arg);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#opening?.catch(() => null))?.close();
  }

  #opened(): Promise<Register> {
    if (this.#isClosed) return Promise.reject(new RegisterSilent({ code: 'closed' }));
    if (this.#opening !== null) return this.#opening;
    if (this.#options.elapsed() - this.#failedAtMs < restMs) return Promise.reject(new RegisterSilent(this.#failure));
    this.#opening = this.#options.open().catch((error: unknown) => {
      this.#opening = null;
      this.#failedAtMs = this.#options.elapsed();
      this.#failure = silentFault(error);
      throw new RegisterSilent(this.#failure);
    });
    return this.#opening;
  }
}

function silentFault(error: unknown): SilentFault {
  if (error instanceof RegisterSilent) return error.fault;
  return { code: 'unopened', reason: error instanceof Error ? error.message : String(error) };
}
