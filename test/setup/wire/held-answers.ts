import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AtEnd } from '../temporary-directory.ts';
import { listenHere, passOn } from './passed-call.ts';

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
      const { url = '/', headers } = request;
      const body = await buffer(request);
      await hangIn(hanging, `${url} ${body.toString()} ${String(headers['x-mbx-apikey'])}`);
      const answer = await passOn(target, request, body);
      const path = new URL(url, target).pathname;
      const holding = [...held].find(([operation]) => path.endsWith(`/${operation}`));
      if (holding !== undefined) {
        held.delete(holding[0]);
        holding[1].done();
        await holding[1].free;
      }
      response.writeHead(answer.status, answer.headers).end(answer.body);
    })().catch(() => response.destroy());
  });
  const baseUrl = await listenHere(server, atEnd);
  return {
    baseUrl,
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
