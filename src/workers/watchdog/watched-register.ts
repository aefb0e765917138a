import type { RegisterPlace } from '../../domain/register/register-place.ts';
import { switchEntry, thrownIn } from '../../domain/guard/restriction.ts';
import { watchdogSender } from '../../domain/guard/guard-memory.ts';
import type { Register } from '../../register/register.ts';
import { registerAsItIs } from '../register/process-register.ts';
import type { MarkedRegister } from './watchdog-dependencies.ts';

/** The register of this machine, as the watchdogs of a process use it: opened when one of them is to write. */
export class WatchedRegister {
  readonly #place: RegisterPlace;
  #register: Register | null = null;

  constructor(place: RegisterPlace) {
    this.#place = place;
  }

  /** Returns what an account's watchdog does with it; null: this machine has none. */
  of(account: string): MarkedRegister | null {
    this.#register ??= registerAsItIs(this.#place);
    const register = this.#register;
    if (register === null) return null;
    return {
      // A switch that stands there already stays as it is: it may be a person's.
      engage: async ({ atMs, reason }) => {
        const entries = [switchEntry('ads', { by: watchdogSender, reason, atMs })];
        await register.restrict({ account, entries, by: watchdogSender, nowMs: atMs });
      },
      isEngaged: async () => thrownIn(await register.restrictions({ account }), 'ads') !== null,
    };
  }

  /** Closes it. Never rejects. */
  async close(): Promise<void> {
    await this.#register?.close().catch(() => undefined);
  }
}
