import type { Method, Methods } from '../method.ts';
import type { chatOperations } from '../operations/chat-operations.ts';

type Rows = typeof chatOperations;

/** Chat, interface section 4.3; `openChatSocket` listens and writes. Every method rejects with an ExchangeError. */
export interface ChatCalls extends Methods<Rows> {
  /**
   * EP-29: takes a fiat, an order's number and a scene (Portal before the order, Chat within it) and gives warnings
   * about the fiat, the payment method or the other party. Source: interface 4.3; wire-facts 3, 7.
   */
  readonly getRiskWarningTips: Method<Rows['getRiskWarningTips']>;

  /**
   * EP-30: takes a file name that ends in jpg, jpeg or png; gives an address to PUT the bytes to, good for 5 minutes,
   * and the one that a chat message names. More than 36 calls a minute are too many (429). `uploadImage` does all of
   * it. Source: interface 4.3 rule 3; wire-facts 7, 14.
   */
  readonly getImagePreSignedUrl: Method<Rows['getImagePreSignedUrl']>;

  /**
   * EP-31: takes an order's number and marks its messages as read; `userId` is a number, 0 for the caller. Gives
   * nothing. Sent with the key alone, because a timestamp or signature causes an authentication error. Source:
   * interface 4.3 rule 2, 5 rule 7; wire-facts 4, 7.
   */
  readonly markOrderMessagesAsRead: Method<Rows['markOrderMessagesAsRead']>;

  /**
   * EP-32: takes nothing and marks every message of the account as read, whatever the order. Gives nothing. Sent with
   * the key alone, as EP-31. Source: interface 4.3 rule 2, 5 rule 7; wire-facts 4, 7.
   */
  readonly markUserMessagesAsRead: Method<Rows['markUserMessagesAsRead']>;

  /**
   * EP-33: takes nothing and gives the address of the chat socket, a key that lives about 60 minutes, and a token that
   * opens one socket: fetch a fresh one for each. The address is called `wssUrl` or `chatWssUrl`. Source: interface 2,
   * 4.3; wire-facts 7, 7.1, 16 row 1.
   */
  readonly retrieveChatCredential: Method<Rows['retrieveChatCredential']>;

  /**
   * EP-34: takes an order's number, `page` (from 1) and `rows` (at most 100); gives its messages, newest first, with
   * `createTime` in ms. With `id` only older ones come. Rows of another order have been seen: compare `orderNo`.
   * Source: interface 4.3; wire-facts 7, 12.6.
   */
  readonly retrieveChatMessagesWithPagination: Method<Rows['retrieveChatMessagesWithPagination']>;
}
