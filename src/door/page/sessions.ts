/** Who has signed in to the page. Kept in memory alone: a door that starts again asks all to sign in again. */
import { createHash } from 'node:crypto';
import { personKey } from '../../domain/orders/names/person-name.ts';
import { isEnough, type PageRole } from '../../domain/people/page-role.ts';
import { keepNewest } from './keep-newest.ts';

const wholeLifeMs = 12 * 3_600_000;
/** Of a person who may do something: a phone that is left lying is of less use. */
const idleLifeMs = 30 * 60_000;
/** More than a person has devices, each with a browser or two. */
const maxOfPerson = 10;
/** More than the people of a desk have devices. */
const maxSessions = 200;

/** Random bytes in hex. */
export type Random = (bytes: number) => string;

/** What a person's browser is known by since he signed in. */
export interface Session {
  /** By which it is shown to who may end it; it opens nothing. */
  readonly id: string;
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

interface Opened {
  readonly token: string;
  readonly ended: readonly Session[];
}

type RoleOf = (keyName: string) => PageRole | null;

/** Whether two keys are of one person. */
export const isOfOnePerson = (one: Pick<Session, 'keyName'>, other: Pick<Session, 'keyName'>): boolean =>
  personKey(one.keyName) === personKey(other.keyName);

/** By the hash of what the cookie says: what this process has in memory opens nothing. */
export class Sessions {
  readonly #byHash = new Map<string, Session>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Opens a session; returns what its cookie says, and which of its person ended for it. */
  open({ keyName, publicKey }: Pick<Session, 'keyName' | 'publicKey'>, nowMs: number): Opened {
    const token = this.#random(32);
    const own = [...this.#byHash.values()].filter((one) => isOfOnePerson(one, { keyName }));
    const over = new Set(own.slice(0, Math.max(0, own.length + 1 - maxOfPerson)));
    const ended = this.endThose((one) => over.has(one));
    this.#byHash.set(hashOf(token), {
      id: this.#random(8),
      keyName,
      publicKey,
      seal: this.#random(16),
      openedAtMs: nowMs,
      seenAtMs: nowMs,
    });
    keepNewest(this.#byHash, maxSessions);
    return { token, ended };
  }

  /** Whether a cookie is of a session, which may be over. */
  has(token: string | undefined): boolean {
    return this.#byHash.has(hashOf(token ?? ''));
  }

  /** Looks for the session of a cookie. `roleOf`: what the person of a key may do now. */
  find(token: string | undefined, nowMs: number, roleOf: RoleOf): Found {
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

  /** Returns those that are not over, the newest first. */
  standing(nowMs: number, roleOf: RoleOf): Session[] {
    for (const [hash, session] of this.#byHash)
      if (endOf(session, nowMs, roleOf(session.keyName)) !== null) this.#byHash.delete(hash);
    return [...this.#byHash.values()].toReversed();
  }

  end(token: string | undefined): void {
    this.#byHash.delete(hashOf(token ?? ''));
  }

  /** Ends those that `isMeant` picks; returns which they were. */
  endThose(isMeant: (session: Session) => boolean): Session[] {
    const meant = [...this.#byHash].filter(([, session]) => isMeant(session));
    for (const [hash] of meant) this.#byHash.delete(hash);
    return meant.map(([, session]) => session);
  }
}

const wholeEndMs = ({ openedAtMs }: Session): number => openedAtMs + wholeLifeMs;

/** Returns when a session is over unless its person looks once more. */
export function endsAtMs(session: Session, role: PageRole | null): number {
  const mayAct = role !== null && isEnough(role, 'hold');
  return mayAct ? Math.min(wholeEndMs(session), session.seenAtMs + idleLifeMs) : wholeEndMs(session);
}

function endOf(session: Session, nowMs: number, role: PageRole | null): 'session-over' | 'session-idle' | null {
  if (nowMs >= wholeEndMs(session)) return 'session-over';
  return nowMs >= endsAtMs(session, role) ? 'session-idle' : null;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
