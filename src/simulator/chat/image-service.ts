import type { IncomingMessage } from 'node:http';
import { maxImageBytes, type ImageStore } from './image-store.ts';
import { decodeQuery } from '../http/sim-request.ts';

/** An answer of the object storage: bytes without the envelope of the service. */
interface StorageReply {
  status: number;
  type: string;
  body: Buffer;
}

/** Answers the PUT of an image and the GET that shows it. No authentication: anyone with the URL may use it. */
export async function answerStorage(images: ImageStore, message: IncomingMessage): Promise<StorageReply> {
  const [path = '', rawQuery = ''] = (message.url ?? '').split('?');
  if (message.method === 'GET') return show(images, path);
  if (message.method !== 'PUT') return refusal(405, 'MethodNotAllowed');
  const contentType = message.headers['content-type'] ?? null;
  const token = decodeQuery(rawQuery).get('token') ?? '';
  const { status, error } = images.accept({ path, token, contentType, bytes: await readBytes(message) });
  return error === null ? { status, type: 'text/plain', body: Buffer.alloc(0) } : refusal(status, error);
}

function show(images: ImageStore, path: string): StorageReply {
  const image = images.read(path);
  return image === null ? refusal(404, 'NoSuchKey') : { status: 200, type: image.type, body: image.bytes };
}

const refusal = (status: number, error: string): StorageReply => ({
  status,
  type: 'application/xml',
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${error}</Code></Error>`),
});

/** Reads to the end, but keeps only enough to prove that the body is too large. */
async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    if (length <= maxImageBytes) chunks.push(bytes);
    length += bytes.length;
  }
  return Buffer.concat(chunks);
}
