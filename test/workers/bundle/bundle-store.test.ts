import { chmod, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { distrust, readBundle, writeBundle, type BundlePlace } from '../../../src/workers/bundle/bundle-store.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const keyOf = (digit: string): string => digit.repeat(64);
const code = 'exports.one = 1;\n';

async function newPlace(): Promise<BundlePlace & { file: string }> {
  const folder = join(await temporaryDirectory(), 'cache', 'workflows');
  const key = keyOf('a');
  return { folder, key, file: join(folder, `${key}.js`) };
}

async function stored(): Promise<BundlePlace & { file: string }> {
  const place = await newPlace();
  await writeBundle(place, code);
  return place;
}

describe('design 6: a bundle in the cache', () => {
  it('is absent before it is stored, and what was stored afterwards', async () => {
    const place = await newPlace();
    expect(await readBundle(place)).toEqual({ kind: 'absent' });
    await writeBundle(place, code);
    expect(await readBundle(place)).toEqual({ kind: 'found', code });
    expect(await readBundle({ ...place, key: keyOf('b') })).toEqual({ kind: 'absent' });
  });

  it('is readable by its owner alone, and leaves nothing half written', async () => {
    const { file, folder } = await stored();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it.each([
    ['cut', (text: string) => text.slice(0, -1)],
    ['changed', (text: string) => text.replace('= 1', '= 2')],
    ['without its first line', () => code],
    ['empty', () => ''],
  ])('is refused when it is %s', async (_, damage) => {
    const place = await stored();
    await writeFile(place.file, damage(await readFile(place.file, 'utf8')));
    expect(await readBundle(place)).toEqual({ kind: 'refused', reason: 'its contents are not what was stored' });
  });

  it('is refused under the name of another', async () => {
    const place = await stored();
    const other = { ...place, key: keyOf('b') };
    await writeFile(join(place.folder, `${other.key}.js`), await readFile(place.file), { mode: 0o600 });
    expect(await readBundle(other)).toMatchObject({ kind: 'refused' });
  });

  it.each([0o620, 0o602, 0o666])('is refused when others may write it: mode %o', async (mode) => {
    const place = await stored();
    await chmod(place.file, mode);
    expect(await readBundle(place)).toEqual({ kind: 'refused', reason: 'other users may write it' });
  });

  it('is refused when it is a link or a folder', async () => {
    const place = await stored();
    const link = { ...place, key: keyOf('b') };
    await symlink(place.file, join(place.folder, `${link.key}.js`));
    const folder = { ...place, key: keyOf('c') };
    await mkdir(join(place.folder, `${folder.key}.js`));
    expect(await readBundle(link)).toMatchObject({ kind: 'refused' });
    expect(await readBundle(folder)).toEqual({ kind: 'refused', reason: 'it is no file' });
  });

  it('is trusted from this user and from root, from no other user', () => {
    const owned = (uid: number) => distrust({ uid, mode: 0o100600, isFile: () => true }, 1_000);
    expect([owned(1_000), owned(0), owned(1_001)]).toEqual([null, null, 'another user owns it']);
    expect(distrust({ uid: 1_000, mode: 0o100600, isFile: () => true }, 0)).toBe('another user owns it');
  });

  it('a folder that cannot be written is an error; one that is no folder holds nothing', async () => {
    const file = join(await temporaryDirectory(), 'file');
    await writeFile(file, '');
    const place = { folder: join(file, 'workflows'), key: keyOf('a') };
    expect(await readBundle(place)).toEqual({ kind: 'absent' });
    await expect(writeBundle(place, code)).rejects.toThrow(/ENOTDIR/);
  });

  it('five are kept, the newest', async () => {
    const place = await newPlace();
    const digits = ['1', '2', '3', '4', '5', '6', '7'];
    for (const digit of digits) await writeBundle({ ...place, key: keyOf(digit) }, code);
    const names = await readdir(place.folder);
    expect(names).toHaveLength(5);
    expect(names).toContain(`${keyOf('7')}.js`);
  });
});
