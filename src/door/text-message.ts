/** Messages that a phone or a mailbox forwards: a text in JSON or in a form, read by the templates of its source. */
import { createHash, createHmac } from 'node:crypto';
import type { PaymentSource } from '../config/file/payment-sources.ts';
import { signingKeyOf } from '../config/environment/notice-environment.ts';
import { readMessage, type MessageRefusal, type ReadMessage } from '../domain/payments/message-reading.ts';
import { headerOf, refusedPost, reportedPost, type Post, type PostScheme } from './received-payment.ts';
import { isSameText, isTimely } from './webhook-signature.ts';

export const textMessage: PostScheme = {
  verify: (post, { key, message }, nowMs) => {
    const given = headerOf(post, message.header);
    if (message.signature === 'secret')
      return isSameText(signingKeyOf(given).toString('hex'), key.toString('hex')) ? null : { code: 'unsigned' };
    return hmacRefusal(post, { key, given }, nowMs);
  },
  read: (post, source) => {
    const fields = fieldsOf(post);
    const text = fields === null ? undefined : fieldOf(fields, source.message.textField);
    if (fields === null || text === undefined)
      return refusedPost(
        fields === null ? { code: 'not-json' } : { code: 'unreadable', field: source.message.textField },
      );
    const read = readText(text, source);
    if (read === 'none') return { kind: 'other' };
    if (typeof read === 'string')
      return refusedPost({ code: 'unreadable', field: read === 'unclear' ? 'template' : read });
    // Forwarders make their ids of the content, and two equal payments would be one: their times differ.
    const time = fieldOf(fields, source.message.timeField) ?? '';
    const delivery = createHash('sha256')
      .update(JSON.stringify([text, time]))
      .digest('hex')
      .slice(0, digestLetters);
    return reportedPost({ ...read, delivery, state: 'booked' });
  },
  taken: (payment) => ({ payment }),
};

const digestLetters = 32;

/** Over the body as it was sent; a sender that has a time in its header signs that, too, behind the body. */
function hmacRefusal(post: Post, { key, given }: { key: Buffer; given: string }, nowMs: number) {
  const seconds = headerOf(post, 'x-timestamp');
  const right = createHmac('sha256', key).update(post.body).update(seconds).digest('hex');
  if (!isSameText(given.replace(/^sha256=/, '').toLowerCase(), right)) return { code: 'unsigned' as const };
  return seconds === '' || isTimely(seconds, nowMs) ? null : { code: 'untimely' as const };
}

/** Returns what a text says by the templates of its source. */
export function readText(text: string, { message, currency, zone }: PaymentSource): ReadMessage | MessageRefusal {
  return readMessage(text, { ...message, currency, offsetMs: zone.offsetMs });
}

function fieldsOf({ headers, body }: Post): unknown {
  const text = new TextDecoder().decode(body);
  const isForm = headers['content-type']?.includes('application/x-www-form-urlencoded') === true;
  if (isForm) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Returns the text at a name, or at names with dots between them. */
function fieldOf(fields: unknown, path: string): string | undefined {
  let node: unknown = fields;
  for (const name of path.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined;
    node = (node as Readonly<Record<string, unknown>>)[name];
  }
  return typeof node === 'string' || typeof node === 'number' ? String(node) : undefined;
}
