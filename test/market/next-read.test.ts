import { describe, expect, it } from 'vitest';
import { NextRead } from '../../src/market/next-read.ts';

function heldReads() {
  const begun: PromiseWithResolvers<number>[] = [];
  const reads = new NextRead<number>(() => {
    const read = Promise.withResolvers<number>();
    begun.push(read);
    return read.promise;
  });
  return { begun, reads };
}

describe('a read that many ask for at once', () => {
  it('forty questions cost two reads, and none is answered by a read that began before it', async () => {
    const { begun, reads } = heldReads();
    const first = reads.get();
    const others = Array.from({ length: 39 }, () => reads.get());
    expect(begun).toHaveLength(1);
    begun[0]?.resolve(1);
    expect(await first).toBe(1);
    expect(begun).toHaveLength(2);
    begun[1]?.resolve(2);
    expect(new Set(await Promise.all(others))).toEqual(new Set([2]));
    const later = reads.get();
    expect(begun).toHaveLength(3);
    begun[2]?.resolve(3);
    expect(await later).toBe(3);
  });

  it('a read that fails fails for those who share it, and not for the next', async () => {
    const { begun, reads } = heldReads();
    const first = reads.get();
    const second = reads.get();
    begun[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    begun[1]?.resolve(2);
    expect(await second).toBe(2);
  });
});
