import { chatCredentialAnswer, chatRowAnswer, imageAddressAnswer, riskTipsAnswer } from './answers/chat-answers.ts';
import {
  chatPageRequest,
  getRiskWarningTips,
  markOrderMessagesAsRead,
  markUserMessagesAsRead,
  orderReadRequest,
  retrieveChatCredential,
  retrieveChatMessages,
  riskTipsRequest,
} from '../chat/chat-handlers.ts';
import type { ChatTickets } from '../chat/chat-tickets.ts';
import { imageAddressRequest, issueImageAddress } from '../chat/image-handlers.ts';
import type { ImageStore } from '../chat/image-store.ts';
import type { SimOperation } from '../world/sim-call.ts';
import { get, post } from './operation-row.ts';

const prefix = '/sapi/v1/c2c/chat';

/** Dependencies of the chat's operations. */
export interface ChatParts {
  tickets: ChatTickets;
  images: ImageStore;
}

/** Interface section 4.3. */
export const chatOperations = ({ tickets, images }: ChatParts): SimOperation[] => [
  post({
    name: 'getRiskWarningTips',
    ep: 'EP-29',
    path: `${prefix}/getRiskWarningTips`,
    summary: 'What to beware of.',
    input: riskTipsRequest,
    answer: riskTipsAnswer,
    handle: getRiskWarningTips,
  }),
  post({
    name: 'getImagePreSignedUrl',
    ep: 'EP-30',
    path: `${prefix}/image/pre-signed-url`,
    summary: 'An address to PUT an image to, good for five minutes; 36 a minute.',
    input: imageAddressRequest,
    answer: imageAddressAnswer,
    handle: issueImageAddress(images),
  }),
  post({
    name: 'markOrderMessagesAsRead',
    ep: 'EP-31',
    path: `${prefix}/markOrderMessagesAsRead`,
    summary: 'Marks the messages of one order as read.',
    auth: 'key-web',
    input: orderReadRequest,
    handle: markOrderMessagesAsRead,
  }),
  post({
    name: 'markUserMessagesAsRead',
    ep: 'EP-32',
    path: `${prefix}/markUserMessagesAsRead`,
    summary: 'Marks every message of the caller as read.',
    auth: 'key-web',
    handle: markUserMessagesAsRead,
  }),
  get({
    name: 'retrieveChatCredential',
    ep: 'EP-33',
    path: `${prefix}/retrieveChatCredential`,
    summary: 'Address and keys of the chat socket.',
    answer: chatCredentialAnswer,
    handle: retrieveChatCredential(tickets),
  }),
  get({
    name: 'retrieveChatMessagesWithPagination',
    ep: 'EP-34',
    path: `${prefix}/retrieveChatMessagesWithPagination`,
    summary: 'Messages, newest first, at most 100 a page; with id only earlier ones.',
    input: chatPageRequest,
    answer: chatRowAnswer,
    paged: true,
    handle: retrieveChatMessages,
  }),
];
