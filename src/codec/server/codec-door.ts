import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface DoorOptions {
  /** What a program or a person shows to be let in. */
  token: string;
  /** Origins of the Web UI: no page from elsewhere is answered. */
  origins: readonly string[];
  /** Further names of this server; those of this machine count always. */
  names: readonly string[];
  now: () => number;
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const cookieName = 'peerdesk_codec';
const sessionMs = 12 * 3_600_000;

/** Who may ask a codec server: it opens everything that the desk has sealed. */
export class CodecDoor {
  readonly #options: DoorOptions;
  /** Ends of the sessions, by the hash of their cookie. */
  readonly #sessions = new Map<string, number>();

  constructor(options: DoorOptions) {
    this.#options = options;
  }

  /** False for a name that a foreign page could have pointed at this machine (DNS rebinding). */
  isKnownHost(host: string | undefined): boolean {
    const name = (host ?? '').toLowerCase().replace(/:\d+$/, '');
    return loopbackNames.has(name) || this.#options.names.some((known) => known.toLowerCase() === name);
  }

  /** True for the Web UI's origin, for the server's own pages, and for a program, which names no origin. */
  isKnownOrigin({ origin, host }: IncomingHttpHeaders): boolean {
    if (origin === undefined || this.isUi(origin)) return true;
    return URL.parse(origin)?.host === host;
  }

  isUi(origin: string | undefined): boolean {
    return origin !== undefined && this.#options.origins.includes(origin);
  }

  /** True for who shows the token, or the cookie of a session. */
  mayAsk({ authorization, cookie }: IncomingHttpHeaders): boolean {
    const [, shown = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
    if (shown !== '' && this.isToken(shown)) return true;
    const [, session = ''] = new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(cookie ?? '') ?? [];
    return (this.#sessions.get(hashOf(session)) ?? 0) > this.#options.now();
  }

  isToken(shown: string): boolean {
    return timingSafeEqual(Buffer.from(hashOf(shown)), Buffer.from(hashOf(this.#options.token)));
  }

  /** Begins a session; returns the cookie. The Web UI sends it when both are of one site, such as localhost. */
  begin(): string {
    const session = randomBytes(32).toString('base64url');
    const now = this.#options.now();
    for (const [known, endMs] of this.#sessions) if (endMs <= now) this.#sessions.delete(known);
    this.#sessions.set(hashOf(session), now + sessionMs);
    return `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${sessionMs / 1_000}`;
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
