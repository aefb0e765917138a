import { z } from 'zod';
import { defineGroup } from '../operation.ts';
import {
  chatCredentialSchema,
  chatMessageSchema,
  chatMessagesRequest,
  imageUploadRequest,
  imageUploadSchema,
  markOrderReadRequest,
  riskTipsRequest,
  riskTipsSchema,
} from '../schemas/chat-schema.ts';
import { nothing } from '../wire-value.ts';

const prefix = '/sapi/v1/c2c/chat';

/** Chat, interface section 4.3. Every method rejects with an ExchangeError. */
export const chatOperations = defineGroup('chat', {
  /** EP-29: what to beware of, before an order (scene Portal) or within it (scene Chat). */
  getRiskWarningTips: {
    ep: 'EP-29',
    method: 'POST',
    path: `${prefix}/getRiskWarningTips`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: riskTipsRequest,
    data: riskTipsSchema,
    envelope: 'single',
  },
  /** EP-30: an address to PUT a jpg, jpeg or png to, good for 5 minutes; at most 36 calls a minute. */
  getImagePreSignedUrl: {
    ep: 'EP-30',
    method: 'POST',
    path: `${prefix}/image/pre-signed-url`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: imageUploadRequest,
    data: imageUploadSchema,
    envelope: 'single',
    sole: 'imageName',
  },
  /** EP-31: marks the messages of one order as read. Key and clientType only: a signature is refused. */
  markOrderMessagesAsRead: {
    ep: 'EP-31',
    method: 'POST',
    path: `${prefix}/markOrderMessagesAsRead`,
    auth: 'key-web',
    parameters: 'body',
    kind: 'idempotent-write',
    input: markOrderReadRequest,
    data: nothing,
    envelope: 'single',
  },
  /** EP-32: marks every message of the account as read. Key and clientType only: a signature is refused. */
  markUserMessagesAsRead: {
    ep: 'EP-32',
    method: 'POST',
    path: `${prefix}/markUserMessagesAsRead`,
    auth: 'key-web',
    parameters: 'none',
    kind: 'idempotent-write',
    input: z.object({}),
    data: nothing,
    envelope: 'single',
  },
  /** EP-33: address and keys of the chat socket. The token opens one socket, so fetch a fresh one each time. */
  retrieveChatCredential: {
    ep: 'EP-33',
    method: 'GET',
    path: `${prefix}/retrieveChatCredential`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: z.object({}),
    data: chatCredentialSchema,
    envelope: 'single',
  },
  /** EP-34: the messages of an order, newest first; `id` asks for older ones only; `rows` is at most 100. */
  retrieveChatMessagesWithPagination: {
    ep: 'EP-34',
    method: 'GET',
    path: `${prefix}/retrieveChatMessagesWithPagination`,
    auth: 'hmac',
    parameters: 'query',
    kind: 'read',
    input: chatMessagesRequest,
    data: chatMessageSchema,
    envelope: 'page',
  },
});
