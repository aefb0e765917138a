interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const headerBytes = 24;
const pngSignature = 0x89_50_4e_47;
const pngHeaderName = 0x49_48_44_52;
const jpegStart = 0xff_d8;
const markerStart = 0xff;
/** The JPEG frames without a size: C0 to CF carry one, except tables and arithmetic conditioning. */
const noFrames = [0xc4, 0xc8, 0xcc];

/** Returns the size of a PNG or JPEG in pixels, read from the header; null when it has none. */
export function imageSize(bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < headerBytes) return null;
  const size = view.getUint32(0) === pngSignature ? pngSize(view) : jpegSize(view);
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

/** The first chunk, after eight bytes of signature: its length, its name, width and height. */
function pngSize(view: DataView): ImageSize | null {
  if (view.getUint32(12) !== pngHeaderName) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Segments follow each other, each with a marker and its own length, until one of them is a frame. */
function jpegSize(view: DataView): ImageSize | null {
  if (view.getUint16(0) !== jpegStart) return null;
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === markerStart) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // A marker may be padded with more bytes of its first kind.
    at += marker === markerStart ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && !noFrames.includes(marker);
}
