import { request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askDoor, DoorBroken, DoorTimeout } from '../../../src/cli/door/ask-door.ts';
import { maxAnswerBytes, openDoor, refused, type Route } from '../../../src/cli/door/door.ts';
import { leaveNote, notedWorkers, type FoundWorker } from '../../../src/cli/door/worker-note.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const routes: Route[] = [
  {
    method: 'GET',
    path: /^\/orders\/(?<number>\w+)$/,
    name: 'GET /orders/NUMBER',
    answer: async ({ number = '' }) => {
      if (number === 'huge') return { status: 200, data: 'x'.repeat(maxAnswerBytes) };
      if (number === 'never') return await new Promise(() => undefined);
      if (number === 'odd') throw new Error('it is odd');
      return { status: 200, data: { number } };
    },
  },
  {
    method: 'POST',
    path: /^\/say$/,
    name: 'POST /say',
    answer: async (_parts, body) => ({ status: 200, data: body.length }),
  },
];

async function open() {
  const door = await openDoor(routes);
  onTestFinished(() => door.close());
  const ask = (headers: Record<string, string> = {}, path = '/orders/7', { method = 'GET', body = '' } = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const all = { authorization: `Bearer ${door.token}`, ...headers };
      const asked = request(
        { host: '127.0.0.1', port: door.port, path, method, headers: all, agent: false },
        (answer) => {
          let text = '';
          answer.on('data', (part: Buffer) => {
            text += part.toString();
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  return { ...door, ask };
}

describe('the door of a worker', () => {
  it('window: answers who has the token', async () => {
    const { ask } = await open();
    expect(await ask()).toEqual({ status: 200, text: '{"number":"7"}' });
  });

  it.each<[string, Record<string, string>, number]>([
    ['no token', { authorization: '' }, 401],
    ['a wrong token', { authorization: `Bearer ${'0'.repeat(64)}` }, 401],
    ['a part of it', { authorization: 'Bearer ' }, 401],
    ['a token of another scheme', { authorization: 'Basic eDp5' }, 401],
    ['a page of a browser', { origin: 'https://evil.example' }, 403],
    ['a page without an address', { origin: 'null' }, 403],
    ['a name that was made to mean this machine', { host: 'evil.example' }, 403],
    ['the name with another port', { host: '127.0.0.1:1' }, 403],
    ['the address without its port', { host: '127.0.0.1' }, 403],
    ['another name of this machine', { host: 'localhost' }, 403],
  ])('window: refuses %s', async (_what, headers, status) => {
    const { ask, token } = await open();
    const answer = await ask(headers);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain(token);
    expect(answer.text).not.toContain('number');
  });

  it.each([
    ['/orders/..', 'GET'],
    ['/orders/%2e%2e', 'GET'],
    ['/orders/7/../8', 'GET'],
    ['/orders/7?all', 'GET'],
    ['//orders/7', 'GET'],
    ['http://127.0.0.1/orders/7', 'GET'],
    ['/orders/7\u00ff'.replace('\u00ff', '%00'), 'GET'],
    ['/orders/7', 'POST'],
    ['/orders/7', 'DELETE'],
    ['/', 'GET'],
  ])('window: knows no %s by %s, and says what there is', async (path, method) => {
    const { ask } = await open();
    const { status, text } = await ask({}, path, { method });
    expect(status).toBe(404);
    expect(text).toContain('GET /orders/NUMBER, POST /say');
  });

  it('window: reads no more than a few letters, and sends no answer without end', async () => {
    const { ask } = await open();
    expect((await ask({}, '/say', { method: 'POST', body: 'x'.repeat(4_000) })).text).toBe('4000');
    expect(await ask({}, '/say', { method: 'POST', body: 'x'.repeat(5_000) })).toMatchObject({
      status: 400,
      text: expect.stringContaining('longer than 4096 letters'),
    });
    const huge = await ask({}, '/orders/huge');
    expect(huge).toMatchObject({ status: 500, text: expect.stringContaining('longer than') });
    expect(huge.text.length).toBeLessThan(200);
  });

  it('window: a failure is refused with its reason', async () => {
    const { ask } = await open();
    expect(await ask({}, '/orders/odd')).toEqual({ status: 400, text: '{"error":"it is odd"}' });
    expect(refused(404, 'no')).toEqual({ status: 404, data: { error: 'no' } });
  });

  it('window: what is no request ends the connection, and the door goes on', async () => {
    const { ask, port } = await open();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('\u0000\u0001 nothing\r\n\r\n');
    await once(socket.resume(), 'close');
    expect((await ask()).status).toBe(200);
  });
});

describe('asking a worker', () => {
  async function noted(part: Partial<FoundWorker['note']> = {}) {
    const door = await open();
    const folder = await temporaryDirectory();
    const env = { PEERDESK_STATE_DIR: folder };
    const { port, token } = { ...door, ...part };
    leaveNote(env, { port, token, file: null, egress: 'home', accounts: ['main'] });
    const [found] = notedWorkers(env);
    if (found === undefined) throw new Error('the note is there');
    const worker = { ...found, note: { ...found.note, ...part } };
    const question = (path: string, timeoutMs = 9_000) => askDoor(worker, { method: 'GET', path, timeoutMs });
    return { ...door, folder, env, question };
  }

  it('window: the token lies in a note that only its owner can read', async () => {
    const { folder, question } = await noted();
    const [note = ''] = readdirSync(folder);
    expect(statSync(join(folder, note)).mode & 0o777).toBe(0o600);
    expect(await question('/orders/7')).toEqual({ status: 200, data: { number: '7' } });
  });

  it('window: a worker that has died loses its note: its port is closed, another program has it, or the process is gone', async () => {
    const dead = await noted();
    await dead.close();
    expect(await dead.question('/orders/7')).toBeNull();
    const other = await noted({ token: 'x'.repeat(64) });
    expect(await other.question('/orders/7')).toBeNull();
    const gone = await noted({ pid: 2 ** 22 });
    expect(await gone.question('/orders/7')).toBeNull();
    expect([dead, other, gone].flatMap(({ env }) => notedWorkers(env))).toEqual([]);
  });

  it('window: of one that dies while it is asked it is not known what it did, and one that is slow is not waited for', async () => {
    const { question, close, env } = await noted();
    await expect(question('/orders/never', 50)).rejects.toThrow(DoorTimeout);
    const asked = question('/orders/never');
    setTimeout(() => void close(), 20);
    await expect(asked).rejects.toThrow(DoorBroken);
    expect(notedWorkers(env)).toHaveLength(1);
  });
});
