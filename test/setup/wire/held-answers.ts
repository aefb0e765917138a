import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AtEnd } from '../temporary-directory.ts';

/** An answer that waits for the test: the call has taken effect. */
export interface HeldAnswer {
  /** Resolves when the service has done it. */
  readonly done: Promise<void>;
  letGo: () => void;
}

/** A proxy of a service that holds answers back: what is in flight does not depend on a machine's speed. */
export interface HoldingService {
  baseUrl: string;
  /** Holds back the next answer of an operation, named by the end of its path. */
  hold: (operation: string) => HeldAnswer;
  /** Lets every call with a matching text (path, query, body, key) hang, until they are all released. */
  hang: (like: (text: string) => boolean) => HangingCalls;
}

/** Hanging calls: none of them has reached the service behind. */
export interface HangingCalls {
  /** How many hang now. */
  readonly count: number;
  letGo: () => void;
}

/** Starts a service on a free port that passes every call on to the address. */
export async function startHoldingService(target: string, atEnd: AtEnd): Promise<HoldingService> {
  const held = new Map<string, { done: () => void; free: Promise<void> }>();
  const hanging = new Set<Hanging>();
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const sent = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
      const body = await buffer(request);
      await hangIn(hanging, `${url} ${body.toString()} ${String(headers['x-mbx-apikey'])}`);
      const answer = await fetch(new URL(url, target), {
        method,
        headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const path = new URL(url, target).pathname;
      const holding = [...held].find(([operation]) => path.endsWith(`/${operation}`));
      if (holding !== undefined) {
        held.delete(holding[0]);
        holding[1].done();
        await holding[1].free;
      }
      const kept = [...answer.headers].filter(([name]) => !['connection', 'transfer-encoding'].includes(name));
      response.writeHead(answer.status, Object.fromEntries(kept)).end(bytes);
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (operation) => {
      const [done, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held.set(operation, { done: done.resolve, free: free.promise });
      return { done: done.promise, letGo: free.resolve };
    },
    hang: (like) => hangCalls(hanging, like),
  };
}

interface Hanging {
  like: (text: string) => boolean;
  count: number;
  free: Promise<void>;
}

function hangCalls(all: Set<Hanging>, like: Hanging['like']): HangingCalls {
  const { promise: free, resolve } = Promise.withResolvers<void>();
  const calls: Hanging = { like, count: 0, free };
  all.add(calls);
  return {
    get count() {
      return calls.count;
    },
    letGo: () => {
      all.delete(calls);
      resolve();
    },
  };
}

async function hangIn(all: Iterable<Hanging>, text: string): Promise<void> {
  const calls = [...all].find(({ like }) => like(text));
  if (calls === undefined) return;
  calls.count += 1;
  await calls.free;
  calls.count -= 1;
}
