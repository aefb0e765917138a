import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AtEnd } from '../temporary-directory.ts';

/** An answer in the place of the service's own. */
export interface ForgedAnswer {
  status: number;
  contentType: string;
  body: string;
}

export interface ForgingService {
  baseUrl: string;
  /** Calls with a body that names the subject are executed, and answered with this. */
  forge: (operation: string, subject: string, answer: ForgedAnswer) => void;
  /** The calls that were answered so. */
  forged: (operation: string, subject: string) => number;
}

/** Starts a proxy of a service, as a gateway in front of it: what it answers need not be what was done. */
export async function startForgingService(target: string, atEnd: AtEnd): Promise<ForgingService> {
  const answers: { operation: string; subject: string; answer: ForgedAnswer; count: number }[] = [];
  const find = (path: string, body: string) =>
    answers.find(({ operation, subject }) => path.endsWith(`/${operation}`) && body.includes(subject));
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request;
      const sent = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
      const body = await buffer(request);
      const answer = await fetch(new URL(url, target), {
        method,
        headers: sent.map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const forged = find(new URL(url, target).pathname, `${url} ${body.toString()}`);
      if (forged !== undefined) {
        forged.count += 1;
        const { status, contentType, body: text } = forged.answer;
        response.writeHead(status, { 'content-type': contentType }).end(text);
        return;
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
    forge: (operation, subject, answer) => void answers.push({ operation, subject, answer, count: 0 }),
    forged: (operation, subject) =>
      answers.find((one) => one.operation === operation && one.subject === subject)?.count ?? 0,
  };
}
