import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

interface HealthService {
  port: number;
  /** Sets the answer of /healthz: 200 when true, else 503. */
  setHealthy(healthy: boolean): void;
  close(): Promise<void>;
}

/** Answers GET /healthz for a supervisor. Rejects when the port is unavailable. */
export async function startHealthService(place: { host: string; port: number }): Promise<HealthService> {
  let healthy = false;
  const server = createServer((request, response) => answer(request, response, healthy));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : place.port,
    setHealthy: (next) => {
      healthy = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, healthy: boolean): void {
  const known = request.method === 'GET' && request.url === '/healthz';
  response.writeHead(known ? (healthy ? 200 : 503) : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: known ? (healthy ? 'ok' : 'not ready') : 'not found' }));
}
