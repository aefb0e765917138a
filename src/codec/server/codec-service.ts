import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Payload } from '@temporalio/common';
import type { KeyRing } from '../key-ring.ts';
import { createPayloadCodec } from '../payload-codec.ts';
import { isSealed } from '../sealed-payload.ts';
import { CodecDoor } from './codec-door.ts';
import { loginPage } from './login-page.ts';
import { readPayloads, writePayloads } from './wire-payloads.ts';

interface CodecHandlerOptions {
  keys: KeyRing;
  token: string;
  origins: readonly string[];
  names: readonly string[];
  /** Where the request names none. */
  namespace: string;
  /** What is encoded is bound to this workflow where the request names none. */
  workflowId: string | null;
  now: () => number;
  /** Where it lies behind another server, such as /codec; absent: at the root. */
  path?: string;
}

interface CodecServiceOptions extends CodecHandlerOptions {
  host: string;
  port: number;
}

interface CodecService {
  port: number;
  close(): Promise<void>;
}

/** An answer that is no result. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const maxBodyBytes = 16 * 1_024 * 1_024;
const bodyLimitMs = 10_000;
/** Names the workflow that an encoded payload is bound to. */
const workflowHeader = 'x-peerdesk-workflow';
const allowedHeaders = `authorization, content-type, x-namespace, ${workflowHeader}`;

/** Answers one request. */
type CodecHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Returns what answers for the codec: POST /encode and /decode, and the page where a person signs in. Logs nothing. */
export function codecHandler(options: CodecHandlerOptions): CodecHandler {
  const door = new CodecDoor(options);
  return (request, response) => void answer(request, response, { options, door });
}

/** Serves the codec to the Web UI and to Temporal's command line, at a port of its own. */
export async function startCodecService(options: CodecServiceOptions): Promise<CodecService> {
  const server = createServer({ requestTimeout: bodyLimitMs }, codecHandler(options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Place {
  options: CodecHandlerOptions;
  door: CodecDoor;
}

async function answer(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  try {
    refuseForeign(request, place.door);
    allowUi(request, response, place.door);
    await serve(request, response, place);
  } catch (error) {
    const { status, message } = error instanceof Refusal ? error : new Refusal(500, 'the request failed');
    send(response, status, JSON.stringify({ message }));
  }
}

function refuseForeign({ headers }: IncomingMessage, door: CodecDoor): void {
  if (!door.isKnownHost(headers.host)) throw new Refusal(421, 'this server does not answer to this Host: see --name');
  if (!door.isKnownOrigin(headers))
    throw new Refusal(403, 'pages of this origin may not use this server: see --origin');
}

function allowUi({ headers }: IncomingMessage, response: ServerResponse, door: CodecDoor): void {
  response.setHeader('vary', 'origin');
  if (headers.origin === undefined || !door.isUi(headers.origin)) return;
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-allow-credentials', 'true');
}

async function serve(request: IncomingMessage, response: ServerResponse, place: Place): Promise<void> {
  const { method = '' } = request;
  const path = pathOf(request, place.options);
  if (method === 'OPTIONS') return sendPreflight(response);
  if (path === '/login' || path === '/') return login(request, response, place.door);
  const work = /\/(encode|decode)$/.exec(path)?.[1];
  if (work === undefined) throw new Refusal(404, 'there is /encode and /decode');
  send(response, 200, writePayloads(await worked(request, work === 'encode' ? encoded : decoded, place)));
}

function pathOf({ url = '/' }: IncomingMessage, { path: prefix = '' }: CodecHandlerOptions): string {
  return url.slice(prefix.length).split('?')[0] ?? '/';
}

type Work = (payloads: Payload[], headers: Headers, place: Place) => Promise<Payload[]>;

async function worked(request: IncomingMessage, work: Work, place: Place): Promise<Payload[]> {
  const { method, headers } = request;
  if (method !== 'POST') throw new Refusal(405, 'it is asked by POST');
  if (!place.door.mayAsk(headers)) throw new Refusal(401, 'show the token, or sign in at /login');
  const payloads = readPayloads(await bodyOf(request, 'application/json'));
  if (payloads === null) throw new Refusal(400, 'the body must be {"payloads": […]}');
  return work(payloads, headers, place);
}

type Headers = IncomingMessage['headers'];

async function encoded(payloads: Payload[], headers: Headers, { options }: Place): Promise<Payload[]> {
  const workflowId = oneOf(headers[workflowHeader]) ?? options.workflowId;
  if (workflowId === null || workflowId === '') {
    throw new Refusal(
      400,
      `what is sent must be bound to its workflow, and ${workflowHeader} names none: give the command with peerdesk or \`peerdesk temporal\``,
    );
  }
  const namespace = namespaceOf(headers, options);
  const codec = createPayloadCodec({ keys: options.keys, plain: 'refused', namespace, unreadable: 'throw' });
  return codec.encode(payloads, { type: 'workflow', namespace, workflowId });
}

/** One that cannot be opened says why in its place, so that the others are shown. */
async function decoded(payloads: Payload[], headers: Headers, { options }: Place): Promise<Payload[]> {
  const namespace = namespaceOf(headers, options);
  const codec = createPayloadCodec({ keys: options.keys, plain: 'read', namespace, unreadable: 'throw' });
  return Promise.all(
    payloads.map(async (payload) => {
      if (!isSealed(payload)) return payload;
      const [opened] = await codec.decode([payload]).catch((error: unknown) => [unopened(error)]);
      return opened ?? payload;
    }),
  );
}

function unopened(error: unknown): Payload {
  const text = error instanceof Error ? error.message : 'it cannot be opened';
  return { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from(JSON.stringify({ notOpened: text })) };
}

const namespaceOf = (headers: Headers, { namespace }: CodecHandlerOptions): string =>
  oneOf(headers['x-namespace']) ?? namespace;

const oneOf = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null);

async function login(request: IncomingMessage, response: ServerResponse, door: CodecDoor): Promise<void> {
  if (request.method !== 'POST') return sendPage(response, 200, loginPage('ask'));
  const form = new URLSearchParams(await bodyOf(request, 'application/x-www-form-urlencoded'));
  if (!door.isToken(form.get('token')?.trim() ?? '')) return sendPage(response, 401, loginPage('wrong'));
  response.setHeader('set-cookie', door.begin());
  sendPage(response, 200, loginPage('done'));
}

async function bodyOf(request: IncomingMessage, type: string): Promise<string> {
  if (!(request.headers['content-type'] ?? '').toLowerCase().startsWith(type)) {
    throw new Refusal(415, `the content type must be ${type}`);
  }
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBodyBytes) throw new Refusal(413, `the body is larger than ${maxBodyBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function sendPreflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader('access-control-allow-headers', allowedHeaders);
  response.setHeader('access-control-max-age', '600');
  response.writeHead(204).end();
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    .end(html);
}
