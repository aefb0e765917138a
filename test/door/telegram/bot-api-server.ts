/** A Bot API of Telegram on this machine: what a bot sends is kept, and what people press comes out of its long polls. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const botToken = '123456:AAH-token-of-a-bot-in-tests-0123456789';

interface Sent {
  readonly method: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

interface Pressed {
  /** Who presses. */
  readonly from: number;
  readonly chat: { readonly id: number; readonly type: string };
  readonly data: string;
  /** The message under which it stands. */
  readonly message?: Readonly<Record<string, unknown>>;
}

export interface BotApi {
  readonly url: string;
  /** Without the polls. */
  readonly sent: Sent[];
  /** Texts of `answerCallbackQuery`. */
  readonly answers: () => string[];
  /** Lets a person press a button. */
  press: (pressed: Pressed) => void;
  /** Lets a person write to the bot. */
  write: (from: number) => void;
  /** What each call from now on is answered with; null: as Telegram does. */
  answerWith: (status: ((method: string, parameters: Sent['parameters']) => number) | null) => void;
}

/** Starts one for the running test. */
export async function startBotApi(): Promise<BotApi> {
  const sent: Sent[] = [];
  let updates: Readonly<Record<string, unknown>>[] = [];
  let nextId = 1;
  let polls: (() => void)[] = [];
  let statusOf: ((method: string, parameters: Sent['parameters']) => number) | null = null;

  const poll = (response: ServerResponse, offset: number): void => {
    updates = updates.filter(({ update_id }) => Number(update_id) >= offset);
    if (updates.length > 0) return reply(response, 200, updates);
    polls.push(() => poll(response, offset));
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
      const parameters = JSON.parse(body) as Sent['parameters'];
      const status = token === botToken ? (statusOf?.(method, parameters) ?? 200) : 401;
      if (status !== 200) return reply(response, status, null);
      if (method === 'getUpdates') return poll(response, Number(parameters['offset']));
      sent.push({ method, parameters });
      reply(response, 200, { message_id: sent.length });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const push = (update: Readonly<Record<string, unknown>>): void => {
    updates.push({ update_id: nextId, ...update });
    nextId += 1;
    const waiting = polls;
    polls = [];
    for (const each of waiting) each();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    answers: () =>
      sent.filter(({ method }) => method === 'answerCallbackQuery').map(({ parameters }) => String(parameters['text'])),
    press: ({ from, chat, data, message = {} }) =>
      push({
        callback_query: {
          id: `press-${nextId}`,
          from: { id: from, is_bot: false, first_name: 'A name of his own choice' },
          message: { message_id: 7, chat, text: 'order 1 waits', ...message },
          data,
        },
      }),
    write: (from) => push({ message: { message_id: 8, from: { id: from }, chat: { id: from, type: 'private' } } }),
    answerWith: (next) => (statusOf = next),
  };
}

function reply(response: ServerResponse, status: number, result: unknown): void {
  const body = status === 200 ? { ok: true, result } : { ok: false, error_code: status, description: 'a refusal' };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
