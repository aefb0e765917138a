import type { Health } from '../../workers/health/health-watch.ts';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

interface HealthService {
  port: number;
  /** Sets the answer of /healthz: 200 while it serves, else 503, with what is wrong. */
  setHealth(health: Health): void;
  close(): Promise<void>;
}

/** How a worker stands to its configuration: as the file says, or with values held, or with the last good file. */
export type ConfigurationState = 'as-written' | 'held' | 'last-good';

interface HealthPlace {
  host: string;
  port: number;
  /** Default: it has no file that could be another one by now. */
  configuration?: () => ConfigurationState;
}

/** Answers GET /healthz for a supervisor. Rejects when the port is unavailable. */
export async function startHealthService(place: HealthPlace): Promise<HealthService> {
  let health: Health = { isServing: false, problems: [] };
  const server = createServer((request, response) =>
    answer(request, response, { ...health, configuration: place.configuration?.() }),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : place.port,
    setHealth: (next) => {
      health = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Answered extends Health {
  configuration: ConfigurationState | undefined;
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { isServing, problems, configuration }: Answered,
): void {
  const known = request.method === 'GET' && request.url === '/healthz';
  response.writeHead(known ? (isServing ? 200 : 503) : 404, { 'content-type': 'application/json' });
  const status = known ? (isServing ? 'ok' : 'not ready') : 'not found';
  const codes = problems.length === 0 ? {} : { problems: problems.map(({ code }) => code) };
  response.end(JSON.stringify(known ? { status, ...codes, configuration } : { status }));
}
