import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { PageOptions } from './doorway.ts';
import { pageApp } from './page-app.ts';

const maxConnections = 64;
const requestLimitMs = 10_000;
/** How often it looks which requests are over their time. */
const checkMs = 1_000;

interface PageServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Opens the page at an address of this machine; port 0: any. Rejects where the address is taken. */
export async function openPage(
  { host, port }: { readonly host: string; readonly port: number },
  options: PageOptions,
): Promise<PageServer> {
  const answer = getRequestListener(pageApp(options).fetch, { overrideGlobalObjects: false });
  const server = createServer(
    { connectionsCheckingInterval: checkMs },
    (request, response) => void answer(request, response),
  );
  server.maxConnections = maxConnections;
  server.requestTimeout = requestLimitMs;
  server.headersTimeout = requestLimitMs;
  server.listen(port, host);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
