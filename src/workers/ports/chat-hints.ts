import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  openChatSocket,
  type ChatHandshake,
  type ChatSocket,
  type ChatSocketState,
  type ExchangeClient,
} from '../../exchange/index.ts';

interface ChatHints {
  exchange: ExchangeClient;
  handshake: ChatHandshake;
  logger: Logger;
  /** Called for every event of an order: a hint to look at the list now, never evidence. */
  onEvent: () => void;
  /** How long to leave a socket alone that gave up, in ms. */
  waitMs?: number;
  openSocket?: (...args: Parameters<typeof openChatSocket>) => Pick<ChatSocket, 'closed'>;
}

/** Long enough to disturb nothing, short enough for a key whose permissions are being corrected. */
const reopenAfterMs = 600_000;

/**
 * Listens to the account's chat and rings for every order event. A socket that gives up is logged and opened again
 * later: meanwhile polling the order list is enough. Returns a function that closes it.
 */
export function listenToChat(hints: ChatHints): () => void {
  const abort = new AbortController();
  void keepListening(hints, abort.signal);
  return () => abort.abort();
}

async function keepListening(hints: ChatHints, signal: AbortSignal): Promise<void> {
  const { logger, waitMs = reopenAfterMs } = hints;
  while (!signal.aborted) {
    try {
      await open(hints, signal).closed;
      return;
    } catch (error) {
      logger.warn({ error: String(error) }, 'chat socket gave up: orders are taken in by polling alone for a while');
      await setTimeout(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

function open({ exchange, handshake, logger, onEvent, openSocket = openChatSocket }: ChatHints, signal: AbortSignal) {
  return openSocket(exchange, {
    handshake,
    // The poll finds what a broken connection lost, and costs one call where reading every chat costs many.
    catchUp: false,
    signal,
    onEvent,
    onState: (state) => {
      logger.debug({ event: 'chat-socket', reason: stateText(state) }, 'chat socket');
      if (state.kind === 'open') onEvent();
    },
    onUnreadable: (count) => {
      // A service that sends nothing else must not fill the log.
      if (!Number.isInteger(Math.log10(count))) return;
      logger.warn(
        { event: 'chat-socket', count },
        'chat frames that cannot be read were left out: orders are found by polling',
      );
    },
  });
}

function stateText(state: ChatSocketState): string {
  return 'reason' in state ? `${state.kind}: ${state.reason}` : state.kind;
}
