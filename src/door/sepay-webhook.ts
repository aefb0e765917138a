/** SePay, signed by HMAC-SHA256: a payment's id, amount, reference and memo; the payer's name is in none of its fields. */
import { z } from 'zod';
import { bookedAt, headerOf, readBody, refusedPost, reportedPost, type PostScheme } from './received-payment.ts';
import { isSameText, isTimely, timedHmac } from './webhook-signature.ts';

/** So many digits of a number in JSON arrive as they were sent. */
const exactDigits = 15;
const amount = z
  .number()
  .transform(String)
  .refine((digits) => /^\d+(?:\.\d+)?$/.test(digits) && digits.replace('.', '').length <= exactDigits);
const text = z.string().nullish();

const bodySchema = z.object({
  id: z.union([z.int().positive().transform(String), z.string()]),
  transactionDate: z.string(),
  transferType: z.enum(['in', 'out']),
  transferAmount: amount,
  content: text,
  referenceCode: text,
});

export const sepayWebhook: PostScheme = {
  verify: (post, { key }, nowMs) => {
    const seconds = headerOf(post, 'x-sepay-timestamp');
    const right = `sha256=${timedHmac(key, seconds, post.body).toString('hex')}`;
    if (!isSameText(headerOf(post, 'x-sepay-signature').toLowerCase(), right)) return { code: 'unsigned' };
    return isTimely(seconds, nowMs) ? null : { code: 'untimely' };
  },
  read: (post, source) => {
    const read = readBody(post, bodySchema);
    if ('refusal' in read) return refusedPost(read.refusal);
    const { id, transactionDate, transferType, transferAmount, content, referenceCode } = read.said;
    if (transferType === 'out') return { kind: 'outgoing' };
    const bookedAtMs = bookedAt(transactionDate, source);
    if (bookedAtMs === undefined) return refusedPost({ code: 'unreadable', field: 'transactionDate' });
    return reportedPost({
      delivery: id,
      amount: transferAmount,
      payer: null,
      reference: referenceCode ?? null,
      memo: content ?? '',
      bookedAtMs,
      state: 'booked',
    });
  },
  // It sends again until it reads this.
  taken: () => ({ success: true }),
};
