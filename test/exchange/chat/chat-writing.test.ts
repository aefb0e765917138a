import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatSocketOptions } from '../../../src/exchange/index.ts';
import { echo, eventually, openChat, push, startChatService, textOf, type ChatService } from './chat-service.ts';
import { pngOf } from './image-bytes.ts';
import { success } from '../recorder.ts';

let service: ChatService;
beforeEach(async () => {
  service = await startChatService();
});
afterEach(async () => {
  await service.close();
});

/** Opens a chat whose service echoes with the id 77. */
async function openEchoed(options: ChatSocketOptions = {}) {
  service.onConnection = echo;
  const heard = openChat(service, options);
  await eventually(() => service.frames.length > 0);
  return heard;
}

const written = (): unknown => JSON.parse(service.frames.at(-1) ?? '');
const uuid: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('writing into the chat (wire-facts 7.1)', () => {
  it('a text is one flat frame, confirmed by its echo', async () => {
    const { socket } = await openEchoed({ now: () => 1_768_000_000_000 });
    expect(await socket.sendText('227', 'Gracias')).toBe('77');
    expect(written()).toEqual({
      type: 'text',
      orderNo: '227',
      content: 'Gracias',
      self: true,
      clientType: 'web',
      createTime: 1_768_000_000_000,
      sendStatus: 0,
      uuid,
    });
  });

  it('a message may have an id of its own, by which its rows are found again', async () => {
    const { socket } = await openEchoed();
    const own = '6f1f6a0e-3b1c-4c57-9d0e-0a8f6e0d2b11';
    expect(await socket.sendText('227', 'Gracias', own)).toBe('77');
    expect(written()).toMatchObject({ content: 'Gracias', uuid: own });
  });

  it('an image is uploaded, and its frame carries width and height from the header of the file', async () => {
    const bytes = pngOf(640, 480);
    const imageUrl = 'https://img.example/1.png';
    service.instead = ({ method, path }) => {
      if (method === 'PUT') return { status: 200 };
      const uploadUrl = `${service.recorder.baseUrl}/bucket/1.png`;
      return path.endsWith('/pre-signed-url') ? success({ uploadUrl, imageUrl }) : null;
    };
    const { socket } = await openEchoed({ now: () => 1 });
    expect(await socket.sendImage('227', { name: 'proof.png', bytes })).toBe('77');
    expect(written()).toEqual({
      type: 'image',
      orderNo: '227',
      imageUrl,
      thumbnailUrl: imageUrl,
      imageType: 'png',
      width: 640,
      height: 480,
      self: true,
      clientType: 'web',
      createTime: 1,
      sendStatus: 0,
      uuid,
    });
  });

  it('no faster than one in 0.8 s (wire-facts 14)', async () => {
    const slept: number[] = [];
    let elapsedMs = 0;
    const sleep = async (ms: number): Promise<void> => {
      slept.push(ms);
      elapsedMs += ms;
    };
    const { socket } = await openEchoed({ sleep, monotonic: () => elapsedMs });
    await Promise.all([socket.sendText('1', 'a'), socket.sendText('1', 'b'), socket.sendText('1', 'c')]);
    expect(slept.filter((ms) => ms === 800)).toEqual([800, 800]);
  });

  it('a step of the wall clock neither stops nor rushes what is written', async () => {
    const slept: number[] = [];
    let wallMs = 1_768_000_000_000;
    const sleep = async (ms: number): Promise<void> => {
      slept.push(ms);
    };
    const { socket } = await openEchoed({ sleep, now: () => wallMs });
    await socket.sendText('1', 'a');
    for (const stepMs of [-3_600_000, 7_200_000]) {
      slept.length = 0;
      wallMs += stepMs;
      await socket.sendText('1', 'b');
      expect(slept.length).toBeGreaterThan(0);
      expect(Math.max(...slept)).toBeLessThanOrEqual(800);
    }
  });

  it('a refusal carries the service’s reason', async () => {
    const { socket } = openChat(service);
    service.onConnection = (connection) =>
      connection.on('message', (data) => {
        const { uuid: sentUuid } = JSON.parse(textOf(data)) as { uuid?: string };
        if (sentUuid !== undefined) push(service, { type: 'error', content: 'ILLEGAL_PARAM', uuid: sentUuid });
      });
    await expect(socket.sendText('1', 'a')).rejects.toMatchObject({
      sent: 'yes',
      message: 'the chat refused the message: ILLEGAL_PARAM',
    });
  });

  it('an echo that does not come leaves open whether the message arrived', async () => {
    const { socket } = openChat(service, { echoTimeoutMs: 50 });
    await expect(socket.sendText('1', 'a')).rejects.toMatchObject({
      sent: 'unknown',
      message: 'the chat did not confirm the message in time',
    });
  });

  it('only our own echo confirms: the same uuid in the words of another does not', async () => {
    const { socket, events } = openChat(service);
    await eventually(() => service.frames.length > 0);
    service.sockets[0]?.once('message', (data) => {
      const frame = JSON.parse(textOf(data)) as Record<string, unknown>;
      push(service, { ...frame, id: 78, self: false });
    });
    const sending = expect(socket.sendText('1', 'a')).rejects.toMatchObject({ sent: 'unknown' });
    await eventually(() => events.some(({ id }) => id === '78'));
    service.sockets[0]?.terminate();
    await sending;
  });

  it.each(['', '2 2', '1\n'])('a message to no order is refused here: %j', async (orderNumber) => {
    const { socket } = await openEchoed();
    const refused = { sent: 'no', code: '-1102' };
    await expect(socket.sendText(orderNumber, 'a')).rejects.toMatchObject(refused);
    const image = { name: 'proof.png', bytes: pngOf(1, 1) };
    await expect(socket.sendImage(orderNumber, image)).rejects.toMatchObject(refused);
    expect(service.frames).toHaveLength(1);
  });

  it('an image that does not fit is refused with a code of its own', async () => {
    const { socket } = openChat(service);
    const gif = { name: 'proof.gif', bytes: pngOf(1, 1) };
    const huge = { name: 'proof.png', bytes: Buffer.concat([pngOf(1, 1), Buffer.alloc(6_000_000)]) };
    for (const image of [gif, huge]) {
      const advice: unknown = expect.stringContaining('jpg, jpeg or png');
      await expect(socket.sendImage('1', image)).rejects.toMatchObject({ code: 'IMAGE', sent: 'no', advice });
    }
  });

  it('a connection that is lost before the echo ends the wait at once', async () => {
    const { socket } = openChat(service, { echoTimeoutMs: 2 ** 40 });
    await eventually(() => service.frames.length > 0);
    service.sockets[0]?.once('message', () => service.sockets[0]?.terminate());
    await expect(socket.sendText('1', 'a')).rejects.toMatchObject({
      sent: 'unknown',
      message: 'the connection was lost before the message was confirmed',
    });
  });

  it('a wait for the echo that no timer can hold does not end at once', async () => {
    const { socket } = await openEchoed({ echoTimeoutMs: 2 ** 40 });
    expect(await socket.sendText('1', 'a')).toBe('77');
  });
});
