import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../door/listen.ts';

const host = '127.0.0.1';
const maxBodyBytes = 4_096;
/** A sheet with all that it may have is smaller. */
export const maxAnswerBytes = 262_144;

export interface Reply {
  status: number;
  data: unknown;
}

interface BoundedReply extends Reply {
  maxBytes: number;
}

/** One question that the door answers. */
export interface Route {
  method: 'GET' | 'POST';
  /** The whole path as it was sent, without decoding: a path that is written otherwise is another one. */
  path: RegExp;
  /** As it is named to who asks for something else. */
  name: string;
  /** How long what is asked may be; absent: a few lines. */
  maxBodyBytes?: number;
  /** How long an answer may be; absent: as long as a sheet. */
  maxAnswerBytes?: number;
  /** Returns the answer to the named parts of the path and the body. What it throws is refused with its text. */
  answer: (parts: Readonly<Record<string, string>>, body: string) => Promise<Reply>;
}

/** The door by which commands on this machine ask a worker. */
interface WorkerDoor {
  port: number;
  token: string;
  close: () => Promise<void>;
}

/** Opens the door on this machine's own address, for who has the token. Rejects when there is no free port. */
export async function openDoor(routes: readonly Route[]): Promise<WorkerDoor> {
  const token = randomBytes(32).toString('hex');
  const at = { host, port: 0 };
  const door = await listen(at, (request, response) => void answer(request, response, { token, routes }));
  door.unref();
  return { port: door.port, token, close: door.close };
}

interface Doorway {
  token: string;
  routes: readonly Route[];
}

async function answer(request: IncomingMessage, response: ServerResponse, door: Doorway): Promise<void> {
  const { status, data, maxBytes } = await replyTo(request, door).catch((error: unknown) =>
    bounded(refused(400, error instanceof Error ? error.message : String(error))),
  );
  const text = JSON.stringify(data);
  const isShort = Buffer.byteLength(text) <= maxBytes;
  response
    .writeHead(isShort ? status : 500, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(isShort ? text : JSON.stringify({ error: `the answer is longer than ${maxBytes} bytes` }));
}

const bounded = (reply: Reply, maxBytes = maxAnswerBytes): BoundedReply => ({ ...reply, maxBytes });

async function replyTo(request: IncomingMessage, { token, routes }: Doorway): Promise<BoundedReply> {
  const refusal = refusalOf(request, token);
  if (refusal !== null) return bounded(refusal);
  for (const route of routes) {
    const found = route.method === request.method ? route.path.exec(request.url ?? '') : null;
    if (found !== null) {
      return bounded(
        await route.answer({ ...found.groups }, await textOf(request, route.maxBodyBytes)),
        route.maxAnswerBytes,
      );
    }
  }
  return bounded(refused(404, `there is no such thing here; there is: ${routes.map(({ name }) => name).join(', ')}`));
}

/** Returns why someone is not answered, or null. */
function refusalOf(request: IncomingMessage, token: string): Reply | null {
  const { authorization = '', origin } = request.headers;
  if (!isToken(authorization, token)) return refused(401, 'the token is missing or wrong');
  // A page in a browser sends its origin, and may have made a name of its own mean this machine.
  if (origin !== undefined) return refused(403, 'no page of a browser is answered');
  if (request.headers.host === `${host}:${request.socket.localPort}`) return null;
  return refused(403, `Host must be the address that the door listens at, ${host} with its port`);
}

/** Makes the answer that refuses something, with the reason. */
export const refused = (status: number, error: string): Reply => ({ status, data: { error } });

function isToken(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(`Bearer ${token}`)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function textOf(request: IncomingMessage, maxBytes = maxBodyBytes): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBytes) throw new Error(`longer than ${maxBytes} letters`);
  }
  return text;
}
