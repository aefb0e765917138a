import type { Logger } from 'pino';
import { openChatSocket } from '../exchange/index.ts';
import type { ChatHandshake, ChatSocketState, ExchangeClient } from '../exchange/index.ts';

interface ChatHints {
  exchange: ExchangeClient;
  handshake: ChatHandshake;
  logger: Logger;
  /** Rung for every event of an order: a hint to look at the list now, never evidence. */
  onEvent: () => void;
}

/**
 * Listens to the account's chat and rings for every order event. A socket that cannot be opened is logged and left
 * alone: the poll of the order list is enough. Gives a function that closes it.
 */
export function listenToChat({ exchange, handshake, logger, onEvent }: ChatHints): () => void {
  const abort = new AbortController();
  const socket = openChatSocket(exchange, {
    handshake,
    // The poll finds what a broken connection swallowed, and costs one call where reading every chat costs many.
    catchUp: false,
    signal: abort.signal,
    onEvent,
    onState: (state) => {
      logger.debug({ event: 'chat-socket', reason: stateText(state) }, 'chat socket');
      if (state.kind === 'open') onEvent();
    },
  });
  socket.closed.catch((error: unknown) => {
    logger.warn({ error: String(error) }, 'chat socket gave up: orders are taken in by polling alone');
  });
  return () => abort.abort();
}

function stateText(state: ChatSocketState): string {
  return 'reason' in state ? `${state.kind}: ${state.reason}` : state.kind;
}
