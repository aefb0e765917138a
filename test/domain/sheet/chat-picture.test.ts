import { describe, expect, it } from 'vitest';
import { chatPictureSchema, pictureEnding, sentPictureSchema } from '../../../src/domain/sheet/chat-picture.ts';

describe('a picture of a chat', () => {
  it('has an ending that the chat takes, and nothing else of its name is kept', () => {
    expect(['a.JPG', 'Ana Perez.jpeg', 'x.png', 'x.pdf', 'png'].map(pictureEnding)).toEqual([
      '.jpg',
      '.jpeg',
      '.png',
      null,
      null,
    ]);
    expect(sentPictureSchema.safeParse({ ending: '.png', base64: 'AAAA' }).success).toBe(true);
    expect(sentPictureSchema.safeParse({ ending: '.exe', base64: 'AAAA' }).success).toBe(false);
    expect(sentPictureSchema.safeParse({ ending: '.png', base64: 'AAAA', name: 'Ana' }).success).toBe(false);
  });

  it('is whole or missing with a reason; five megabytes are read without trouble, more are not', () => {
    const base64 = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64');
    const known = (text: string) => ({ known: { type: 'image/png', base64: text } });
    expect(chatPictureSchema.safeParse(known(base64(5_242_880))).success).toBe(true);
    expect(chatPictureSchema.safeParse(known(base64(5_300_000))).success).toBe(false);
    expect(chatPictureSchema.safeParse(known('no base64!')).success).toBe(false);
    expect(chatPictureSchema.safeParse({ missing: { code: 'ended' } }).success).toBe(true);
  });
});
