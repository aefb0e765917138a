/** What all routes of the page share: who visits, what he may do, and how he is refused. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { z } from 'zod';
import { personOfKey } from '../../domain/orders/names/key-name.ts';
import { isEnough, type PageRole } from '../../domain/people/page-role.ts';
import { pageRefusalText, type PageRefusal } from '../../words/people/page-words.ts';
import { Challenges } from './challenges.ts';
import { DrawnWords } from './drawn-words.ts';
import { KeyedRates } from './keyed-rates.ts';
import type { Enrolments, PageAnswer, PageDesk, PagePeople, PagePush } from './page-desk.ts';
import { PostRate } from '../post-rate.ts';
import { isSameText } from '../webhook-signature.ts';
import { cookieName } from './page-headers.ts';
import { Sessions, endsAtMs, type Random, type Session } from './sessions.ts';
import { addressOf } from './stranger-address.ts';
import { digestOf } from './live/live-sights.ts';
import { layout, type Asked, type Html } from './views/layout.ts';

export interface PageOptions {
  /** At which browsers open the page. */
  readonly origin: string;
  /** As the configuration names them at this moment. Throws for one that cannot be read. */
  readonly people: () => PagePeople;
  readonly desk: PageDesk;
  readonly enrolments: Enrolments;
  /** Null: no account notifies devices. */
  readonly push: PagePush | null;
  readonly clock: { now(): number };
  readonly random: Random;
  readonly timeText: (atMs: number) => string;
  /** The name of the zone that it goes by. */
  readonly timeZone: string;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Refuses a request; the app turns it into a page. */
export class PageRefused extends Error {
  override readonly name = 'PageRefused';
  readonly refusal: PageRefusal;

  constructor(refusal: PageRefusal) {
    super(pageRefusalText(refusal));
    this.refusal = refusal;
  }
}

/** Who has signed in, and what he may do at this moment. */
export interface Visitor {
  readonly session: Session;
  readonly person: string;
  readonly role: PageRole;
  /** As he was judged by. */
  readonly people: PagePeople;
}

interface PageFrame {
  readonly title: string;
  readonly visitor: Visitor | null;
  /** What the page shows of the desk, of a page that learns when it has changed. */
  readonly shown?: unknown;
}

const sealField = { seal: z.string().max(64) };
/** Of what is signed as soon as the page shows it. */
const signInLifeMs = 60_000;
/** How long a mistake in the file keeps from no one what stops. */
const readableMs = 600_000;
const enrolmentLifeMs = 5 * 60_000;
const latelyMs = 3_000;
/** More than people mistype, by address; a word of enrolment has 59 bits and ten minutes. */
const strangerRate = { perSecond: 0.5, atOnce: 30 };
/** More than a person looks at on all pages that are open. */
const lookRate = { perSecond: 1, atOnce: 30 };
/** What approving signs is read of the service for each look, and a reply is looked for in the chat. */
const unsharedRate = { perSecond: 1 / 3, atOnce: 10 };
/** Of a look that the script of the page makes, and no person. */
const ownLook = 'peerdesk-look';

export class Doorway {
  readonly options: PageOptions;
  readonly sessions: Sessions;
  readonly signIns: Challenges;
  readonly enrolments: Challenges;
  /** Of what an admin does to others. */
  readonly acts: Challenges;
  readonly drawn = new DrawnWords();
  readonly #strangers = new KeyedRates(strangerRate);
  /** By session. */
  readonly #asks = {
    looks: new KeyedRates(lookRate),
    signing: new KeyedRates(unsharedRate),
    writing: new KeyedRates(unsharedRate),
  };

  /** As they could be read last; null: they never could. */
  #readable: { people: PagePeople; atMs: number } | null = null;
  /** Lines of the log. */
  readonly #unreadable = new PostRate({ perSecond: 0.1, atOnce: 1 });

  constructor(options: PageOptions) {
    const { random } = options;
    this.options = options;
    this.sessions = new Sessions(random);
    this.signIns = new Challenges({ purpose: 'sign-in', lifeMs: signInLifeMs, random });
    this.acts = new Challenges({ purpose: 'act', lifeMs: signInLifeMs, random });
    this.enrolments = new Challenges({ purpose: 'enrolment', lifeMs: enrolmentLifeMs, random });
  }

  nowMs(): number {
    return this.options.clock.now();
  }

  /** Returns who visits. Throws a refusal for who has not signed in, is known no more, or may not do this. */
  visitor(context: Context, needed: PageRole): Visitor {
    const visitor = this.#standing(context, needed, () => this.#peopleFor(needed));
    if (context.req.header(ownLook) !== undefined) return visitor;
    const seenAtMs = this.nowMs();
    this.sessions.note(this.tokenOf(context), seenAtMs);
    return { ...visitor, session: { ...visitor.session, seenAtMs } };
  }

  /** Returns whose open page looks by itself, which keeps no session from its end. Throws as `visitor` does. */
  watcher(context: Context, needed: PageRole): Visitor {
    return this.#standing(context, needed, () => this.#peopleLately(needed));
  }

  #standing(context: Context, needed: PageRole, read: () => PagePeople): Visitor {
    const token = this.tokenOf(context);
    // A stranger's look reads no file.
    if (!this.isOfSession(context)) throw new PageRefused({ code: 'no-session' });
    const people = read();
    const { session, problem } = this.sessions.find(token, this.nowMs(), (name) => people.roleOf(personOfKey(name)));
    if (session === undefined) throw new PageRefused({ code: problem });
    if (people.keys.get(session.keyName) !== session.publicKey) {
      this.sessions.end(token);
      throw new PageRefused({ code: 'key-gone' });
    }
    const person = personOfKey(session.keyName);
    const role = people.roleOf(person);
    if (role === null) {
      this.sessions.end(token);
      throw new PageRefused({ code: 'no-role', person });
    }
    if (!isEnough(role, needed)) throw new PageRefused({ code: 'role', role, needed });
    return { session, person, role, people };
  }

  /** Returns who presses, and his form. Throws a refusal as `visitor` does, and for a form that is not of his session. */
  async presser<T extends z.ZodRawShape>(context: Context, needed: PageRole, shape: T) {
    const visitor = this.visitor(context, needed);
    const { seal } = await formOf(context, sealField);
    if (!isSameText(seal, visitor.session.seal)) throw new PageRefused({ code: 'unsealed' });
    return { visitor, form: await formOf(context, shape) };
  }

  /** Throws a refusal for a stranger whose address has tried too much: it is asked before anything is read or judged. */
  admit(context: Context): void {
    if (this.#strangers.take(addressOf(context), this.nowMs()) !== null) throw new PageRefused({ code: 'too-many' });
  }

  /** Takes one of what a session may ask of the service, and returns null; else its refusal. No press that stops asks. */
  spent({ session }: Visitor, what: 'looks' | 'signing' | 'writing'): PageRefused | null {
    const lackMs = this.#asks[what].take(session.id, this.nowMs());
    return lackMs === null ? null : new PageRefused({ code: 'asked-often', lackMs });
  }

  /** The same of what is not shown without it: throws the refusal. */
  spend(visitor: Visitor, what: 'looks' | 'signing'): void {
    const refused = this.spent(visitor, what);
    if (refused !== null) throw refused;
  }

  /** Looks for a session; one that has looked too much is shown that it has, with what stops beside it. */
  async look<T>(context: Context, visitor: Visitor, read: () => Promise<PageAnswer<T>>): Promise<PageAnswer<T>> {
    const refused = this.spent(visitor, 'looks');
    if (refused === null) return await read();
    // A page that is open keeps what it shows.
    context.status(429);
    return { missing: refused.message };
  }

  /** Whether a request brings the cookie of a session, which may be over. */
  isOfSession(context: Context): boolean {
    return this.sessions.has(this.tokenOf(context));
  }

  /** Returns who may sign in now. Throws a refusal that says nothing of the configuration: strangers read it. */
  people(): PagePeople {
    const nowMs = this.nowMs();
    try {
      const people = this.options.people();
      this.#readable = { people, atMs: nowMs };
      return people;
    } catch (error) {
      if (this.#unreadable.take(nowMs)) {
        const why = error instanceof Error ? error.message : 'unknown';
        this.options.logger.warn({ event: 'page', error: why }, 'the people of the page cannot be read');
      }
      throw new PageRefused({ code: 'silent', why: 'its configuration cannot be read; the log of the door says why' });
    }
  }

  /** Many pages that are open read the files once. */
  #peopleLately(needed: PageRole): PagePeople {
    const known = this.#readable;
    return known !== null && Math.abs(this.nowMs() - known.atMs) < latelyMs ? known.people : this.#peopleFor(needed);
  }

  /** While a file is being edited who could look and hold before still can; what lets coin go waits. */
  #peopleFor(needed: PageRole): PagePeople {
    try {
      return this.people();
    } catch (error) {
      const known = this.#readable;
      if (isEnough(needed, 'approve') || known === null || this.nowMs() - known.atMs > readableMs) throw error;
      return known.people;
    }
  }

  tokenOf(context: Context): string | undefined {
    const named = `${cookieName(this.options.origin)}=`;
    const parts = (context.req.header('cookie') ?? '').split(';').map((part) => part.trim());
    return parts.find((part) => part.startsWith(named))?.slice(named.length);
  }

  /** What a passkey is asked to sign for a text. */
  asked(text: string): Asked {
    const challenge = createHash('sha256').update(text).digest('base64url');
    return { challenge, host: URL.parse(this.options.origin)?.hostname ?? '' };
  }

  page(context: Context, { title, visitor, shown }: PageFrame, body: Html) {
    const atMs = this.nowMs();
    const { timeText, timeZone, push } = this.options;
    const frame = {
      title,
      visitor: visitor === null ? null : { ...visitor.session, endsAtMs: endsAtMs(visitor.session, visitor.role) },
      path: context.req.path,
      atMs,
      asOf: timeText(atMs),
      timeZone,
      digest: shown === undefined ? null : digestOf(shown),
      pushKey: push?.serverKey ?? null,
    };
    return context.html(layout(frame, body));
  }
}

/** Reads a form. Throws a refusal that names the first field which is not what it has to be. */
export async function formOf<T extends z.ZodRawShape>(context: Context, shape: T): Promise<z.output<z.ZodObject<T>>> {
  const parsed = z.object(shape).safeParse(await context.req.parseBody());
  if (parsed.success) return parsed.data;
  throw new PageRefused({ code: 'unreadable', field: String(parsed.error.issues[0]?.path[0] ?? 'the form') });
}
