import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether a request asks for the chat's protocol; offers of any other (`h2c`) may be ignored. */
export const asksForWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket';

/** A request after Node detached its connection: Node reads nothing more of it, the rest of the request included. */
interface UpgradeRequest {
  message: IncomingMessage;
  stream: Duplex;
  /** Bytes read beyond the head of the request. */
  head: Buffer;
}

/**
 * Returns a connection to its server, with the request as it would have been without the offer of another protocol.
 *
 * Node before 22.21 and 24.9 has no `shouldUpgradeCallback`: there every offer detaches the connection.
 */
export function passOverOffer(server: Server, { message, stream, head }: UpgradeRequest): void {
  const start = `${message.method} ${message.url} HTTP/${message.httpVersion}`;
  const text = [start, ...headerLines(message.rawHeaders), '', ''].join('\r\n');
  stream.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]));
  server.emit('connection', stream);
}

/** Names and values alternate. */
const headerLines = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.flatMap((name, place) =>
    place % 2 === 1 || name.toLowerCase() === 'upgrade' ? [] : [`${name}: ${rawHeaders[place + 1] ?? ''}`],
  );
