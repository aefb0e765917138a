import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AtEnd } from '../temporary-directory.ts';
import { listenHere, passOn } from './passed-call.ts';

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
      const { url = '/' } = request;
      const body = await buffer(request);
      const answer = await passOn(target, request, body);
      const forged = find(new URL(url, target).pathname, `${url} ${body.toString()}`);
      if (forged === undefined) {
        response.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      }
      forged.count += 1;
      const { status, contentType, body: text } = forged.answer;
      response.writeHead(status, { 'content-type': contentType }).end(text);
    })().catch(() => response.destroy());
  });
  const baseUrl = await listenHere(server, atEnd);
  return {
    baseUrl,
    forge: (operation, subject, answer) => void answers.push({ operation, subject, answer, count: 0 }),
    forged: (operation, subject) =>
      answers.find((one) => one.operation === operation && one.subject === subject)?.count ?? 0,
  };
}
