import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { calledAccounts, type CalledAccount } from '../../client/controls/lead-keys.ts';
import { sleep } from './stoppable.ts';

const lookMs = 30_000;
/** An account is served only after the first look: a server that does not answer must not keep it from that. */
const answerLimitMs = 5_000;

interface SharedKeyOptions {
  client: Client;
  own: CalledAccount;
  logger: Logger;
  /** How it waits between two looks; absent: as long as it says. */
  pause?: typeof sleep;
}

/**
 * Looks whether another account calls with the API key of this one. Two aliases on one key are two desks: each would
 * carry the same orders, with a guard and a budget of its own.
 */
export class SharedKey {
  readonly #options: SharedKeyOptions;
  #others: readonly string[] = [];

  constructor(options: SharedKeyOptions) {
    this.#options = options;
  }

  /** The other accounts that call with this key, as far as it was seen. */
  others(): readonly string[] {
    return this.#others;
  }

  /** Looks once, and says what has changed. Never rejects: what cannot be seen now is looked at again. */
  async look(): Promise<void> {
    const { client, own, logger } = this.#options;
    const asking = client.withDeadline(Date.now() + answerLimitMs, () => calledAccounts(client));
    const called = await asking.catch(() => null);
    if (called === null) return;
    const others = othersWith(own, called);
    if (others.join() === this.#others.join()) return;
    this.#others = others;
    if (others.length === 0) logger.info({ event: 'key' }, 'no other account calls with this API key any more');
    else logger.error({ event: 'key', others }, sharedKeyText(others));
  }

  /** Looks again and again until the signal aborts. */
  async keepLooking(over: AbortSignal): Promise<void> {
    const { pause = sleep } = this.#options;
    while (!over.aborted) {
      await pause(lookMs, over);
      if (!over.aborted) await this.look();
    }
  }
}

/** Returns the other accounts that call with the key of one, each once, in order. */
export function othersWith(own: CalledAccount, called: readonly CalledAccount[]): string[] {
  const names = called.filter(({ account, key }) => key === own.key && account !== own.account);
  return [...new Set(names.map(({ account }) => account))].toSorted();
}

function sharedKeyText(others: readonly string[]): string {
  return `account ${others.join(', ')} calls with the same API key: stop one of the two, a key has one alias`;
}
