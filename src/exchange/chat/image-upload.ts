import type { ExchangeClient } from '../client.ts';
import { ExchangeError, type Sent } from '../exchange-error.ts';
import { timerMs } from '../limits/sleep.ts';
import {
  askStorage,
  imageKinds,
  maxImageBytes,
  storageAddress,
  storageError,
  storageTimeoutMs,
  type ImageType,
} from './image-storage.ts';
import { isLoopbackName } from './socket-address.ts';

export interface ChatImage {
  /** File name; jpg, jpeg or png. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface UploadOptions {
  readonly allowedHosts: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** How long fetching the address and uploading may take together; default: half a minute. */
  readonly timeoutMs?: number | undefined;
}

const endpoint = 'getImagePreSignedUrl';
const maxAnswerBytes = 65_536;

/**
 * Uploads an image for the chat (EP-30): fetches an address, checks it, PUTs the bytes there without our headers.
 * Returns the address for the chat frame. Rejects with an ExchangeError, also when it takes too long.
 *
 * @example
 * import { readFileSync } from 'node:fs';
 * const image = { name: 'receipt.png', bytes: readFileSync('receipt.png') };
 * const address = await uploadImage(client, image, { allowedHosts: client.allowedSocketHosts });
 * console.log(`the chat can show ${address}`);
 */
export async function uploadImage(client: ExchangeClient, image: ChatImage, options: UploadOptions): Promise<string> {
  const type = imageType(image);
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), timerMs(options.timeoutMs ?? storageTimeoutMs));
  const signal = options.signal === undefined ? deadline.signal : AbortSignal.any([options.signal, deadline.signal]);
  try {
    const { uploadUrl, imageUrl } = await client.chat.getImagePreSignedUrl(image.name, { signal });
    checkImageUrl(imageUrl);
    await put(targetOf(uploadUrl, options, client), { type, image, signal });
    return imageUrl;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the type of an image; throws an ExchangeError when name, content or size do not fit. */
export function imageType({ name, bytes }: ChatImage): ImageType {
  const kind = imageKinds.find(
    ({ suffix, magic }) => suffix.test(name) && magic.every((byte, at) => bytes[at] === byte),
  );
  if (kind === undefined) throw unfit('the image is no jpg, jpeg or png');
  if (bytes.length > maxImageBytes) throw unfit(`the image is larger than ${maxImageBytes} bytes`);
  return kind.type;
}

function targetOf(uploadUrl: string, { allowedHosts }: UploadOptions, { proxyOf }: ExchangeClient): URL {
  try {
    return storageAddress(uploadUrl, { allowedHosts, proxyOf });
  } catch (error) {
    throw uploadError(error instanceof TypeError ? error.message : 'the upload address cannot be used', 'no');
  }
}

/** The counterparty's program will open this address: it must be a public web address without credentials. */
function checkImageUrl(imageUrl: string): void {
  const url = URL.canParse(imageUrl) ? new URL(imageUrl) : null;
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!isWeb || url.username !== '') throw uploadError('the address of the image cannot be used', 'no');
}

interface Upload {
  readonly type: ImageType;
  readonly image: ChatImage;
  readonly signal: AbortSignal;
}

async function put(target: URL, upload: Upload): Promise<void> {
  const status = await putBytes(target, upload);
  if (status < 200 || status >= 300) throw uploadError('the image was not accepted', 'yes', status);
}

async function putBytes(target: URL, { type, image, signal }: Upload): Promise<number> {
  const headers = { 'content-type': type };
  try {
    const question = { method: 'PUT', headers, body: image.bytes, maxAnswerBytes, signal } as const;
    return (await askStorage(target, { ...question, take: (body) => body.dump() })).status;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw uploadError('the image could not be uploaded', 'unknown');
  }
}

const unfit = (message: string): ExchangeError => new ExchangeError({ message, endpoint, sent: 'no', code: 'IMAGE' });

const uploadError = (message: string, sent: Sent, httpStatus: number | null = null): ExchangeError =>
  storageError(message, { endpoint, sent, httpStatus });
