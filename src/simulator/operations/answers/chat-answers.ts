import { z } from 'zod';
import { moment, number20, text, whole } from './answer-field.ts';

/** EP-33: the address under both of its names. */
export const chatCredentialAnswer = z.strictObject({
  wssUrl: text,
  chatWssUrl: text,
  listenKey: text,
  listenToken: text,
});

/** EP-34: ids of nineteen digits, as text. */
export const chatRowAnswer = z.strictObject({
  id: z.string().regex(/^\d{19}$/),
  uuid: text,
  type: z.enum(['text', 'image', 'system', 'auto_reply']),
  orderNo: number20,
  content: text,
  status: z.enum(['read', 'unread']),
  createTime: moment,
  self: z.boolean(),
  fromNickName: text.optional(),
  imageUrl: text.optional(),
  thumbnailUrl: text.optional(),
  imageType: text.optional(),
  width: whole.optional(),
  height: whole.optional(),
});

/** EP-29. */
export const riskTipsAnswer = z.strictObject({
  riskHints: z.array(z.strictObject({ riskTips: text, riskType: z.enum(['fiat', 'paymethod', 'counterparty']) })),
});

/** EP-30. */
export const imageAddressAnswer = z.strictObject({ uploadUrl: z.url(), imageUrl: z.url() });
