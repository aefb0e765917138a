import type { Health } from '../../workers/health/health-watch.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../door/listen.ts';

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
  /** What it consists of: it is healthy while each part says ok. */
  parts?: () => Promise<HealthParts>;
}

/** What each part says of itself. */
export type HealthParts = Readonly<Record<string, string>>;

/** Answers GET /healthz for a supervisor. Rejects when the port is unavailable. */
export async function startHealthService(place: HealthPlace): Promise<HealthService> {
  let health: Health = { isServing: false, problems: [] };
  const look = async (): Promise<Answered> => {
    const parts = await place.parts?.();
    const areWell = Object.values(parts ?? {}).every((said) => said === 'ok');
    const isServing = health.isServing && areWell;
    return { ...health, isServing, configuration: place.configuration?.(), parts };
  };
  const { port, close } = await listen(place, (request, response) => void answer(request, response, look));
  return { port, setHealth: (next) => void (health = next), close };
}

interface Answered extends Health {
  configuration: ConfigurationState | undefined;
  parts: HealthParts | undefined;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  look: () => Promise<Answered>,
): Promise<void> {
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.method !== 'GET' || request.url !== '/healthz') return send(404, { status: 'not found' });
  const looked = await look().catch(() => null);
  // A look that fails is no reason to end what is looked at.
  if (looked === null) return send(503, { status: 'not ready', problems: ['unknown'] });
  const { isServing, problems, configuration, parts } = looked;
  const codes = problems.length === 0 ? {} : { problems: problems.map(({ code }) => code) };
  send(isServing ? 200 : 503, { status: isServing ? 'ok' : 'not ready', ...codes, configuration, ...parts });
}
