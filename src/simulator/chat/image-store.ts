import { createRandom, seedFromText } from '../world/seeded-random.ts';
import type { SimClock } from '../world/sim-clock.ts';

/** An image as it lies in the object storage. */
interface StoredImage {
  type: string;
  bytes: Buffer;
}

interface ImageUpload {
  path: string;
  token: string;
  contentType: string | null;
  bytes: Buffer;
}

/** What an address is issued for: the file's name, and the origin under which the caller reaches the storage. */
interface WantedAddress {
  imageName: string;
  origin: string;
}

/** Where an image goes: the PUT address with the token, and the public address, in full and as its path. */
interface ImageAddress {
  imageUrl: string;
  path: string;
  token: string;
}

/** How an upload ended: a status, and for a refusal the name that object storages use. */
interface UploadVerdict {
  status: number;
  error: string | null;
}

/** The object storage beside the chat (EP-30). It lives in memory. */
export interface ImageStore {
  /** How long until the account may get another address; 0: now. */
  waitMs: (account: string) => number;
  issue: (account: string, wanted: WantedAddress) => ImageAddress;
  accept: (upload: ImageUpload) => UploadVerdict;
  read: (path: string) => StoredImage | null;
  /** Whether an image was stored at exactly this issued address, host included. */
  holds: (imageUrl: string) => boolean;
}

export const imageFolder = '/chat-images/';
export const maxImageBytes = 5_242_880;
const addressLifeMs = 5 * 60_000;
const addressesPerMinute = 36;
const minuteMs = 60_000;
const imagesKept = 100;

interface Issued extends ImageAddress {
  account: string;
  atMs: number;
}

/** Creates an empty storage. An address is valid for five minutes, and an account gets 36 of them a minute. */
export function createImageStore(seed: number, clock: SimClock): ImageStore {
  const random = createRandom(seedFromText(`images:${seed}:${clock.now()}`));
  const word = (): string => Array.from({ length: 4 }, () => random.integer(0, 0xffff_ffff).toString(36)).join('');
  let issued: Issued[] = [];
  const images = new Map<string, KeptImage>();
  return {
    waitMs: (account) => {
      const eldest = issued.filter((address) => address.account === account).at(-addressesPerMinute);
      return eldest === undefined ? 0 : Math.max(0, eldest.atMs + minuteMs - clock.now());
    },
    issue: (account, { imageName, origin }) => {
      const nowMs = clock.now();
      issued = issued.filter(({ atMs }) => nowMs - atMs < addressLifeMs);
      const path = `${imageFolder}${word()}/${encodeURIComponent(imageName)}`;
      const address = { imageUrl: origin + path, path, token: word() };
      issued.push({ ...address, account, atMs: nowMs });
      return address;
    },
    accept: (upload) => {
      const address = issued.find(({ path, token }) => path === upload.path && token === upload.token);
      const verdict = judge(upload, address, clock.now());
      if (verdict.error === null && address !== undefined) keep(images, upload, address.imageUrl);
      return verdict;
    },
    read: (path) => images.get(path) ?? null,
    holds: (imageUrl) => [...images.values()].some((image) => image.imageUrl === imageUrl),
  };
}

interface KeptImage extends StoredImage {
  imageUrl: string;
}

function judge({ path, contentType, bytes }: ImageUpload, address: Issued | undefined, nowMs: number): UploadVerdict {
  if (address === undefined || nowMs - address.atMs >= addressLifeMs) return { status: 403, error: 'AccessDenied' };
  if (bytes.length > maxImageBytes) return { status: 400, error: 'EntityTooLarge' };
  const type = /\.png$/i.test(path) ? 'image/png' : 'image/jpeg';
  if (contentType !== type || !hasMagic(bytes, type)) return { status: 400, error: 'InvalidArgument' };
  return { status: 200, error: null };
}

const magic: Record<string, readonly number[]> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

const hasMagic = (bytes: Buffer, type: string): boolean =>
  (magic[type] ?? []).every((byte, place) => bytes[place] === byte);

function keep(images: Map<string, KeptImage>, { path, contentType, bytes }: ImageUpload, imageUrl: string): void {
  images.set(path, { type: contentType ?? '', bytes, imageUrl });
  const [eldest] = images.keys();
  if (images.size > imagesKept && eldest !== undefined) images.delete(eldest);
}
