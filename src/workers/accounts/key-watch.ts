import type { Logger } from 'pino';
import { ExchangeError, type AttemptReport, type Gate } from '../../exchange/index.ts';
import { sleep } from '../lead/stoppable.ts';

/** What a service says of keys that it does not know, that may not do this, or that sign wrongly (interface 7.3). */
const keyCodes: ReadonlySet<string | null> = new Set(['-1022', '-2008', '-2014', '-2015']);
/** Between the two questions: a service that is confused for a moment stops no account. */
const againMs = 1_000;
/** A key without the permission for one operation is refused there again and again. */
const quietMs = 60_000;

interface KeyWatchOptions {
  /** The plainest signed read, through the client of the account. */
  read: () => Promise<unknown>;
  gate: Pick<Gate, 'refuseKeys' | 'hasRefusedKeys'>;
  logger: Pick<Logger, 'error'>;
  /** A clock that never steps, in ms. */
  elapsed: () => number;
  signal: AbortSignal;
  againMs?: number;
}

/**
 * Closes the gate of an account whose keys are refused: more calls would not help, and count against the address of all
 * the others. One operation that is refused proves nothing, as its permission alone may be missing; the plainest read
 * refused twice in a row does.
 */
export class KeyWatch {
  readonly #options: KeyWatchOptions;
  #question: Promise<void> | null = null;
  #askedMs = Number.NEGATIVE_INFINITY;

  constructor(options: KeyWatchOptions) {
    this.#options = options;
  }

  /** Takes notice of an attempt of a call. */
  attempted({ error }: Pick<AttemptReport, 'error'>): void {
    if (error === null || error.sent !== 'yes' || !keyCodes.has(error.code)) return;
    const nowMs = this.#options.elapsed();
    if (this.#question !== null || nowMs - this.#askedMs < quietMs) return;
    this.#askedMs = nowMs;
    this.#question = this.#ask().finally(() => {
      this.#question = null;
    });
  }

  /** Reports whether the keys are refused, once a question that is under way has its answer. */
  async areRefused(): Promise<boolean> {
    await this.#question;
    return this.#options.gate.hasRefusedKeys();
  }

  async #ask(): Promise<void> {
    const { gate, logger, signal } = this.#options;
    if ((await this.#refusal()) === null) return;
    await sleep(this.#options.againMs ?? againMs, signal);
    if (signal.aborted) return;
    const code = await this.#refusal();
    if (code === null) return;
    gate.refuseKeys(code);
    const remedy = 'put its keys right, then `peerdesk config reload`';
    logger.error({ event: 'keys', code }, `the service refuses the API key: nothing more is sent with it; ${remedy}`);
  }

  async #refusal(): Promise<string | null> {
    try {
      await this.#options.read();
      return null;
    } catch (error) {
      if (!(error instanceof ExchangeError) || error.sent !== 'yes') return null;
      return keyCodes.has(error.code) ? error.code : null;
    }
  }
}

/** Why an account is not served whose keys are refused. */
export const keysRefused =
  'the service refuses its API key, and nothing more is sent with it: put its keys right, then `peerdesk config reload`';
