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

/** Chat, interface 4.3. Every method rejects with an ExchangeError. */
export const chatOperations = defineGroup('chat', {
  getRiskWarningTips: {
    ep: 'EP-29',
    summary: 'Gives warnings about the fiat, the payment method or the other party.',
    method: 'POST',
    path: `${prefix}/getRiskWarningTips`,
    auth: 'hmac',
    parameters: 'body',
    kind: 'read',
    input: riskTipsRequest,
    data: riskTipsSchema,
    envelope: 'single',
  },
  getImagePreSignedUrl: {
    ep: 'EP-30',
    summary: 'Gives an address to upload a picture for the chat to.',
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
  /** A signature is refused: interface 4.3 rule 2. */
  markOrderMessagesAsRead: {
    ep: 'EP-31',
    summary: 'Marks the messages of one order as read.',
    method: 'POST',
    path: `${prefix}/markOrderMessagesAsRead`,
    auth: 'key-web',
    parameters: 'body',
    kind: 'idempotent-write',
    input: markOrderReadRequest,
    data: nothing,
    envelope: 'single',
  },
  /** A signature is refused: interface 4.3 rule 2. */
  markUserMessagesAsRead: {
    ep: 'EP-32',
    summary: 'Marks every message of the account as read.',
    method: 'POST',
    path: `${prefix}/markUserMessagesAsRead`,
    auth: 'key-web',
    parameters: 'none',
    kind: 'idempotent-write',
    input: z.object({}),
    data: nothing,
    envelope: 'single',
  },
  retrieveChatCredential: {
    ep: 'EP-33',
    summary: 'Gives the address and the keys of the chat socket.',
    method: 'GET',
    path: `${prefix}/retrieveChatCredential`,
    auth: 'hmac',
    parameters: 'none',
    kind: 'read',
    input: z.object({}),
    data: chatCredentialSchema,
    envelope: 'single',
  },
  retrieveChatMessagesWithPagination: {
    ep: 'EP-34',
    summary: 'Lists the messages of an order, newest first, a page at a time.',
    method: 'GET',
    path: `${prefix}/retrieveChatMessagesWithPagination`,
    auth: 'hmac',
    parameters: 'query',
    kind: 'read',
    input: chatMessagesRequest,
    data: chatMessageSchema,
    envelope: 'page',
    echo: { sent: 'orderNo', answered: 'orderNo' },
  },
});
