/** Where payments come in: posts of sources that the configuration names. It holds no key of a service. */
import type { KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { PaymentSource } from '../config/file/payment-sources.ts';
import type { Register } from '../register/register.ts';
import { doorRefusalText, type DoorRefusal } from '../words/payments/door-words.ts';
import { listen, type Listening } from './listen.ts';
import { PostRate } from './post-rate.ts';
import { sightingOf, type Post, type PostScheme } from './received-payment.ts';
import { sepayWebhook } from './sepay-webhook.ts';
import { signedSighting } from './sign-sighting.ts';
import { standardWebhook } from './standard-webhook.ts';
import { textMessage } from './text-message.ts';

const maxBodyBytes = 65_536;
/** Not every sender comes again: what arrives as the door closes is kept first, within this time. */
const graceMs = 5_000;
/** Of one source: a bank that sends what has waited must not keep a claim from the register. */
const sourceRate = { perSecond: 50, atOnce: 100 };
/** Lines of the log about posts that are of no one known. */
const refusalRate = { perSecond: 1, atOnce: 30 };

const schemes: Readonly<Record<PaymentSource['scheme'], PostScheme>> = {
  'standard-webhooks': standardWebhook,
  sepay: sepayWebhook,
  text: textMessage,
};

const statuses: Readonly<Record<DoorRefusal['code'], number>> = {
  'no-source': 404,
  'not-a-post': 405,
  unsigned: 401,
  untimely: 401,
  'too-long': 413,
  'not-json': 422,
  unreadable: 422,
  'other-currency': 422,
  'too-many': 429,
  silent: 503,
};

interface DoorOptions {
  readonly host: string;
  /** 0: any. */
  readonly port: number;
  readonly sources: readonly PaymentSource[];
  readonly register: Pick<Register, 'seePayment'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly clock: { now(): number };
  /** Signs evidence; null: there is no source of evidence. */
  readonly key: KeyObject | null;
}

/** Opens the door. Rejects where the address is taken. */
export async function openPaymentDoor(options: DoorOptions): Promise<Listening> {
  const posts = new PaymentPosts(options);
  return listen({ ...options, graceMs }, (request, response) => void posts.answer(request, response));
}

interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Refuses a post; what it throws names nothing of what was sent. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly refusal: DoorRefusal;

  constructor(refusal: DoorRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

interface KnownSource {
  readonly source: PaymentSource;
  readonly rate: PostRate;
}

class PaymentPosts {
  readonly #options: DoorOptions;
  readonly #sources: ReadonlyMap<string, KnownSource>;
  readonly #refusals = new PostRate(refusalRate);

  constructor(options: DoorOptions) {
    this.#options = options;
    const known = options.sources.map((source) => [source.name, { source, rate: new PostRate(sourceRate) }] as const);
    this.#sources = new Map(known);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = this.#sources.get(/^\/v1\/payments\/([a-z\d-]{1,20})$/.exec(request.url ?? '')?.[1] ?? '');
    const { status, data } = await this.#replyTo(request, known).catch((error: unknown) => this.#refuse(error, known));
    const rests = status === 429 || status === 503 ? { 'retry-after': '2' } : {};
    // What was not read of a refused post is not waited for.
    const ends = status < 300 ? {} : { connection: 'close' };
    response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...rests, ...ends });
    response.end(JSON.stringify(data));
  }

  async #replyTo(request: IncomingMessage, known: KnownSource | undefined): Promise<Answer> {
    if (known === undefined) throw new Refused({ code: 'no-source' });
    if (request.method !== 'POST') throw new Refused({ code: 'not-a-post' });
    const { source, rate } = known;
    const post = { headers: request.headers, body: await bodyOf(request) };
    const nowMs = this.#options.clock.now();
    const scheme = schemes[source.scheme];
    const refusal = scheme.verify(post, source, nowMs) ?? (rate.take(nowMs) ? null : { code: 'too-many' as const });
    if (refusal !== null) throw new Refused(refusal);
    return { status: 200, data: scheme.taken(await this.#keep(post, source, nowMs)) };
  }

  /** Returns the number of the payment once it is durable; null: it is none. */
  async #keep(post: Post, source: PaymentSource, nowMs: number): Promise<number | null> {
    const read = schemes[source.scheme].read(post, source);
    if (read.kind === 'refused') throw new Refused(read.refusal);
    if (read.kind === 'outgoing') return null;
    if (read.kind === 'other') {
      this.#options.logger.info({ event: 'other', source: source.name }, 'a text fits no template, and is not kept');
      return null;
    }
    const sighting = signedSighting(sightingOf(read.reported, source, nowMs), this.#options.key);
    const seen = await this.#options.register.seePayment({ sighting });
    const line = { event: 'payment', source: source.name, payment: seen.payment };
    if (seen.differs)
      this.#options.logger.warn(line, 'a delivery came again and says something else: the first one stays');
    else this.#options.logger.info(line, seen.isNew ? 'a payment was reported' : 'a delivery came again');
    return seen.payment;
  }

  #refuse(error: unknown, known: KnownSource | undefined): Answer {
    const refusal: DoorRefusal = error instanceof Refused ? error.refusal : { code: 'silent' };
    const [status, text] = [statuses[refusal.code], doorRefusalText(refusal)];
    if (this.#refusals.take(this.#options.clock.now())) {
      const cause = error instanceof Refused ? {} : { error: error instanceof Error ? error.message : 'unknown' };
      const line = { event: 'refused', source: known?.source.name ?? null, status, code: refusal.code, ...cause };
      this.#options.logger.warn(line, `a post was refused: ${text}`);
    }
    return { status, data: { error: text, code: refusal.code } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    const chunk = Buffer.from(part as Uint8Array);
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw new Refused({ code: 'too-long', maxBytes: maxBodyBytes });
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}
