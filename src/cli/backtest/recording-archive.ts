import { constants, gunzipSync } from 'node:zlib';

/** Every batch of `peerdesk record` is an archive of its own and begins like this; compressed bytes hardly ever do. */
const batchStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
/** Stands for a batch that is lost: no look, so it is counted as one that could not be used. */
const lost = 'a damaged batch';

/**
 * Returns the text of compressed lines. Where the end of a batch is missing, because a process died or its disk was full, what
 * there is of it is returned, and so are the batches after it. Throws the error of zlib when nothing can be read.
 */
export function textOfArchive(bytes: Buffer): string {
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch (error) {
    const texts = batchesOf(bytes).map(textOfBatch);
    if (texts.every((text) => text === null)) throw error;
    return texts.map((text) => text ?? lost).join('\n');
  }
}

function batchesOf(bytes: Buffer): Buffer[] {
  const starts = [0];
  for (let at = bytes.indexOf(batchStart, 1); at !== -1; at = bytes.indexOf(batchStart, at + 1)) starts.push(at);
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

function textOfBatch(batch: Buffer): string | null {
  try {
    return gunzipSync(batch, { finishFlush: constants.Z_SYNC_FLUSH }).toString('utf8');
  } catch {
    return null;
  }
}
