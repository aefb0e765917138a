import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NoticeMessage } from '../../src/activities/notices/notice-message.ts';

/** One POST that arrived. */
export interface ReceivedNotice {
  headers: IncomingHttpHeaders;
  body: string;
  message: NoticeMessage;
  atMs: number;
}

export interface NoticeReceiver {
  url: string;
  received: ReceivedNotice[];
  /** How each POST is answered from now on; at first with 200. */
  answerWith: (answer: (response: ServerResponse) => void) => void;
  close: () => void;
}

/** Opens a real HTTP receiver of messages to the merchant. */
export async function openNoticeReceiver(): Promise<NoticeReceiver> {
  const received: ReceivedNotice[] = [];
  let answer = (response: ServerResponse): void => void response.end('thank you');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const message = JSON.parse(body) as NoticeMessage;
      received.push({ headers: request.headers, body, message, atMs: performance.now() });
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook?token=not-to-be-told`,
    received,
    answerWith: (next) => (answer = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
