import { Agent, request } from 'undici';
import type { ExchangeClient } from '../client.ts';
import { ExchangeError, type Sent } from '../exchange-error.ts';
import { timerMs } from '../limits/sleep.ts';
import { checkAddress, isLoopbackName, outsideLookup } from './socket-address.ts';

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

type ImageType = 'image/jpeg' | 'image/png';

const maxBytes = 5_242_880;
const uploadTimeoutMs = 30_000;
const maxAnswerBytes = 65_536;

/** The first bytes that a file must have, whatever its name. */
const kinds: readonly { readonly suffix: RegExp; readonly type: ImageType; readonly magic: readonly number[] }[] = [
  { suffix: /\.jpe?g$/i, type: 'image/jpeg', magic: [0xff, 0xd8, 0xff] },
  { suffix: /\.png$/i, type: 'image/png', magic: [0x89, 0x50, 0x4e, 0x47] },
];

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
  const timer = setTimeout(() => deadline.abort(), timerMs(options.timeoutMs ?? uploadTimeoutMs));
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
  const kind = kinds.find(({ suffix, magic }) => suffix.test(name) && magic.every((byte, at) => bytes[at] === byte));
  if (kind === undefined) throw unfit('the image is no jpg, jpeg or png');
  if (bytes.length > maxBytes) throw unfit(`the image is larger than ${maxBytes} bytes`);
  return kind.type;
}

function targetOf(uploadUrl: string, { allowedHosts }: UploadOptions, { proxyOf }: ExchangeClient): URL {
  try {
    return checkAddress(uploadUrl, { secure: 'https:', plain: 'http:', allowedHosts, proxyOf });
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

/** The address carries its own signature: errors mention only the status. */
async function putBytes(target: URL, { type, image, signal }: Upload): Promise<number> {
  const connect = isLoopbackName(target.hostname) ? {} : { lookup: outsideLookup };
  const dispatcher = new Agent({ allowH2: false, connect, maxResponseSize: maxAnswerBytes });
  try {
    const answer = await request(target, {
      method: 'PUT',
      dispatcher,
      headers: { 'content-type': type },
      body: image.bytes,
      headersTimeout: uploadTimeoutMs,
      bodyTimeout: uploadTimeoutMs,
      signal,
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw uploadError('the image could not be uploaded', 'unknown');
  } finally {
    await dispatcher.destroy();
  }
}

const unfit = (message: string): ExchangeError =>
  new ExchangeError({ message, endpoint: 'getImagePreSignedUrl', sent: 'no', code: 'IMAGE' });

function uploadError(message: string, sent: Sent, httpStatus: number | null = null): ExchangeError {
  return new ExchangeError({ message, endpoint: 'getImagePreSignedUrl', sent, httpStatus, code: 'UPLOAD' });
}
