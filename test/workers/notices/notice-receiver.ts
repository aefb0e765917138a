import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';

/** One POST that arrived. */
export interface ReceivedNotice {
  headers: IncomingHttpHeaders;
  body: string;
  message: NoticeMessage;
}

export interface NoticeReceiver {
  url: string;
  received: ReceivedNotice[];
  /** How each POST is answered from now on; at first with 200. */
  answerWith: (answer: (response: ServerResponse) => void) => void;
}

/** A real HTTP receiver; ended with the test. */
export async function startNoticeReceiver(): Promise<NoticeReceiver> {
  const received: ReceivedNotice[] = [];
  let answer = (response: ServerResponse): void => void response.end('thank you');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body, message: JSON.parse(body) as NoticeMessage });
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook?token=not-to-be-told`, received, answerWith: (next) => (answer = next) };
}
