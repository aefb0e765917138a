/** The beginning of a PNG file: signature and the chunk that holds its size. */
export function pngOf(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** The beginning of a JPEG file: these segments, then a frame that holds its size. */
export function jpegOf(size: { readonly width: number; readonly height: number }, ...segments: Buffer[]): Uint8Array {
  const frame = Buffer.from('ffc000110800000000030122000211010311', 'hex');
  frame.writeUInt16BE(size.height, 5);
  frame.writeUInt16BE(size.width, 7);
  return Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments, frame, Buffer.alloc(8)]);
}

/** A segment of a JPEG file with this marker and so many bytes of content. */
export function jpegSegment(marker: number, contentBytes: number): Buffer {
  const segment = Buffer.alloc(4 + contentBytes, 0xc0);
  segment.writeUInt8(0xff, 0);
  segment.writeUInt8(marker, 1);
  segment.writeUInt16BE(2 + contentBytes, 2);
  return segment;
}
