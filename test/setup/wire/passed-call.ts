/** What stand-ins of a service share: they listen on this machine, and pass calls on to the one behind them. */
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AtEnd } from '../temporary-directory.ts';

/** Lets a server listen on a free port of this machine until the end; returns its origin. */
export async function listenHere(server: Server, atEnd: AtEnd): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What the service behind has answered. */
export interface PassedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Passes a call with this body on to the service at the address; resolves once it has answered whole. */
export async function passOn(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<PassedAnswer> {
  const sent = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
  const answer = await fetch(new URL(url ?? '/', target), {
    method: method ?? 'GET',
    headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  });
  const kept = [...answer.headers].filter(([name]) => !['connection', 'transfer-encoding'].includes(name));
  return {
    status: answer.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
