import { z } from 'zod';
import type { Known } from '../known-fields.ts';
import { flag, identifier, int64, integer, millis, optional, optionals, inputs, text, oneOf } from '../wire-value.ts';

/** EP-33. The interface names the address wssUrl, live answers chatWssUrl (wire-facts 16 row 1): either is enough. */
export const chatCredentialSchema = z
  .looseObject({ listenKey: text, ...optionals({ wssUrl: text, chatWssUrl: text, listenToken: text }) })
  .refine(({ wssUrl, chatWssUrl }) => Boolean(wssUrl || chatWssUrl), { path: ['wssUrl'], message: 'missing' });
export type WireChatCredential = Known<z.infer<typeof chatCredentialSchema>>;

/** Every field but the id is read separately: an odd one counts as missing and does not hide the whole page. */
const rowFields = {
  uuid: optional(text).catch(null),
  type: optional(text).catch(null),
  orderNo: optional(identifier).catch(null),
  content: optional(text).catch(null),
  status: optional(text).catch(null),
  createTime: optional(millis).catch(null),
  self: optional(flag).catch(null),
  fromNickName: optional(text).catch(null),
  imageUrl: optional(text).catch(null),
  thumbnailUrl: optional(text).catch(null),
  imageType: optional(text).catch(null),
  width: optional(integer).catch(null),
  height: optional(integer).catch(null),
};

/** A row of the chat (EP-34), wire-facts 12.6; the content of a `system` row is JSON in a string. */
export const chatMessageSchema = z.looseObject({ id: identifier, ...rowFields });
export type WireChatMessage = Known<z.infer<typeof chatMessageSchema>>;

export const chatMessagesRequest = z.object({
  page: integer,
  rows: integer,
  ...inputs({
    orderNo: identifier,
    id: identifier,
    chatMessageType: oneOf<
      'text' | 'image' | 'auto_reply' | 'system' | 'card' | 'video' | 'recall' | 'translate' | 'mark' | 'error'
    >(),
    order: text,
    sort: oneOf<'asc' | 'desc'>(),
  }),
});

/** EP-29: scene is Portal before the order and Chat within it. */
export const riskTipsRequest = z.object(inputs({ fiat: text, orderNo: identifier, scene: oneOf<'Portal' | 'Chat'>() }));

export const riskTipsSchema = z.looseObject({
  riskHints: optional(z.array(z.looseObject(optionals({ riskTips: text, riskType: text })))),
});

/** EP-30: jpg, jpeg or png. */
export const imageUploadRequest = z.object({ imageName: text });
export const imageUploadSchema = z.looseObject({ uploadUrl: text, imageUrl: text });

export const markOrderReadRequest = z.object({ orderNo: identifier, ...inputs({ userId: int64 }) });
