/** What the door asks a passkey to sign, once and soon. A stranger who asks for many takes no memory: it is sealed, not kept. */
import { createHmac } from 'node:crypto';
import { isSameText } from '../webhook-signature.ts';
import type { Random } from './sessions.ts';

/** As a form brings it back. */
export interface Challenge {
  readonly nonce: string;
  readonly expiresAtMs: number;
  readonly seal: string;
}

type ChallengeProblem = 'challenge-used' | 'challenge-late' | 'challenge-unfit';

/** The challenges of one purpose; a seal of another purpose, or of another run of the door, does not fit. */
export class Challenges {
  readonly #purpose: string;
  readonly #lifeMs: number;
  readonly #random: Random;
  readonly #secret: string;
  /** Until they would be late. Only what was well signed is here, so strangers add none. */
  readonly #used = new Map<string, number>();

  constructor({ purpose, lifeMs, random }: { purpose: string; lifeMs: number; random: Random }) {
    this.#purpose = purpose;
    this.#lifeMs = lifeMs;
    this.#random = random;
    this.#secret = random(32);
  }

  /** Draws one, for `subject` alone. */
  draw(subject: string, nowMs: number): Challenge {
    const [nonce, expiresAtMs] = [this.#random(16), nowMs + this.#lifeMs];
    return { nonce, expiresAtMs, seal: this.#sealOf({ nonce, expiresAtMs }, subject) };
  }

  /** Returns why one counts no more, or null. */
  problemOf(challenge: Challenge, subject: string, nowMs: number): ChallengeProblem | null {
    if (!isSameText(challenge.seal, this.#sealOf(challenge, subject))) return 'challenge-unfit';
    if (this.#used.has(challenge.nonce)) return 'challenge-used';
    return nowMs >= challenge.expiresAtMs ? 'challenge-late' : null;
  }

  /** From now on it counts no more. */
  use({ nonce, expiresAtMs }: Challenge, nowMs: number): void {
    for (const [other, endMs] of this.#used) if (endMs <= nowMs) this.#used.delete(other);
    this.#used.set(nonce, expiresAtMs);
  }

  #sealOf({ nonce, expiresAtMs }: Pick<Challenge, 'nonce' | 'expiresAtMs'>, subject: string): string {
    const text = JSON.stringify([this.#purpose, subject, nonce, expiresAtMs]);
    return createHmac('sha256', this.#secret).update(text).digest('hex');
  }
}
