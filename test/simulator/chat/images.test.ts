import { describe, expect, it } from 'vitest';
import { openContract } from '../../contract/contract-world.ts';
import { uploadImage } from '../../../src/exchange/index.ts';
import { openWorld, type SimWorld } from '../sim-fixture.ts';

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const jpg = Buffer.from([0xff, 0xd8, 0xff, 1]);

const addressFor = async (world: SimWorld, imageName: string) =>
  (await world.desk.data('chat/image/pre-signed-url', { imageName })) as { uploadUrl: string; imageUrl: string };

async function put(url: string, body: Buffer<ArrayBuffer>, type = 'image/png') {
  const answer = await fetch(url, { method: 'PUT', body, headers: { 'content-type': type } });
  return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1] ?? null];
}

describe('EP-30, the image of a chat (wire-facts section 7)', () => {
  it('is uploaded with a PUT that carries no header of ours, and everybody finds it', async () => {
    const world = await openWorld();
    const { uploadUrl, imageUrl } = await addressFor(world, 'recibo n.º 1.png');
    expect((await fetch(imageUrl)).status).toBe(404);
    expect(await put(uploadUrl, png)).toEqual([200, null]);
    const shown = await fetch(imageUrl);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
  });

  it('is refused after five minutes, without the token, and at another place', async () => {
    const world = await openWorld();
    const { uploadUrl, imageUrl } = await addressFor(world, 'a.png');
    expect(await put(imageUrl, png)).toEqual([403, 'AccessDenied']);
    expect(await put(uploadUrl.replace('a.png', 'b.png'), png)).toEqual([403, 'AccessDenied']);
    world.clock.advance(5 * 60_000 - 1);
    expect(await put(uploadUrl, png)).toEqual([200, null]);
    world.clock.advance(1);
    expect(await put(uploadUrl, png)).toEqual([403, 'AccessDenied']);
  });

  it('is refused when type, content or size do not fit', async () => {
    const world = await openWorld();
    const { uploadUrl } = await addressFor(world, 'a.JPG');
    expect(await put(uploadUrl, png)).toEqual([400, 'InvalidArgument']);
    expect(await put(uploadUrl, png, 'image/jpeg')).toEqual([400, 'InvalidArgument']);
    const large = Buffer.concat([jpg, Buffer.alloc(5_242_880)]);
    expect(await put(uploadUrl, large, 'image/jpeg')).toEqual([400, 'EntityTooLarge']);
    expect(await put(uploadUrl, jpg, 'image/jpeg')).toEqual([200, null]);
    expect((await fetch(uploadUrl, { method: 'DELETE' })).status).toBe(405);
    for (const imageName of ['a.gif', 'png', '../a.png', 'a/b.png', '\ud800.png', 'a\udc00.jpg']) {
      expect(await world.desk.code('chat/image/pre-signed-url', { imageName })).toBe(-1102);
    }
  });

  it('issues an account 36 addresses a minute, then answers 429 with the wait', async () => {
    const world = await openWorld();
    const ask = (caller = world.desk) => caller.call('chat/image/pre-signed-url', { body: { imageName: 'a.png' } });
    await addressFor(world, 'a.png');
    world.clock.advance(20_000);
    for (let call = 1; call < 36; call += 1) await addressFor(world, 'a.png');
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after'), refused.json['code']]).toEqual([429, '40', -1003]);
    expect((await ask(world.rival)).status).toBe(200);
    world.clock.advance(39_001);
    expect((await ask()).headers.get('retry-after')).toBe('1');
    world.clock.advance(999);
    expect((await ask()).status).toBe(200);
    expect((await ask()).headers.get('retry-after')).toBe('20');
  });

  it('takes what the client of the product uploads', async () => {
    const { client } = await openContract();
    const imageUrl = await uploadImage(client, { name: 'receipt.png', bytes: png }, { allowedHosts: ['127.0.0.1'] });
    expect((await fetch(imageUrl)).status).toBe(200);
  });
});
