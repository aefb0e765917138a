import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openWorld } from './sim-fixture.ts';

const megabyte = 1_048_576;

/** Sends bytes that are neither decoded nor checked on the way. */
function post(url: string, body: Buffer): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST' }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    sending.on('error', reject).end(body);
  });
}

describe('bodies that are too long or hold values of the wrong kind', () => {
  it.each([megabyte + 1, 5 * megabyte])('a body of %d bytes: 413 with the two-field error', async (length) => {
    const world = await openWorld();
    for (const path of ['/sapi/v1/c2c/ads/update', '/sapi/v1/c2c/chat/markUserMessagesAsRead', '/_sim/faults']) {
      const { status, text } = await post(world.baseUrl + path, Buffer.alloc(length, 'a'));
      const msg = 'The body of the request is longer than 1048576 bytes.';
      expect([path, status, JSON.parse(text)]).toEqual([path, 413, { code: -1102, msg }]);
    }
  });

  it.each([
    ['an object that has no text', '{"advNos":[{"toString":1}],"advStatus":1}'],
    ['an array in arrays', `{"advNos":[${'['.repeat(100_000)}${']'.repeat(100_000)}],"advStatus":1}`],
  ])('ad numbers that are none, %s: refused by their name, after the key', async (_what, rawBody) => {
    const { desk } = await openWorld();
    const { json } = await desk.call('ads/updateStatus', { rawBody });
    expect([json['code'], json['msg']]).toEqual([-1102, expect.stringContaining("'advNos'")]);
    expect(await desk.code('ads/updateStatus', undefined, { rawBody, headers: { 'X-MBX-APIKEY': null } })).toBe(-2014);
    expect(await desk.code('user/baseDetail', undefined, { rawBody })).toBe('000000');
  });

  it('a body of a megabyte is read, and judged after the key', async () => {
    const { desk } = await openWorld();
    const rawBody = `{"page":1,"rows":20,"note":"${'a'.repeat(megabyte - 30)}"}`;
    expect(rawBody).toHaveLength(megabyte);
    expect(await desk.code('ads/listWithPagination', undefined, { rawBody })).toBe('000000');
  });
});
