import type { Method, Methods } from '../method.ts';
import type { chatOperations } from '../operations/chat-operations.ts';

type Rows = typeof chatOperations;

/** Chat, interface 4.3; `openChatSocket` listens and writes. Every method rejects with an ExchangeError. */
export interface ChatCalls extends Methods<Rows> {
  /**
   * EP-29: returns warnings about the fiat, the payment method or the other party, by fiat, order number and scene
   * (Portal before the order, Chat within it). Source: interface 4.3; wire-facts 3, 7.
   */
  readonly getRiskWarningTips: Method<Rows['getRiskWarningTips']>;

  /**
   * EP-30: returns an address to PUT an image to, valid for 5 minutes, and the one to name in a chat message. The file
   * name must end in jpg, jpeg or png. More than 36 calls a minute are refused (429). `uploadImage` does all steps.
   * Source: interface 4.3 rule 3; wire-facts 7, 14.
   */
  readonly getImagePreSignedUrl: Method<Rows['getImagePreSignedUrl']>;

  /**
   * EP-31: marks the messages of an order as read; `userId` is a number, 0 for the caller. Returns nothing. Sent with
   * the key alone, because a timestamp or signature causes an authentication error. Source: interface 4.3 rule 2, 5
   * rule 7; wire-facts 4, 7.
   */
  readonly markOrderMessagesAsRead: Method<Rows['markOrderMessagesAsRead']>;

  /**
   * EP-32: marks every message of the account as read, whatever the order. Returns nothing. Sent with the key alone, as
   * EP-31. Source: interface 4.3 rule 2, 5 rule 7; wire-facts 4, 7.
   */
  readonly markUserMessagesAsRead: Method<Rows['markUserMessagesAsRead']>;

  /**
   * EP-33: returns the address of the chat socket, a key that lives about 60 minutes, and a token that opens one
   * socket: fetch a fresh one for each. The address is called `wssUrl` or `chatWssUrl`. Source: interface 2, 4.3;
   * wire-facts 7, 7.1, 16 row 1.
   */
  readonly retrieveChatCredential: Method<Rows['retrieveChatCredential']>;

  /**
   * EP-34: returns the messages of an order, newest first, with `createTime` in ms, by `page` (from 1) and `rows` (at
   * most 100); with `id` only older ones. Rows of another order have been seen: compare `orderNo`. Source: interface
   * 4.3; wire-facts 7, 12.6.
   */
  readonly retrieveChatMessagesWithPagination: Method<Rows['retrieveChatMessagesWithPagination']>;
}
