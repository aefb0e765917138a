import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Returns the SHA-256 of the text's UTF-16 code units, high byte first, as 64 hex digits: no two texts share their bytes,
 * broken characters included. A workflow has no crypto of Node.
 */
export function sha256(text: string): string {
  const bytes = new Uint8Array(text.length * 2);
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    bytes.set([unit >>> 8, unit & 0xff], place * 2);
  }
  return bytesToHex(digest(bytes));
}
