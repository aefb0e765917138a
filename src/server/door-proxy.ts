import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { refuseAtDoor } from './door-check.ts';

interface Place {
  host: string;
  port: number;
}

interface DoorOptions {
  /** Where it listens; port 0: any free one. */
  at: Place;
  /** The server behind it. */
  behind: Place;
  /** Host names that it answers to beside the loopback ones. */
  names?: readonly string[];
  /** What answers for a folder of its own instead of the server behind. */
  beside?: DoorSide | undefined;
}

/** A part of what a door leads to. */
export interface DoorSide {
  /** Such as /codec. */
  path: string;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface DoorProxy {
  port: number;
  /** Ends it with all its connections. */
  close(): Promise<void>;
}

/** Headers between two neighbours, which a proxy does not pass on (RFC 9110, 7.6.1). */
const hopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Listens in front of a server that checks neither Host nor Origin, refuses what a foreign page may have sent, and
 * passes the rest through as a stream. Rejects when the port is unavailable.
 */
export async function openDoor({ at, behind, names = [], beside }: DoorOptions): Promise<DoorProxy> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((request, response) => {
    const { method = '', url: target = '', headers } = request;
    const refusal = refuseAtDoor({ method, target, headers }, names);
    if (refusal !== null) refuse(response, refusal);
    else if (beside !== undefined && isBelow(target, beside.path)) beside.handle(request, response);
    else pass({ request, response }, behind, agent);
  });
  server.listen(at.port, at.host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: async () => {
      agent.destroy();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const isBelow = (target: string, path: string): boolean => target === path || target.startsWith(`${path}/`);

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

function refuse(response: ServerResponse, { status, text }: { status: number; text: string }): void {
  // The rest of the request is not wanted.
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(`${text}\n`);
}

function pass({ request, response }: Exchange, behind: Place, agent: Agent): void {
  const { method, url: path, headers } = request;
  const onward = send({ ...behind, agent, method, path, headers: passedOn(headers), setHost: false });
  onward.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
    // An answer that breaks off ends the connection: its reader sees that it is not whole.
    pipeline(answer, response, () => undefined);
  });
  onward.once('error', () => {
    if (response.headersSent) response.destroy();
    else refuse(response, { status: 502, text: 'The server behind this address does not answer.' });
  });
  response.once('close', () => onward.destroy());
  pipeline(request, onward, () => undefined);
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name) && !named.has(name)));
}
