import type { ExchangeClient } from '../client.ts';
import { timerMs } from '../limits/sleep.ts';
import {
  askStorage,
  imageKinds,
  maxImageBytes,
  storageAddress,
  storageError,
  type ImageType,
} from './image-storage.ts';
import type { UploadOptions } from './image-upload.ts';

/** A picture of a chat as it lies in the storage. */
export interface LoadedImage {
  readonly type: ImageType;
  readonly bytes: Uint8Array;
}

/** A merchant's line may be slow, and people wait. */
const downloadTimeoutMs = 20_000;
const endpoint = 'retrieveChatMessagesWithPagination';

/**
 * Loads a picture of a chat (EP-34) from the hosts of the service alone, at most five megabytes. Rejects with an ExchangeError.
 *
 * @example
 * const { items } = await client.chat.retrieveChatMessagesWithPagination({ orderNo: orderNumber, page: 1, rows: 20 });
 * const address = items.find(({ type }) => type === 'image')?.imageUrl ?? '';
 * if (address !== '') {
 *   const { type, bytes } = await downloadImage(client, address, { allowedHosts: client.allowedSocketHosts });
 *   console.log(`${type} of ${bytes.length} bytes`);
 * }
 */
export async function downloadImage(
  client: Pick<ExchangeClient, 'proxyOf'>,
  address: string,
  { allowedHosts, signal, timeoutMs = downloadTimeoutMs }: UploadOptions,
): Promise<LoadedImage> {
  const target = targetOf(address, { allowedHosts, proxyOf: client.proxyOf });
  const late = AbortSignal.timeout(timerMs(timeoutMs));
  const bytes = await load(target, signal === undefined ? late : AbortSignal.any([signal, late]));
  const kind = imageKinds.find(({ magic }) => magic.every((byte, at) => bytes[at] === byte));
  if (kind === undefined) throw storageError('the picture is no jpg, jpeg or png', { endpoint, sent: 'yes' });
  return { type: kind.type, bytes };
}

function targetOf(address: string, rules: Parameters<typeof storageAddress>[1]): URL {
  try {
    return storageAddress(address, rules);
  } catch (error) {
    const why = error instanceof TypeError ? error.message : 'it cannot be used';
    throw storageError(`the picture is not loaded: ${why}`, { endpoint, sent: 'no' });
  }
}

async function load(target: URL, signal: AbortSignal): Promise<Uint8Array> {
  const asked = askStorage(target, {
    method: 'GET',
    maxAnswerBytes: maxImageBytes,
    signal,
    take: (body) => body.bytes(),
  });
  const { status, read } = await asked.catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    const isLong = error.name === 'ResponseExceededMaxSizeError';
    const why = isLong ? `the picture is larger than ${maxImageBytes} bytes` : 'the picture could not be loaded';
    throw storageError(why, { endpoint, sent: 'unknown' });
  });
  if (status === 200) return read;
  throw storageError('the storage does not have the picture any more', { endpoint, sent: 'yes', httpStatus: status });
}
