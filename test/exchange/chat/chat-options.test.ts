import { afterEach, expect, it } from 'vitest';
import { settleChatOptions } from '../../../src/exchange/chat/chat-options.ts';
import type { ChatSocketOptions } from '../../../src/exchange/index.ts';
import { eventually, openChat, startChatService, type ChatService } from './chat-service.ts';

let service: ChatService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

const leftOpen = {
  signal: undefined,
  handshake: undefined,
  allowedHosts: undefined,
  uploadHosts: undefined,
  catchUp: undefined,
  pingIntervalMs: undefined,
  connectTimeoutMs: undefined,
  loginSettleMs: undefined,
  holdLimitMs: undefined,
  takenOverWaitMs: undefined,
  reconnectBaseMs: undefined,
  reconnectCapMs: undefined,
  echoTimeoutMs: undefined,
  uploadTimeoutMs: undefined,
  random: undefined,
  sleep: undefined,
  now: undefined,
  monotonic: undefined,
} satisfies ChatSocketOptions;

it('interface 6: an option that is undefined has its usual value', () => {
  expect(settleChatOptions(leftOpen)).toEqual(settleChatOptions({}));
  expect(settleChatOptions({ catchUp: false, holdLimitMs: 0 })).toMatchObject({ catchUp: false, holdLimitMs: 0 });
});

it('interface 4.3: a chat whose options are all undefined connects as one without any', async () => {
  service = await startChatService();
  openChat(service, leftOpen);
  const { frames, lists } = service;
  await eventually(() => lists().length > 0);
  expect(frames).toEqual(['{"listenKey":"key-1"}']);
});
