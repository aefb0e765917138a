import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { RawData, WebSocket } from 'ws';
import { clientFor } from './fixtures.ts';
import { page, startRecorder, success } from './recorder.ts';
import type { RawRequest, Recorder } from './recorder.ts';
import type { ExchangeClient } from '../../src/exchange/index.ts';

export interface ChatService {
  readonly recorder: Recorder;
  readonly client: ExchangeClient;
  readonly sockets: WebSocket[];
  /** Paths with query strings of the connections, in order. */
  readonly targets: string[];
  /** Frames received, in order. */
  readonly frames: string[];
  /** Rows of EP-34, newest first, of every order. */
  readonly history: Record<string, unknown>[];
  readonly credentials: () => number;
  /** What EP-33 answers; `{port}` and `{n}` are filled in. */
  credential: Record<string, string>;
  /** Called with each connection. */
  onConnection: (socket: WebSocket) => void;
  close(): Promise<void>;
}

const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 2));
};
/** Waits for something to become true; the time limit of the test is the only limit. */
export const eventually = until;

/** A chat service of a few lines: credential, messages and a socket that does what a test tells it. */
export async function startChatService(): Promise<ChatService> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  let issued = 0;
  const recorder = await startRecorder((request) => {
    if (request.path.endsWith('/retrieveChatMessagesWithPagination')) return page(rowsFor(request, service.history));
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
    targets: [],
    frames: [],
    history: [],
    credentials: () => issued,
    credential: { wssUrl: 'ws://127.0.0.1:{port}/chat', listenKey: 'key-{n}', listenToken: 'TOKEN {n}' },
    onConnection: () => undefined,
    close: async () => {
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

/** The text of a frame as ws hands it over. */
export function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
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

/** A system row as api-facts 7.1 shows it. */
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
