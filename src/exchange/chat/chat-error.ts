import { ExchangeError, type Sent } from '../exchange-error.ts';

/** Creates the error of a chat message; it belongs to no endpoint, so it names the socket. */
export function chatError(message: string, sent: Sent): ExchangeError {
  return new ExchangeError({ message, endpoint: 'chat', sent });
}

/** Creates the error of a message that waited too long for a connection; it was never sent, so it may be retried. */
export function offlineError(reason: string | null): ExchangeError {
  const message = withReason('the chat was not connected in time', reason);
  return new ExchangeError({
    message,
    endpoint: 'chat',
    sent: 'no',
    code: 'CHAT_OFFLINE',
    category: 'RETRIABLE_WITH_BACKOFF',
  });
}

/** Creates the error of a message without an order: the service drops such a frame silently. */
export function nowhereError(): ExchangeError {
  return new ExchangeError({
    message: 'not sent, because this is no number of an order',
    endpoint: 'chat',
    sent: 'no',
    code: '-1102',
  });
}

/** Creates the error of a message on a closed chat; it was never sent. */
export function closedError(reason: string | null): ExchangeError {
  return new ExchangeError({
    message: withReason('the chat is closed', reason),
    endpoint: 'chat',
    sent: 'no',
    code: 'CLOSED',
  });
}

const withReason = (message: string, reason: string | null): string =>
  reason === null ? message : `${message}: ${reason}`;
