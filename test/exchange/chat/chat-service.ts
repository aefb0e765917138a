import type { AddressInfo } from 'node:net';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { clientFor, wireOrderRow } from '../fixtures.ts';
import { page, startRecorder, success, type RawRequest, type Recorder, type Reply } from '../recorder.ts';
import {
  openChatSocket,
  type ChatSocket,
  type ChatSocketOptions,
  type ChatSocketState,
  type ExchangeClient,
  type ChatOrderEvent,
} from '../../../src/exchange/index.ts';

export interface ChatService {
  readonly recorder: Recorder;
  readonly client: ExchangeClient;
  readonly sockets: WebSocket[];
  /** Chats to close before the service. */
  readonly chats: ChatSocket[];
  /** Paths with query strings of the connections, in order. */
  readonly targets: string[];
  /** Frames received, in order. */
  readonly frames: string[];
  /** Rows of EP-34, newest first, of every order. */
  readonly history: Record<string, unknown>[];
  /** Rows of EP-15, newest first. */
  readonly orders: Record<string, unknown>[];
  readonly credentials: () => number;
  /** Requests for the list of orders, and for the messages of an order, in order. */
  readonly lists: () => Record<string, unknown>[];
  readonly reads: () => string[];
  /** The answer of EP-33; `{port}` and `{n}` are filled in. */
  credential: Record<string, string>;
  /** A special answer to a request; null: none. */
  instead: (request: RawRequest) => Reply | Promise<Reply> | null;
  /** Called with each connection. */
  onConnection: (socket: WebSocket) => void;
  close(): Promise<void>;
}

const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 2));
};
/** Waits for something to become true; the time limit of the test is the only limit. */
export const eventually = until;

/** A chat service of a few lines: credential, messages and a socket controlled by the test. */
export async function startChatService(): Promise<ChatService> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  let issued = 0;
  const recorder = await startRecorder((request) => {
    const instead = service.instead(request);
    if (instead !== null) return instead;
    if (isRead(request)) return page(rowsFor(request, service.history));
    if (isList(request)) return listReply(request, service.orders);
    issued += 1;
    const filled = Object.entries(service.credential).map(([name, value]) => [
      name,
      value.replace('{port}', String(port)).replace('{n}', String(issued)),
    ]);
    return success(Object.fromEntries(filled));
  });
  const service: ChatService = {
    recorder,
    client: clientFor(recorder.baseUrl),
    sockets: [],
    chats: [],
    targets: [],
    frames: [],
    history: [],
    orders: [],
    credentials: () => issued,
    lists: () => recorder.requests.filter(isList).map(bodyOf),
    reads: () => recorder.requests.filter(isRead).map(({ query }) => new URLSearchParams(query).get('orderNo') ?? ''),
    instead: () => null,
    credential: { wssUrl: 'ws://127.0.0.1:{port}/chat', listenKey: 'key-{n}', listenToken: 'TOKEN {n}' },
    onConnection: () => undefined,
    close: async () => {
      await Promise.all(service.chats.map((chat) => chat.close()));
      for (const socket of service.sockets) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
      await service.client.close();
      await recorder.close();
    },
  };
  server.on('connection', (socket, request) => {
    service.sockets.push(socket);
    service.targets.push(request.url ?? '');
    socket.on('message', (data) => service.frames.push(textOf(data)));
    service.onConnection(socket);
  });
  return service;
}

export interface HeardChat {
  readonly socket: ChatSocket;
  /** Delivered events in order; empty for a chat read as an iterator. */
  readonly events: ChatOrderEvent[];
  readonly states: ChatSocketState[];
}

/** Opens a chat that never waits, records what it hears, and is closed with the service. */
export function openChat(service: ChatService, options: ChatSocketOptions = {}): HeardChat {
  const events: ChatOrderEvent[] = [];
  const states: ChatSocketState[] = [];
  const socket = openChatSocket(service.client, {
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    sleep: async () => {},
    loginSettleMs: 0,
    ...options,
  });
  service.chats.push(socket);
  return { socket, events, states };
}

/** Sends a frame on the newest connection. */
export function push(service: ChatService, ...frames: unknown[]): void {
  for (const frame of frames) service.sockets.at(-1)?.send(JSON.stringify(frame));
}

/** Sends every message on this connection back with the id 77, as the service confirms them. */
export function echo(connection: WebSocket): void {
  connection.on('message', (data) => {
    const frame = JSON.parse(textOf(data)) as Record<string, unknown>;
    if (frame['uuid'] !== undefined) connection.send(JSON.stringify({ ...frame, id: 77, self: true }));
  });
}

/** A sleep that lasts until it is aborted. */
export const endless = (_ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('over')), { once: true });
  });

/** The text of a frame as ws hands it over. */
export function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}

export const isRead = ({ path }: RawRequest): boolean => path.endsWith('/retrieveChatMessagesWithPagination');
export const isList = ({ path }: RawRequest): boolean => path.endsWith('/listOrders');

function bodyOf({ body }: RawRequest): Record<string, unknown> {
  return JSON.parse(body) as Record<string, unknown>;
}

/** EP-15: by status and by time of creation, a page at a time; the total counts all pages. */
function listReply(request: RawRequest, orders: readonly Record<string, unknown>[]): Reply {
  const wanted = bodyOf(request);
  const statuses = Array.isArray(wanted['orderStatusList']) ? (wanted['orderStatusList'] as unknown[]) : null;
  const found = orders
    .filter(({ orderStatus }) => statuses === null || statuses.includes(orderStatus))
    .filter(({ createTime }) => Number(createTime) >= Number(wanted['startDate'] ?? 0));
  const rows = Number(wanted['rows']);
  const from = (Number(wanted['page']) - 1) * rows;
  const data = found.slice(from, from + rows);
  return { body: JSON.stringify({ code: '000000', message: 'success', data, total: found.length, success: true }) };
}

/** A row of EP-15 for an order, running by default. */
export function listedOrder(orderNumber: string, fields: Readonly<Record<string, unknown>> = {}) {
  return { ...wireOrderRow, orderNumber, ...fields };
}

/** Pages backwards as EP-34 does: rows with a smaller id than the one asked for. */
function rowsFor({ query }: RawRequest, history: readonly Record<string, unknown>[]): unknown[] {
  const wanted = new URLSearchParams(query);
  const before = wanted.get('id');
  return history
    .filter(({ orderNo }) => orderNo === wanted.get('orderNo') || orderNo === 'stray')
    .filter(({ id }) => before === null || BigInt(String(id)) < BigInt(before))
    .slice(0, Number(wanted.get('rows')));
}

/** A system row as wire-facts 7.1 shows it. */
export function systemRow(id: number, orderNo: string, event: string | Readonly<Record<string, unknown>>) {
  const content = JSON.stringify(typeof event === 'string' ? { type: event } : event);
  return {
    id: String(1_000_000_000_000_000_000n + BigInt(id)),
    type: 'system',
    orderNo,
    content,
    self: false,
    createTime: 1_768_000_000_000 + id,
  };
}
