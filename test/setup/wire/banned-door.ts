import { createServer, request } from 'node:http';
import type { AtEnd } from '../temporary-directory.ts';
import { listenHere } from './passed-call.ts';

/** An outgoing address of its own: what passes here can be banned without the others. */
export interface Door {
  baseUrl: string;
  /** Answers every call from now on with a ban of two hours. */
  ban: () => void;
  /** How many calls it has refused. */
  refused: () => number;
}

interface DoorOptions {
  /** A simulator behind it cannot prove itself, like a real service. */
  hidesSimulator?: boolean;
}

/** Opens a door to the service. */
export async function openDoor(
  target: string,
  atEnd: AtEnd,
  { hidesSimulator = false }: DoorOptions = {},
): Promise<Door> {
  let isBanned = false;
  let refused = 0;
  const server = createServer((incoming, outgoing) => {
    if (hidesSimulator && incoming.url?.startsWith('/_sim/') === true) {
      outgoing.writeHead(404).end();
      return;
    }
    if (isBanned) {
      refused += 1;
      outgoing.writeHead(418, { 'retry-after': '7200' }).end();
      return;
    }
    const { method, url = '/', headers } = incoming;
    const passed = request(new URL(url, target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const baseUrl = await listenHere(server, atEnd);
  return {
    baseUrl,
    ban: () => void (isBanned = true),
    refused: () => refused,
  };
}
