import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { ReloadWish } from './followed-file.ts';
import type { ReloadReport } from './reload-report.ts';

const host = '127.0.0.1';
const maxBytes = 4_096;
const wishSchema = z.strictObject({
  consent: z.string().max(64).nullable(),
  isTrial: z.boolean(),
  by: z.string().min(1).max(80).optional(),
});

/** The door by which a command on this machine asks a worker to re-read its file. */
interface ReloadDoor {
  port: number;
  token: string;
  close: () => Promise<void>;
}

/** Opens the door on this machine's own address, for who has the token. Rejects when there is no free port. */
export async function openReloadDoor(reload: (wish: ReloadWish) => Promise<ReloadReport>): Promise<ReloadDoor> {
  const token = randomBytes(32).toString('hex');
  const server = createServer((request, response) => void answer(request, response, { token, reload }));
  server.listen(0, host);
  await once(server, 'listening');
  // It keeps no process alive.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return { port, token, close: () => closed(server) };
}

interface Door {
  token: string;
  reload: (wish: ReloadWish) => Promise<ReloadReport>;
}

async function answer(request: IncomingMessage, response: ServerResponse, { token, reload }: Door): Promise<void> {
  const say = (status: number, data: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(data));
  };
  if (!isToken(request.headers.authorization ?? '', token)) return say(401, { error: 'the token is missing or wrong' });
  if (request.method !== 'POST' || request.url !== '/reload') return say(404, { error: 'POST /reload' });
  try {
    const wish = wishSchema.parse(JSON.parse(await textOf(request)));
    say(200, await reload(wish));
  } catch (error) {
    say(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

function isToken(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(`Bearer ${token}`)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > maxBytes) throw new Error(`longer than ${maxBytes} letters`);
  }
  return text;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
