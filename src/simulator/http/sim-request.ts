import type { IncomingMessage } from 'node:http';

/** One raw request: nothing decoded, nothing omitted. */
export interface SimRequest {
  method: string;
  path: string;
  rawQuery: string;
  rawBody: string;
  apiKey: string | null;
  clientType: string | null;
  contentType: string | null;
  host: string;
  remoteAddress: string;
}

const maxBodyBytes = 1_048_576;

/** The body of a request is longer than anything the service accepts. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';

  constructor() {
    super(`The body of the request is longer than ${maxBodyBytes} bytes.`);
  }
}

/** Reads the whole request. Rejects with BodyTooLong above a megabyte, and when the connection breaks. */
export async function readRequest(message: IncomingMessage): Promise<SimRequest> {
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    rawQuery: mark < 0 ? '' : target.slice(mark + 1),
    rawBody: await readBody(message),
    apiKey: header(message, 'x-mbx-apikey'),
    clientType: header(message, 'clienttype'),
    contentType: header(message, 'content-type'),
    host: header(message, 'host') ?? 'localhost',
    remoteAddress: message.socket.remoteAddress ?? '',
  };
}

function header(message: IncomingMessage, name: string): string | null {
  const value = message.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads to the end, because a client that is still sending does not read an answer; keeps only the allowed size. */
async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length <= maxBodyBytes) chunks.push(bytes);
  }
  if (length > maxBodyBytes) throw new BodyTooLong();
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the decoded pairs of a raw query; a repeated name keeps its first value. */
export function decodeQuery(rawQuery: string): Map<string, string> {
  const decoded = new Map<string, string>();
  for (const pair of rawQuery.split('&').filter((text) => text !== '')) {
    const mark = pair.indexOf('=');
    const name = decodeText(mark < 0 ? pair : pair.slice(0, mark));
    if (!decoded.has(name)) decoded.set(name, mark < 0 ? '' : decodeText(pair.slice(mark + 1)));
  }
  return decoded;
}

const wellFormed = /^(?:[^%]|%[0-9A-Fa-f]{2})*$/;

/** A malformed text stays as it is: the signature check, which reads the bytes, will refuse it. */
function decodeText(text: string): string {
  if (!wellFormed.test(text)) return text;
  return Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

/** Returns the body as an object; empty when there is none, null when it is not a JSON object. */
export function decodeBody(rawBody: string): Record<string, unknown> | null {
  if (rawBody.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(rawBody);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value)) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
