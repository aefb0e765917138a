import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { openWorld, type SimWorld } from '../sim-fixture.ts';

interface Ear {
  socket: WebSocket;
  frames: string[];
  /** Waits for the frame at a place. */
  frame: (place: number) => Promise<string>;
  closed: Promise<void>;
}

function listen(url: string, first?: unknown): Ear {
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  const frames: string[] = [];
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.on('message', (data: Buffer) => frames.push(data.toString('utf8')));
  socket.on('open', () => {
    if (first !== undefined) socket.send(JSON.stringify(first));
  });
  const frame = async (place: number): Promise<string> => {
    while (frames.length <= place) await new Promise<void>((resolve) => socket.once('message', () => resolve()));
    return frames[place] ?? '';
  };
  return { socket, frames, frame, closed };
}

interface Credential {
  wssUrl: string;
  chatWssUrl: string;
  listenKey: string;
  listenToken: string;
}

const credential = async (world: SimWorld): Promise<Credential> =>
  (await world.desk.get('chat/retrieveChatCredential')).json['data'] as unknown as Credential;

/** Logs in and waits until the service has processed it: its answer to a wrong frame proves that. */
async function login(world: SimWorld): Promise<Ear> {
  const { wssUrl, listenKey } = await credential(world);
  const ear = listen(wssUrl, { listenKey });
  await heard(ear);
  return ear;
}

async function heard(ear: Ear): Promise<void> {
  if (ear.socket.readyState !== WebSocket.OPEN)
    await new Promise<void>((resolve) => ear.socket.once('open', () => resolve()));
  ear.socket.send('[]');
  expect(await ear.frame(0)).toContain('ILLEGAL_PARAM');
  ear.frames.length = 0;
}

const parse = (frame: string): Record<string, unknown> => JSON.parse(frame) as Record<string, unknown>;

describe('the chat socket (interface section 4.3)', () => {
  it('returns the address under both names, and streams order events after the frame {listenKey}', async () => {
    const world = await openWorld();
    const { wssUrl, chatWssUrl } = await credential(world);
    expect(wssUrl).toBe(chatWssUrl);
    const ear = await login(world);
    const advNo = world.addAd({ autoReply: 'Welcome' });
    const orderNo = world.simulator.counterparties.take({
      adNumber: advNo,
      nickname: 'Maria',
      realName: 'Maria Lopez',
    });
    world.simulator.counterparties.pay(orderNo);
    const created = parse(await ear.frame(0));
    expect(created).toMatchObject({
      type: 'system',
      orderNo,
      content: '{"type":"seller_merchant_trading"}',
      self: false,
    });
    expect(parse(await ear.frame(1))).toMatchObject({ type: 'auto_reply', content: 'Welcome', self: true });
    const paid = parse(await ear.frame(2));
    expect(parse(String(paid['content']))).toEqual({
      type: 'seller_payed',
      nickName: 'Maria',
      realName: 'Maria Lopez',
    });
  });

  it('writes ids as bare numbers beyond 2^53; read as doubles they collide', async () => {
    const world = await openWorld();
    const ear = await login(world);
    world.simulator.counterparties.take({ adNumber: world.addAd() });
    const id = /"id":(\d+)/.exec(await ear.frame(0))?.[1] ?? '';
    expect(id).toMatch(/^\d{19}$/);
    expect(BigInt(id)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    const rows = (await world.desk.get('chat/retrieveChatMessagesWithPagination', { query: { page: '1', rows: '10' } }))
      .json['data'];
    expect(rows).toMatchObject([{ id }]);
  });

  it('names every event from the reader’s side', async () => {
    const world = await openWorld();
    const ear = await login(world);
    const { counterparties } = world.simulator;
    const kinds = (): string[] => ear.frames.map(parse).map((frame) => String(parse(String(frame['content']))['type']));
    const disputed = counterparties.take({ adNumber: world.addAd({ side: 'BUY', price: '9.5' }) });
    await world.desk.data('orderMatch/markOrderAsPaid', { orderNumber: disputed });
    counterparties.dispute(disputed);
    counterparties.resolve(disputed, 'completed');
    counterparties.cancel(counterparties.take({ adNumber: world.addAd() }));
    await ear.frame(5);
    const forBuyer = ['buyer_merchant_trading', 'buyer_payed', 'be_appeal', 'buyer_completed'];
    expect(kinds()).toEqual([...forBuyer, 'seller_merchant_trading', 'seller_cancelled']);
  });

  it('accepts the form with key and token in the address; a token is good once', async () => {
    const world = await openWorld();
    const { wssUrl, listenKey, listenToken } = await credential(world);
    const url = `${wssUrl}/${listenKey}?token=${listenToken}&clientType=web`;
    const ear = listen(url);
    await heard(ear);
    const second = listen(url);
    await second.closed;
    expect(second.frames[0]).toContain('ILLEGAL_PARAM');
  });

  it('refuses an unknown key and sends the older socket away with Bye', async () => {
    const world = await openWorld();
    const { wssUrl } = await credential(world);
    await listen(wssUrl, { listenKey: 'nobody' }).closed;
    const older = await login(world);
    const newer = await login(world);
    expect(await older.frame(0)).toBe('Bye');
    await older.closed;
    world.simulator.counterparties.take({ adNumber: world.addAd() });
    expect(await newer.frame(0)).toContain('seller_merchant_trading');
  });

  it('echoes what the desk says with the server’s id, and refuses a foreign order', async () => {
    const world = await openWorld();
    const orderNo = world.simulator.counterparties.take({ adNumber: world.addAd() });
    const ear = await login(world);
    const text = { type: 'text', uuid: 'u-1', orderNo, content: 'Gracias', self: true, clientType: 'web' };
    ear.socket.send(JSON.stringify(text));
    expect(parse(await ear.frame(0))).toMatchObject({
      uuid: 'u-1',
      content: 'Gracias',
      self: true,
      fromNickName: 'acme',
    });
    ear.socket.send(JSON.stringify({ ...text, uuid: 'u-2', orderNo: '1' }));
    expect(parse(await ear.frame(1))).toEqual({ type: 'error', content: 'ILLEGAL_PARAM', uuid: 'u-2' });
  });

  it('takes an image by the very address that was issued for it, and no other (wire-facts EP-30)', async () => {
    const world = await openWorld();
    const orderNo = world.simulator.counterparties.take({ adNumber: world.addAd() });
    const { uploadUrl, imageUrl } = (await world.desk.data('chat/image/pre-signed-url', { imageName: 'a.png' })) as {
      uploadUrl: string;
      imageUrl: string;
    };
    const ear = await login(world);
    let place = 0;
    const send = async (address: string) => {
      ear.socket.send(JSON.stringify({ type: 'image', uuid: `u-${place}`, orderNo, imageUrl: address }));
      place += 1;
      return parse(await ear.frame(place - 1))['type'];
    };
    expect(await send(imageUrl)).toBe('error');
    const body = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
    expect((await fetch(uploadUrl, { method: 'PUT', body, headers: { 'content-type': 'image/png' } })).status).toBe(
      200,
    );
    const { pathname, port } = new URL(imageUrl);
    for (const other of [
      `http://images.example${pathname}`,
      `http://127.0.0.1:1${pathname}`,
      `${imageUrl}?a=1`,
      pathname,
    ])
      expect([other, await send(other)]).toEqual([other, 'error']);
    expect(await send(`https://127.0.0.1:${port}${pathname}`)).toBe('error');
    expect(await send(imageUrl)).toBe('image');
  });

  it('duplicates and shuffles frames when a fault says so', async () => {
    const world = await openWorld({
      faults: [{ operation: 'chat', when: { count: 1 }, fault: { kind: 'duplicate-events' } }],
    });
    const ear = await login(world);
    const orderNo = world.simulator.counterparties.take({ adNumber: world.addAd() });
    expect(await ear.frame(1)).toBe(await ear.frame(0));
    world.simulator.setFaults([{ operation: 'chat', fault: { kind: 'shuffle-events' } }]);
    const words = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const word of words) world.simulator.counterparties.say(orderNo, word);
    await ear.frame(7);
    const order = ear.frames.slice(2).map((frame) => String(parse(frame)['content']));
    expect(order.toSorted()).toEqual(words);
    expect(order).not.toEqual(words);
  });

  it('drops what is said too fast, without a word', async () => {
    const world = await openWorld({ chatPaceMs: 800 });
    const orderNo = world.simulator.counterparties.take({ adNumber: world.addAd() });
    const ear = await login(world);
    const send = (uuid: string): void =>
      ear.socket.send(JSON.stringify({ type: 'text', uuid, orderNo, content: uuid }));
    send('one');
    send('two');
    expect(await ear.frame(0)).toContain('one');
    world.clock.advance(800);
    send('three');
    expect(await ear.frame(1)).toContain('three');
  });
});

describe('EP-34: the messages of an order', () => {
  it('newest first or oldest first, before an id, by type; read marks stay', async () => {
    const world = await openWorld();
    const orderNo = world.simulator.counterparties.take({ adNumber: world.addAd({ autoReply: 'Welcome' }) });
    world.simulator.counterparties.say(orderNo, 'Hola');
    const read = async (more: Record<string, string> = {}): Promise<Record<string, unknown>[]> => {
      const query = { page: '1', rows: '20', orderNo, ...more };
      return (await world.desk.get('chat/retrieveChatMessagesWithPagination', { query })).json['data'] as Record<
        string,
        unknown
      >[];
    };
    const rows = await read();
    expect(rows.map((row) => row['type'])).toEqual(['text', 'auto_reply', 'system']);
    expect(rows[0]).toMatchObject({ content: 'Hola', self: false, status: 'unread' });
    expect((await read({ sort: 'asc' })).map((row) => row['type'])).toEqual(['system', 'auto_reply', 'text']);
    expect(await read({ id: String(rows[0]?.['id']) })).toHaveLength(2);
    expect(await read({ chatMessageType: 'system' })).toMatchObject([{ type: 'system' }]);
    expect(await read({ chatMessageType: 'auto_reply' })).toMatchObject([{ type: 'auto_reply' }]);
    expect(await read({ chatMessageType: 'video' })).toEqual([]);
    await world.desk.data('chat/markOrderMessagesAsRead', { orderNo, userId: 0 }, { sign: false });
    expect((await read())[0]).toMatchObject({ status: 'read' });
  });

  it('without orderNo: newest first over all orders, by pages, by type, before an id', async () => {
    const world = await openWorld();
    const adNumber = world.addAd({ autoReply: 'Welcome' });
    const { take, say } = world.simulator.counterparties;
    const [one, two] = [take({ adNumber }), take({ adNumber })];
    const words = ['a', 'b', 'c', 'd'];
    for (const [place, word] of words.entries()) {
      if (place < 2) world.clock.advance(1_000);
      say(place % 2 === 0 ? two : one, word);
    }
    const path = 'chat/retrieveChatMessagesWithPagination';
    const read = async (more: Record<string, string> = {}) => {
      const { json } = await world.desk.get(path, { query: { page: '1', rows: '20', ...more } });
      return { total: json['total'], rows: json['data'] as Record<string, unknown>[] };
    };
    const contents = (rows: Record<string, unknown>[]) => rows.map((row) => row['content']);
    const texts = await read({ chatMessageType: 'text' });
    expect([texts.total, contents(texts.rows)]).toEqual([4, ['d', 'c', 'b', 'a']]);
    const all = await read();
    expect(all.rows.map((row) => row['type']).slice(4)).toEqual(['auto_reply', 'system', 'auto_reply', 'system']);
    expect(all.rows.map((row) => row['orderNo']).slice(4)).toEqual([two, two, one, one]);
    expect((await read({ sort: 'asc' })).rows).toEqual(all.rows.toReversed());
    expect(contents((await read({ page: '2', rows: '2' })).rows)).toEqual(['b', 'a']);
    const earlier = await read({ id: String(all.rows[1]?.['id']), chatMessageType: 'text' });
    expect([earlier.total, contents(earlier.rows)]).toEqual([2, ['b', 'a']]);
    expect((await read({ id: '99999999999999999999' })).total).toBe(8);
  });

  it('refuses a chatMessageType that no message has: -1102', async () => {
    const { desk } = await openWorld();
    const query = { page: '1', rows: '20', chatMessageType: 'SYSTEM' };
    const { json } = await desk.get('chat/retrieveChatMessagesWithPagination', { query });
    expect([json['code'], json['msg']]).toEqual([-1102, expect.stringContaining("'chatMessageType'")]);
  });
});
