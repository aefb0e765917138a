import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AdminApi } from './http/admin-api.ts';
import type { CallPipeline } from './http/call-pipeline.ts';
import type { ChatServer } from './chat/chat-socket.ts';
import type { Marketplace } from './world/marketplace.ts';
import { answerStorage } from './chat/image-service.ts';
import { imageFolder, type ImageStore } from './chat/image-store.ts';
import type { RateKeeper } from './http/rate-keeper.ts';
import { accountOfKey } from './http/authentication.ts';
import { errorReply, jsonReply, type SimReply } from './http/sim-reply.ts';
import { BodyTooLong, readRequest, type SimRequest } from './http/sim-request.ts';
import { asksForWebSocket, passOverOffer } from './http/upgrade-request.ts';

interface HttpServiceParts {
  marketplace: Marketplace;
  pipeline: CallPipeline;
  admin: AdminApi;
  chat: ChatServer;
  keeper: RateKeeper;
  images: ImageStore;
  /** The description of the service, for machines. */
  describe: () => unknown;
}

interface HttpService {
  listen: (port: number, host: string) => Promise<number>;
  close: () => Promise<void>;
}

/** Creates the HTTP side: it keeps raw bytes, and resets or hangs connections when a fault requires it. */
export function createHttpService(parts: HttpServiceParts): HttpService {
  const server = createServer({ shouldUpgradeCallback: asksForWebSocket }, (message, response) => {
    serve(parts, message, response).catch((error: unknown) => fail(response, error));
  });
  server.on('upgrade', (message, stream, head) => {
    if (asksForWebSocket(message)) parts.chat.upgrade(message, stream, head);
    else passOverOffer(server, { message, stream, head });
  });
  // Longer than any client's keep-alive, so that an idle connection is never closed under its request.
  server.keepAliveTimeout = 75_000;
  return {
    listen: (port, host) => {
      parts.admin.listensAt(host);
      return listen(server, port, host);
    },
    close: () => close(server),
  };
}

async function serve(parts: HttpServiceParts, message: IncomingMessage, response: ServerResponse): Promise<void> {
  if (message.url?.startsWith(imageFolder) === true) return serveImage(parts, message, response);
  const request = await readWhole(message);
  if (request instanceof BodyTooLong) return send(message, response, errorReply(-1102, request.message, 413));
  if (request.path === '/openapi.json') return send(message, response, jsonReply(200, parts.describe()));
  if (request.path.startsWith('/_sim/')) return send(message, response, parts.admin.answer(request));
  const reply = await parts.pipeline.answer(request);
  send(message, response, reply);
  tell(parts.marketplace, request, reply);
  if (reply.kind === 'answer' && reply.status === 418) parts.keeper.announced();
}

async function readWhole(message: IncomingMessage): Promise<SimRequest | BodyTooLong> {
  try {
    return await readRequest(message);
  } catch (error) {
    if (error instanceof BodyTooLong) return error;
    throw error;
  }
}

async function serveImage({ images }: HttpServiceParts, message: IncomingMessage, response: ServerResponse) {
  const { status, type, body } = await answerStorage(images, message);
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

function send(message: IncomingMessage, response: ServerResponse, reply: SimReply): void {
  if (reply.kind === 'hang') return;
  if (reply.kind === 'reset') {
    message.socket.resetAndDestroy();
    return;
  }
  response.writeHead(reply.status, reply.headers);
  response.end(reply.body);
}

function tell(marketplace: Marketplace, request: SimRequest, reply: SimReply): void {
  marketplace.emit({
    type: 'request',
    operation: request.path.replace('/sapi/v1/c2c/', ''),
    account: accountOfKey(request.apiKey, marketplace.accounts)?.name ?? null,
    status: reply.kind === 'answer' ? reply.status : 0,
    code: reply.kind === 'answer' ? reply.code : null,
    atMs: marketplace.clock.now(),
  });
}

/** A defect of the simulator is not an answer of the service: the status shows it, and its text is included. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(500, { 'content-type': 'text/plain' });
  response.end(`Simulator failure: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(addressOf(server).port);
    });
  });
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server listens on no port.');
  return address;
}

function close(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
