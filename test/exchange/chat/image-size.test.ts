import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageSize } from '../../../src/exchange/chat/image-size.ts';
import { jpegOf, jpegSegment, pngOf } from './image-bytes.ts';

const seed = 20_260_121;

describe('wire-facts 7.1: width and height of an image frame', () => {
  it('of a PNG come from its first chunk', () => {
    expect(imageSize(pngOf(640, 480))).toEqual({ width: 640, height: 480 });
    expect(imageSize(pngOf(100_000, 1))).toEqual({ width: 100_000, height: 1 });
  });

  it('of a JPEG come from its frame, behind whatever stands before', () => {
    const size = { width: 4_032, height: 3_024 };
    expect(imageSize(jpegOf(size))).toEqual(size);
    const exif = jpegSegment(0xe1, 20_000);
    const tables = [jpegSegment(0xdb, 65), jpegSegment(0xc4, 30), jpegSegment(0xcc, 2)];
    expect(imageSize(jpegOf(size, exif, ...tables))).toEqual(size);
    expect(imageSize(jpegOf(size, Buffer.from('ffff', 'hex'), jpegSegment(0xe0, 14)))).toEqual(size);
  });

  it('read from the right place when the bytes are part of a larger buffer', () => {
    const whole = Buffer.concat([Buffer.alloc(7, 0xff), pngOf(3, 4)]);
    expect(imageSize(whole.subarray(7))).toEqual({ width: 3, height: 4 });
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a PNG that ends early', pngOf(640, 480).subarray(0, 20)],
    ['a PNG whose first chunk is another', Buffer.from(pngOf(640, 480)).fill(0x41, 12, 16)],
    ['a PNG of no width', pngOf(0, 480)],
    ['a JPEG without a frame', Buffer.concat([Buffer.from('ffd8', 'hex'), jpegSegment(0xe0, 40)])],
    ['a JPEG of no height', jpegOf({ width: 5, height: 0 })],
    ['a text', Buffer.from('not an image, but long enough to be one')],
  ])('%s has none', (_name, bytes) => {
    expect(imageSize(bytes)).toBeNull();
  });

  it('any bytes are read to an end, and yield a possible size or none', () => {
    const starts = fc.constantFrom<readonly number[]>([], [0xff, 0xd8], [0x89, 0x50, 0x4e, 0x47]);
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const size = imageSize(Uint8Array.from([...start, ...rest]));
        expect(size === null || (size.width > 0 && size.height > 0)).toBe(true);
      }),
      { seed, numRuns: 3_000 },
    );
  });
});
