import { ExchangeError } from '../../exchange/index.ts';
import { sleep } from '../lead/stoppable.ts';

/** 'unknown': it could not be asked yet. */
export type ServiceKind = 'simulator' | 'real' | 'unknown';

interface IdentityOptions {
  /** One signed read through the gate, so that nothing is sent while a ban lasts. */
  read: () => Promise<unknown>;
  /** Asks for the proof (design 2). */
  prove: () => Promise<boolean>;
  /** A read that failed: called once for each different reason. */
  onFailure: (error: unknown) => void;
  /** Called once, as soon as the kind is known. */
  onKnown: () => void;
  signal: AbortSignal;
  /** The pause before an unreachable service is asked again, in ms. */
  retryMs?: number;
}

const usualRetryMs = 2_000;

/**
 * Identifies the service at the address. A signed read reveals wrong keys and an unknown host, then the service is
 * asked for the proof that it is a simulator. A service that is unreachable, or blocked by a ban, is asked again until
 * it answers; one that has answered without a proof is a real service as long as this process lives.
 */
export class ServiceIdentity {
  readonly #options: IdentityOptions;
  readonly #said = new Set<string>();
  #kind: ServiceKind = 'unknown';
  #isAsking = false;

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  kind(): ServiceKind {
    return this.#kind;
  }

  /** Asks once and settles; one loop in the background continues until there is an answer. Never rejects. */
  async ask(): Promise<void> {
    await this.#askOnce();
    if (this.#isAsking) return;
    this.#isAsking = true;
    void this.#askOn();
  }

  async #askOn(): Promise<void> {
    const { signal, retryMs = usualRetryMs } = this.#options;
    while (this.#kind === 'unknown' && !signal.aborted) {
      await sleep(retryMs, signal);
      if (!signal.aborted) await this.#askOnce();
    }
  }

  async #askOnce(): Promise<void> {
    const { prove, onKnown } = this.#options;
    if (!(await this.#wasAnswered())) return;
    this.#kind = (await prove()) ? 'simulator' : 'real';
    onKnown();
  }

  /** A refusal is an answer too: only a request that never arrived, or was not sent, leaves the identity open. */
  async #wasAnswered(): Promise<boolean> {
    try {
      await this.#options.read();
      return true;
    } catch (error) {
      const reason = String(error);
      if (!this.#said.has(reason)) this.#options.onFailure(error);
      this.#said.add(reason);
      return error instanceof ExchangeError && error.sent === 'yes';
    }
  }
}
