/** Who has signed in to the page. Kept in memory alone: a door that starts again asks all to sign in again. */
import { createHash } from 'node:crypto';
import { isEnough, type PageRole } from '../../domain/people/page-role.ts';

const wholeLifeMs = 12 * 3_600_000;
/** Of a person who may do something: a phone that is left lying is of less use. */
const idleLifeMs = 30 * 60_000;
/** More than the people of a desk have devices. */
const maxSessions = 200;

/** Random bytes in hex. */
export type Random = (bytes: number) => string;

/** What a person's browser is known by since he signed in. */
export interface Session {
  /** The name of the key that signed in, and what it is: another key under that name is another one. */
  readonly keyName: string;
  readonly publicKey: string;
  /** Stands in each form: a page of another origin cannot read it. */
  readonly seal: string;
  readonly openedAtMs: number;
  readonly seenAtMs: number;
}

type Found =
  | { readonly session: Session; readonly problem?: never }
  | { readonly session?: never; readonly problem: 'no-session' | 'session-over' | 'session-idle' };

/** By the hash of what the cookie says: what this process has in memory opens nothing. */
export class Sessions {
  readonly #byHash = new Map<string, Session>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Opens a session; returns what its cookie says. */
  open({ keyName, publicKey }: Pick<Session, 'keyName' | 'publicKey'>, nowMs: number): string {
    const token = this.#random(32);
    this.#byHash.set(hashOf(token), {
      keyName,
      publicKey,
      seal: this.#random(16),
      openedAtMs: nowMs,
      seenAtMs: nowMs,
    });
    const [oldest] = this.#byHash.keys();
    if (this.#byHash.size > maxSessions && oldest !== undefined) this.#byHash.delete(oldest);
    return token;
  }

  /** Whether a cookie is of a session, which may be over. */
  has(token: string | undefined): boolean {
    return this.#byHash.has(hashOf(token ?? ''));
  }

  /** Looks for the session of a cookie. `roleOf`: what the person of a key may do now. */
  find(token: string | undefined, nowMs: number, roleOf: (keyName: string) => PageRole | null): Found {
    const hash = hashOf(token ?? '');
    const session = this.#byHash.get(hash);
    if (session === undefined) return { problem: 'no-session' };
    const problem = endOf(session, nowMs, roleOf(session.keyName));
    if (problem !== null) {
      this.#byHash.delete(hash);
      return { problem };
    }
    return { session };
  }

  /** Notes that the person of a session has looked. */
  note(token: string | undefined, nowMs: number): void {
    const hash = hashOf(token ?? '');
    const session = this.#byHash.get(hash);
    if (session !== undefined) this.#byHash.set(hash, { ...session, seenAtMs: nowMs });
  }

  end(token: string | undefined): void {
    this.#byHash.delete(hashOf(token ?? ''));
  }
}

/** Returns when a session is over at the latest. */
export const endsAtMs = ({ openedAtMs }: Session): number => openedAtMs + wholeLifeMs;

function endOf(session: Session, nowMs: number, role: PageRole | null): 'session-over' | 'session-idle' | null {
  if (nowMs >= endsAtMs(session)) return 'session-over';
  const mayAct = role !== null && isEnough(role, 'hold');
  return mayAct && nowMs - session.seenAtMs >= idleLifeMs ? 'session-idle' : null;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
