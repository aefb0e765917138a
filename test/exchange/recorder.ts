import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request exactly as it came over the wire. */
export interface RawRequest {
  readonly method: string;
  /** Path and query string, undecoded. */
  readonly target: string;
  readonly path: string;
  /** What follows the question mark, undecoded; empty when there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  /** What to do with the connection instead of answering. */
  readonly instead?: (response: ServerResponse) => void;
}

export type Responder = (request: RawRequest, index: number) => Reply | Promise<Reply>;

export interface Recorder {
  readonly baseUrl: string;
  readonly port: number;
  readonly requests: RawRequest[];
  /** Requests that are not for the time. */
  readonly calls: () => RawRequest[];
  /** How many connections were made. */
  readonly connections: () => number;
  /** Ends all connections, as a service does with idle ones. */
  cut(): void;
  close(): Promise<void>;
}

/** A plain HTTP server that records what it receives and knows nothing of the client. */
export async function startRecorder(respond: Responder): Promise<Recorder> {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then(async (request) => {
      requests.push(request);
      writeReply(response, await respond(request, requests.length - 1));
    });
  });
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    calls: () => requests.filter(({ path }) => path !== '/api/v3/time'),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** The time that a request is signed with, in ms: when it left, by the client's own clock. */
export function timestampOf(request: RawRequest | undefined): number {
  return Number(/timestamp=(\d+)/.exec(request?.query ?? '')?.[1]);
}

async function readRequest(incoming: IncomingMessage): Promise<RawRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const target = incoming.url ?? '';
  const mark = target.indexOf('?');
  return {
    method: incoming.method ?? '',
    target,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

function writeReply(response: ServerResponse, reply: Reply): void {
  if (reply.instead !== undefined) {
    reply.instead(response);
    return;
  }
  const body = Buffer.from(reply.body ?? '');
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(body);
}

/** A success envelope around this data. */
export function success(data: unknown): Reply {
  return { body: JSON.stringify({ code: '000000', message: 'success', data, success: true }) };
}

/** A page of these rows. */
export function page(rows: readonly unknown[]): Reply {
  return {
    body: JSON.stringify({ code: '000000', message: 'success', data: rows, total: rows.length, success: true }),
  };
}

/** An error of the gateway. */
export function failure(code: number | string, msg: string, status = 400): Reply {
  return { status, body: JSON.stringify({ code, msg }) };
}

/** An answer of the time endpoint. */
export function serverTime(ms: number): Reply {
  return { body: JSON.stringify({ serverTime: ms }) };
}
