/** What is read of one post, by the scheme of its source. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { PaymentSource, SourceFacts } from '../config/file/payment-sources.ts';
import { writtenMoment } from '../domain/payments/written-moment.ts';
import { reportedParts, type Sighting } from '../domain/payments/sighting.ts';
import type { DoorRefusal } from '../words/payments/door-words.ts';

/** A post as it came: nothing of its body was read yet. */
export interface Post {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a source says of a payment; the rest is the source's own. */
export type Reported = Omit<
  Sighting,
  'source' | 'class' | 'account' | 'currency' | 'method' | 'isReversible' | 'seenAtMs'
>;

type ReadPost =
  | { readonly kind: 'payment'; readonly reported: Reported }
  /** It is of money that went out, which is no one's payment here. */
  | { readonly kind: 'outgoing' }
  /** It is of something else: no template fits it. */
  | { readonly kind: 'other' }
  | { readonly kind: 'refused'; readonly refusal: DoorRefusal };

/** Reads posts of one scheme. */
export interface PostScheme {
  /** Returns why the post is not of its source, or null. Nothing of the body is read before. */
  readonly verify: (post: Post, source: PaymentSource, nowMs: number) => DoorRefusal | null;
  /** Returns what a verified post says. */
  readonly read: (post: Post, source: PaymentSource) => ReadPost;
  /** What the sender takes for "received". */
  readonly taken: (payment: number | null) => Readonly<Record<string, unknown>>;
}

/** Returns a header that stands once; '' where there is none. */
export function headerOf({ headers }: Post, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

export const refusedPost = (refusal: DoorRefusal): ReadPost => ({ kind: 'refused', refusal });

/** Reads the JSON of a body by a schema; what it does not name counts for nothing. No value is ever in the refusal. */
export function readBody<T>(
  { body }: Post,
  schema: z.ZodType<T>,
): { readonly said: T } | { readonly refusal: DoorRefusal } {
  let data: unknown;
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { refusal: { code: 'not-json' } };
  }
  const parsed = schema.safeParse(data);
  return parsed.success ? { said: parsed.data } : { refusal: unreadable(parsed.error) };
}

const reportedSchema = z.object(reportedParts);

/** Returns what a source reports as a payment, checked as a whole. */
export function reportedPost(reported: z.input<typeof reportedSchema>): ReadPost {
  const parsed = reportedSchema.safeParse(reported);
  return parsed.success ? { kind: 'payment', reported: parsed.data } : refusedPost(unreadable(parsed.error));
}

function unreadable({ issues }: z.ZodError): DoorRefusal {
  return { code: 'unreadable', field: issues[0]?.path.join('.') || 'body' };
}

/** Its class, account and the like are the configuration's: no message can raise them. */
export function sightingOf(reported: Reported, source: SourceFacts, seenAtMs: number): Sighting {
  const { name, account, currency, method, isReversible } = source;
  return { ...reported, source: name, class: source.class, account, currency, method, isReversible, seenAtMs };
}

/** Returns when a payment was booked; undefined: the text is no time. */
export function bookedAt(text: string | null, { zone }: PaymentSource): number | null | undefined {
  return text === null ? null : (writtenMoment(text, zone.offsetMs) ?? undefined);
}
