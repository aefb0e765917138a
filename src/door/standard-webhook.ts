/** A sender of one's own, or any that signs as Standard Webhooks has it, with the fields of this desk. */
import { z } from 'zod';
import { bookedAt, headerOf, readBody, refusedPost, reportedPost, type PostScheme } from './received-payment.ts';
import { isSameText, isTimely, webhookSignature } from './webhook-signature.ts';

const text = z.string().nullish();
const bodySchema = z.object({
  /** In a text: a number may have lost digits on its way. */
  amount: z.string(),
  /** Absent: that of the source. */
  currency: text,
  payer: text,
  reference: text,
  memo: text,
  bookedAt: text,
  /** Never guessed: what is pending may be taken back. */
  state: z.enum(['pending', 'booked']),
});

/** More than a sender has while it changes its key. */
const maxSignatures = 5;

export const standardWebhook: PostScheme = {
  verify: (post, { key }, nowMs) => {
    const [id, seconds] = [headerOf(post, 'webhook-id'), headerOf(post, 'webhook-timestamp')];
    const given = headerOf(post, 'webhook-signature').split(' ').slice(0, maxSignatures);
    const right = webhookSignature(key, { id, seconds, body: post.body });
    if (id === '' || !given.some((signature) => isSameText(signature, right))) return { code: 'unsigned' };
    return isTimely(seconds, nowMs) ? null : { code: 'untimely' };
  },
  read: (post, source) => {
    const read = readBody(post, bodySchema);
    if ('refusal' in read) return refusedPost(read.refusal);
    const { amount, currency, payer, reference, memo, state } = read.said;
    if ((currency ?? source.currency) !== source.currency)
      return refusedPost({ code: 'other-currency', currency: source.currency });
    const bookedAtMs = bookedAt(read.said.bookedAt ?? null, source);
    if (bookedAtMs === undefined) return refusedPost({ code: 'unreadable', field: 'bookedAt' });
    return reportedPost({
      delivery: headerOf(post, 'webhook-id'),
      amount,
      payer: payer ?? null,
      reference: reference ?? null,
      memo: memo ?? '',
      bookedAtMs,
      state,
    });
  },
  taken: (payment) => ({ payment }),
};
