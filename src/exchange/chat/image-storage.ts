/** The object storage beside the chat: what lies there, and how it is asked. Its addresses come from answers, and are checked first. */
import { Agent, request, type Dispatcher } from 'undici';
import type { ExchangeClient } from '../client.ts';
import { ExchangeError, type Sent } from '../exchange-error.ts';
import { checkAddress, isLoopbackName, outsideLookup } from './socket-address.ts';

export type ImageType = 'image/jpeg' | 'image/png';

export const maxImageBytes = 5_242_880;
export const storageTimeoutMs = 30_000;

/** The first bytes that a file must have, whatever its name. */
export const imageKinds: readonly {
  readonly suffix: RegExp;
  readonly type: ImageType;
  readonly magic: readonly number[];
}[] = [
  { suffix: /\.jpe?g$/i, type: 'image/jpeg', magic: [0xff, 0xd8, 0xff] },
  { suffix: /\.png$/i, type: 'image/png', magic: [0x89, 0x50, 0x4e, 0x47] },
];

interface StorageRules {
  readonly allowedHosts: readonly string[];
  readonly proxyOf: ExchangeClient['proxyOf'];
}

/** Returns a checked address. Throws a TypeError that names the broken rule. */
export function storageAddress(address: string, rules: StorageRules): URL {
  return checkAddress(address, { secure: 'https:', plain: 'http:', ...rules });
}

interface StorageQuestion<Read> {
  readonly method: 'GET' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
  /** Takes the rest of the answer, or lets it go. */
  readonly take: (body: Dispatcher.ResponseData['body']) => Promise<Read>;
}

/** Asks the storage, without our headers; follows no redirect. Rejects when there is no answer, or one that is too long. */
export async function askStorage<Read>(
  target: URL,
  { maxAnswerBytes, take, ...question }: StorageQuestion<Read>,
): Promise<{ readonly status: number; readonly read: Read }> {
  const connect = isLoopbackName(target.hostname) ? {} : { lookup: outsideLookup };
  const dispatcher = new Agent({ allowH2: false, connect, maxResponseSize: maxAnswerBytes });
  try {
    const limits = { headersTimeout: storageTimeoutMs, bodyTimeout: storageTimeoutMs };
    const answer = await request(target, { ...question, ...limits, dispatcher });
    return { status: answer.statusCode, read: await take(answer.body) };
  } finally {
    await dispatcher.destroy();
  }
}

/** Makes the error of an operation that needs the storage. The address carries its own signature: no message has it. */
export function storageError(
  message: string,
  { endpoint, sent, httpStatus = null }: { endpoint: string; sent: Sent; httpStatus?: number | null },
): ExchangeError {
  const code = endpoint === 'getImagePreSignedUrl' ? 'UPLOAD' : 'IMAGE';
  return new ExchangeError({ message, endpoint, sent, httpStatus, code });
}
