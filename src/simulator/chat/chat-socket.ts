import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import { chatRowToWire, readerOf } from './chat-handlers.ts';
import { sayText, type Utterance } from '../trade/chat-log.ts';
import type { ChatTickets } from './chat-tickets.ts';
import type { Marketplace } from '../world/marketplace.ts';
import { orderOf } from '../trade/order-flow.ts';
import type { ImageStore } from './image-store.ts';
import { illegalParameter, SimRefusal } from '../world/sim-refusal.ts';
import { decodeBody, decodeQuery } from '../http/sim-request.ts';
import type { ChatImage, ChatRow, OrderRecord } from '../world/simulator-state.ts';

/** The chat over WebSocket: logs sockets in, sends them the events of their orders, accepts their messages. */
export interface ChatServer {
  upgrade: (message: IncomingMessage, socket: Duplex, head: Buffer) => void;
  close: () => void;
}

interface Listener {
  account: string;
  socket: WebSocket;
  held: string[];
  lastSaidMs: number;
}

const shuffleMs = 60;
const policyViolation = 1008;

/** What the chat checks sockets and images with. */
interface ChatServerParts {
  tickets: ChatTickets;
  images: ImageStore;
}

interface Chat extends ChatServerParts {
  marketplace: Marketplace;
  listeners: Map<string, Listener>;
}

/** Creates the chat of a marketplace. An account has one live socket; a newer one closes the older with `Bye`. */
export function createChatServer(marketplace: Marketplace, parts: ChatServerParts): ChatServer {
  const server = new WebSocketServer({ noServer: true, maxPayload: 65_536 });
  const chat: Chat = { marketplace, ...parts, listeners: new Map() };
  const stop = marketplace.onChat((order, row) => {
    for (const account of new Set([order.maker.account, order.taker.account])) {
      const listener = account === null ? undefined : chat.listeners.get(account);
      if (listener !== undefined) deliver(marketplace, listener, { order, row });
    }
  });
  return {
    upgrade: (message, stream, head) => {
      const [path = '', rawQuery = ''] = (message.url ?? '').split('?');
      if (path !== '/chat' && !path.startsWith('/chat/')) return turnAway(stream);
      const key = path.slice('/chat/'.length);
      server.handleUpgrade(message, stream, head, (socket) => converse(chat, socket, { key, rawQuery }));
    },
    close: () => {
      stop();
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

/** Nothing else listens to a detached stream: an unhandled reset of it would end the process. */
function turnAway(stream: Duplex): void {
  stream.on('error', () => stream.destroy());
  stream.once('finish', () => stream.destroy());
  stream.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
}

/** With key and token in the address the socket is logged in at once; at the bare address the first frame does it. */
function converse(chat: Chat, socket: WebSocket, { key, rawQuery }: { key: string; rawQuery: string }): void {
  const token = decodeQuery(rawQuery).get('token') ?? '';
  let listener = key === '' ? null : login(chat, socket, chat.tickets.redeem(key, token));
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: RawData) => {
    const frame = decodeFrame(data);
    if (listener !== null) hear(chat, listener, frame);
    else listener = login(chat, socket, redeemFrame(chat.tickets, frame));
  });
}

function login(chat: Chat, socket: WebSocket, account: string | null): Listener | null {
  if (account === null) {
    refuse(socket, null);
    socket.close(policyViolation);
    return null;
  }
  const listener: Listener = { account, socket, held: [], lastSaidMs: -Infinity };
  replace(chat.listeners, listener);
  return listener;
}

/** The first frame of a socket at the bare address: one field, the key. */
function redeemFrame(tickets: ChatTickets, frame: Record<string, unknown> | null): string | null {
  const listenKey = frame?.['listenKey'];
  return typeof listenKey === 'string' ? tickets.redeem(listenKey) : null;
}

function replace(listeners: Map<string, Listener>, listener: Listener): void {
  const older = listeners.get(listener.account);
  listeners.set(listener.account, listener);
  older?.socket.send('Bye');
  older?.socket.close();
  listener.socket.on('close', () => {
    if (listeners.get(listener.account) === listener) listeners.delete(listener.account);
  });
}

function decodeFrame(data: RawData): Record<string, unknown> | null {
  const chunks = Array.isArray(data) ? data : [data instanceof ArrayBuffer ? Buffer.from(data) : data];
  return decodeBody(Buffer.concat(chunks).toString('utf8'));
}

interface Spoken {
  order: OrderRecord;
  row: ChatRow;
}

/** The ids of frames are bare numbers beyond 2^53: a client that reads them as doubles will mix messages up. */
function frameOf({ order, row }: Spoken, account: string): string {
  const wire = chatRowToWire(order, row, account);
  const present = Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== null));
  return JSON.stringify(present).replace(/"id":"(\d+)"/, '"id":$1');
}

function deliver(marketplace: Marketplace, listener: Listener, spoken: Spoken): void {
  const struck = marketplace.faults.strike({
    isEvent: true,
    operations: ['chat'],
    orderNumbers: [spoken.order.orderNumber],
    adNumbers: [spoken.order.advNo],
  });
  if (struck.of('reset') !== null) return listener.socket.terminate();
  const frame = frameOf(spoken, listener.account);
  const frames = struck.of('duplicate-events') === null ? [frame] : [frame, frame];
  if (struck.of('shuffle-events') !== null || listener.held.length > 0) hold(marketplace, listener, frames);
  else for (const text of frames) listener.socket.send(text);
}

/** Holds frames back for a moment and sends them in another order. */
function hold(marketplace: Marketplace, listener: Listener, frames: readonly string[]): void {
  listener.held.push(...frames);
  if (listener.held.length > frames.length) return;
  setTimeout(() => {
    const held = listener.held.splice(0);
    for (let left = held.length; left > 0; left -= 1) {
      const [text] = held.splice(marketplace.random.integer(0, left - 1), 1);
      if (text !== undefined) listener.socket.send(text);
    }
  }, shuffleMs).unref();
}

function refuse(socket: WebSocket, uuid: string | null): void {
  socket.send(JSON.stringify({ type: 'error', content: 'ILLEGAL_PARAM', ...(uuid === null ? {} : { uuid }) }));
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Accepts a message of the desk; the echo, with the server's id, is its acknowledgement. */
function hear({ marketplace, images }: Chat, listener: Listener, frame: Record<string, unknown> | null): void {
  if (frame === null) return refuse(listener.socket, null);
  if (frame['type'] !== 'text' && frame['type'] !== 'image') return;
  const nowMs = marketplace.clock.now();
  // The live chat silently drops frames that arrive too fast.
  if (nowMs - listener.lastSaidMs < marketplace.settings.chatPaceMs) return;
  Object.assign(listener, { lastSaidMs: nowMs });
  try {
    if (frame['type'] === 'image' && imageOf(images, frame) === null) throw illegalParameter();
    const order = orderOf(marketplace, listener.account, textOf(frame['orderNo']) ?? '');
    sayText(marketplace, order, utteranceOf(frame, readerOf(order, listener.account), imageOf(images, frame)));
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    refuse(listener.socket, textOf(frame['uuid']));
  }
}

type Frame = Record<string, unknown>;

function utteranceOf(frame: Frame, author: 'maker' | 'taker', image: ChatImage | null): Utterance {
  const uuid = textOf(frame['uuid']);
  return {
    author,
    text: textOf(frame['content']) ?? '',
    type: frame['type'] === 'image' ? 'image' : 'text',
    ...(uuid === null ? {} : { uuid }),
    ...(image === null ? {} : { image }),
  };
}

/** Returns the image of a frame; null unless it was uploaded and is named by exactly the address issued for it. */
function imageOf(images: ImageStore, frame: Frame): ChatImage | null {
  const imageUrl = textOf(frame['imageUrl']);
  if (frame['type'] !== 'image' || imageUrl === null || !images.holds(imageUrl)) return null;
  const thumbnailUrl = textOf(frame['thumbnailUrl']);
  const imageType = textOf(frame['imageType']);
  const { width, height } = frame;
  return {
    imageUrl,
    ...(thumbnailUrl === null ? {} : { thumbnailUrl }),
    ...(imageType === null ? {} : { imageType }),
    ...(Number.isInteger(width) ? { width: Number(width) } : {}),
    ...(Number.isInteger(height) ? { height: Number(height) } : {}),
  };
}
