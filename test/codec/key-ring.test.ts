import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCodec } from '../../src/codec/codec-environment.ts';
import { newKeyLine, parseKeyRing, readKeyRing } from '../../src/codec/key-ring.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const [old, recent] = [newKeyLine(0), newKeyLine(1_768_000_000_000)];
const base64 = old.split(':')[1] ?? '';

async function keyFile(text: string, mode = 0o600): Promise<string> {
  const file = join(await temporaryDirectory(), 'keys');
  await writeFile(file, text, { mode });
  await chmod(file, mode);
  return file;
}

describe('S2: the keys of a desk', () => {
  it('the first line seals, each line opens; comments and empty lines do not count', async () => {
    const ring = readKeyRing(await keyFile(`# of the desk\n\n${recent}\n${old}\n`));
    expect(recent.startsWith(`${ring.first.id}:`)).toBe(true);
    expect(ring.first.id).toMatch(/^2026-01-09-[0-9a-f]{8}$/);
    expect(ring.ids).toHaveLength(2);
    expect(ring.find(old.split(':')[0] ?? '')).not.toBeNull();
    expect(ring.find('another')).toBeNull();
  });

  it('each new key is another one, of 32 bytes', () => {
    expect(Buffer.from(base64, 'base64')).toHaveLength(32);
    expect(newKeyLine(0)).not.toBe(newKeyLine(0));
  });

  it.each([
    ['no key', '# nothing\n', /holds no key/],
    ['no id', `:${base64}`, /:1: a key is ID:BASE64/],
    ['an id with a blank', `a b:${base64}`, /:1: a key is ID:BASE64/],
    ['too few bytes', `\nk1:${Buffer.alloc(16).toString('base64')}`, /:2: a key is ID:BASE64 with 32 bytes/],
    ['hexadecimal', `k1:${'ab'.repeat(32)}`, /:1: a key is ID:BASE64/],
    ['base64 without its end', `k1:${base64.slice(0, -1)}`, /:1: a key is ID:BASE64/],
    [
      'an id that is there twice',
      `${old}\n${old.split(':')[0]}:${Buffer.alloc(32, 1).toString('base64')}`,
      /:2: the id .* twice/,
    ],
  ])('%s is refused with the line and without the key', (_, text, message) => {
    let said = '';
    try {
      parseKeyRing(text, 'keys');
    } catch (error) {
      said = String(error);
    }
    expect(said).toMatch(message);
    for (const part of text.split(/[:\n]/).filter(({ length }) => length > 20)) expect(said).not.toContain(part);
  });

  it.each([0o644, 0o604, 0o660, 0o602])(
    'a file with the mode %o is refused: others could read or change it',
    async (mode) => {
      const file = await keyFile(old, mode);
      expect(() => readKeyRing(file)).toThrow(/chmod 600/);
    },
  );

  it('a file that is absent, or no file, is refused with the command that makes one', async () => {
    expect(() => readKeyRing('/nothing/there')).toThrow(/peerdesk codec new-key/);
    const folder = await temporaryDirectory();
    expect(() => readKeyRing(folder)).toThrow(/is no file of keys/);
  });
});

describe('S2: the variables of the codec', () => {
  it('nothing is sealed without keys; with keys only what is sealed is read, unless the desk changes over', async () => {
    const file = await keyFile(old);
    expect(readCodec({})).toEqual({ keys: null, plain: 'read' });
    expect(readCodec({ PEERDESK_CODEC_KEYS_FILE: file })).toMatchObject({
      keys: { ids: [expect.any(String)] },
      plain: 'refused',
    });
    expect(readCodec({ PEERDESK_CODEC_KEYS_FILE: file, PEERDESK_CODEC: 'strict' }).plain).toBe('refused');
    expect(readCodec({ PEERDESK_CODEC_KEYS_FILE: file, PEERDESK_CODEC: 'migrate' }).plain).toBe('read');
  });

  it('another word, and a word without keys, are refused: they would silently have no effect', () => {
    expect(() => readCodec({ PEERDESK_CODEC: 'on' })).toThrow('PEERDESK_CODEC is strict or migrate');
    expect(() => readCodec({ PEERDESK_CODEC: 'strict' })).toThrow(/counts only with PEERDESK_CODEC_KEYS_FILE/);
  });
});
