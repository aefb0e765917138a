import { isGrpcServiceError, type Client } from '@temporalio/client';
import { toPayload } from '../../client/connection/payloads.ts';
import type { sleep } from './stoppable.ts';

const answerLimitMs = 3_000;
/** An answer that takes longer is asked for a second time beside it, while the lease lasts: one that is lost ends nothing. */
const lateMs = 900;
const grpcInvalidArgument = 3;
const grpcNotFound = 5;
/** It knows no such attempt, or the token is of a server that this one has replaced: neither changes any more. */
const lostCodes: ReadonlySet<number> = new Set([grpcInvalidArgument, grpcNotFound]);

/** A moment by both clocks. */
interface Moment {
  readonly wallMs: number;
  readonly elapsedMs: number;
}

const never: Moment = { wallMs: Number.NEGATIVE_INFINITY, elapsedMs: Number.NEGATIVE_INFINITY };

/** `unknown`: the server has not answered. */
export type Answer = 'held' | 'ending' | 'lost' | 'unknown';

interface ConfirmationOptions {
  client: Client;
  /** `elapsed` never steps, but stands still with a machine that is suspended; `now` does not. */
  clock: { now(): number; elapsed(): number };
  /** For how long an answer counts, from the moment of its question. */
  leaseMs: number;
  taskToken: Uint8Array;
  /** The workflow of the lead. */
  workflowId: string;
  /** What is said with each question. */
  words: () => string;
  onError: (error: unknown) => void;
  pause: typeof sleep;
}

/** The server's word that an attempt still leads, asked for by its heartbeat. */
export class Confirmation {
  readonly #options: ConfirmationOptions;
  /** Until when the lead is held. */
  #heldUntil = never;
  #isClosed = false;
  #isPrompt = false;

  constructor(options: ConfirmationOptions) {
    this.#options = options;
  }

  /** Whether the last question was answered at once. */
  get isPrompt(): boolean {
    return this.#isPrompt;
  }

  /** Whether the server's last word still counts, by both clocks. */
  isHeld(): boolean {
    const { clock } = this.#options;
    return clock.elapsed() < this.#heldUntil.elapsedMs && clock.now() < this.#heldUntil.wallMs;
  }

  /** The lead is not held any more, and what arrives from now on confirms nothing. */
  close(): void {
    this.#isClosed = true;
    this.#heldUntil = never;
  }

  /** Asks, a second time where the answer is late, and returns the first that the server has answered. */
  async ask(): Promise<Answer> {
    const answered = new AbortController();
    const first = this.#askOnce();
    void first.then(() => answered.abort());
    const isLate = this.#options.pause(lateMs, answered.signal).then(() => null);
    const soon = await Promise.race([first, isLate]);
    this.#isPrompt = soon !== null && soon !== 'unknown';
    return soon ?? knownOf(first, this.#askOnce());
  }

  async #askOnce(): Promise<Answer> {
    const { client, clock, leaseMs, workflowId, taskToken, words, onError } = this.#options;
    const { namespace, identity } = client.options;
    const until = { wallMs: clock.now() + leaseMs, elapsedMs: clock.elapsed() + leaseMs };
    try {
      const details = { payloads: [await toPayload(client, { workflowId, value: words() })] };
      const { cancelRequested, activityPaused, activityReset } = await client.withDeadline(
        Date.now() + answerLimitMs,
        () => client.workflowService.recordActivityTaskHeartbeat({ namespace, identity, taskToken, details }),
      );
      this.#hold(until);
      return cancelRequested || activityPaused || activityReset ? 'ending' : 'held';
    } catch (error) {
      if (isGrpcServiceError(error) && lostCodes.has(error.code)) {
        this.close();
        return 'lost';
      }
      onError(error);
      return 'unknown';
    }
  }

  /** Of two questions the later one counts; none does once the server has said that the attempt is over. */
  #hold(until: Moment): void {
    if (!this.#isClosed && until.elapsedMs >= this.#heldUntil.elapsedMs) this.#heldUntil = until;
  }
}

/** Returns the first answer of two that is one; 'unknown' where neither is. */
async function knownOf(first: Promise<Answer>, second: Promise<Answer>): Promise<Answer> {
  const soonest = await Promise.race([first, second]);
  if (soonest !== 'unknown') return soonest;
  const both = await Promise.all([first, second]);
  return both.find((answer) => answer !== 'unknown') ?? 'unknown';
}
