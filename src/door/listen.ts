import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** More people than a desk has; a program that opens connections and says nothing takes no more. */
const maxConnections = 64;
const requestLimitMs = 10_000;
/** How often it looks which requests are over their time. */
const checkMs = 1_000;

/** A server that answers. */
export interface Listening {
  readonly port: number;
  /** Lets it keep no process alive. */
  readonly unref: () => void;
  /** Ends it, with the connections that it has. */
  readonly close: () => Promise<void>;
}

/** Where it answers; port 0: any. */
interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** What is under way at its end has so long to be answered; absent: no time. */
  readonly graceMs?: number;
}

/** Answers HTTP at an address, to so many at once and for so long each. Rejects where the address is taken. */
export async function listen({ host, port, graceMs = 0 }: ListenPlace, answer: RequestListener): Promise<Listening> {
  const server = createServer({ connectionsCheckingInterval: checkMs }, (request, response) => {
    // At its end no connection is kept for another request.
    response.once('finish', () => (server.listening ? undefined : server.closeIdleConnections()));
    answer(request, response);
  });
  server.maxConnections = maxConnections;
  server.requestTimeout = requestLimitMs;
  server.headersTimeout = requestLimitMs;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    unref: () => server.unref(),
    close: () =>
      new Promise((resolve) => {
        const late = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(late);
          resolve();
        });
      }),
  };
}
