import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  openChatSocket,
  type ChatHandshake,
  type ChatSocket,
  type ChatSocketState,
  type ExchangeClient,
} from '../../exchange/index.ts';

/** What people write leaves by it. */
export type ChatWriter = Pick<ChatSocket, 'closed' | 'sendText' | 'sendImage'>;

interface ChatHints {
  exchange: ExchangeClient;
  handshake: ChatHandshake;
  logger: Logger;
  /** Called for every event of an order: a hint to look at the list now, never evidence. */
  onEvent: () => void;
  /** How long to leave a socket alone that gave up, in ms. */
  waitMs?: number;
  openSocket?: (...args: Parameters<typeof openChatSocket>) => ChatWriter;
  /** Called with each socket that opens, and with null when it is over. */
  onSocket?: (socket: ChatWriter | null) => void;
}

/** How long one who writes waits for the desk's next watch: it opens a socket of its own. */
const handOverMs = 2_000;

/**
 * The one socket of an account: the desk listens by it, and what people write leaves by it. A second one would close the
 * first.
 */
export class HeldChat {
  readonly #hints: Omit<ChatHints, 'onEvent' | 'onSocket'>;
  #sockets: readonly ChatWriter[] = [];
  #opened = Promise.withResolvers<void>();

  constructor(hints: Omit<ChatHints, 'onEvent' | 'onSocket'>) {
    this.#hints = hints;
  }

  /** Listens for the desk; returns a function that closes the socket. */
  listen(onEvent: () => void): () => void {
    let own: ChatWriter | null = null;
    const onSocket = (socket: ChatWriter | null): void => {
      const others = this.#sockets.filter((held) => held !== own);
      own = socket;
      this.#sockets = socket === null ? others : [...others, socket];
      if (socket === null) return;
      this.#opened.resolve();
      this.#opened = Promise.withResolvers();
    };
    return listenToChat({ ...this.#hints, onEvent, onSocket });
  }

  /** Returns the newest socket that the desk holds; null: it holds none. */
  async writer(waitMs = handOverMs): Promise<ChatWriter | null> {
    if (this.#sockets.length === 0) {
      await Promise.race([this.#opened.promise, setTimeout(waitMs, undefined, { ref: false })]);
    }
    return this.#sockets.at(-1) ?? null;
  }
}

/** Long enough to disturb nothing, short enough for a key whose permissions are being corrected. */
const reopenAfterMs = 600_000;

/**
 * Listens to the account's chat and rings for every order event. A socket that gives up is logged and opened again
 * later: meanwhile polling the order list is enough. Returns a function that closes it.
 */
function listenToChat(hints: ChatHints): () => void {
  const abort = new AbortController();
  void keepListening(hints, abort.signal);
  return () => abort.abort();
}

async function keepListening(hints: ChatHints, signal: AbortSignal): Promise<void> {
  const { logger, waitMs = reopenAfterMs, onSocket } = hints;
  while (!signal.aborted) {
    try {
      const socket = open(hints, signal);
      onSocket?.(socket);
      await socket.closed.finally(() => onSocket?.(null));
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
