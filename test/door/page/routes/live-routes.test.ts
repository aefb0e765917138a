import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageWorld } from '../page-fixture.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const order = '/orders/main/88';
const shownIn = (text: string): string => /data-shown="([^"]*)"/.exec(text)?.[1] ?? '';

/** Opens a stream; returns what reads its next event. */
async function listen(world: PageWorld, cookie: string, path: string) {
  const headers = { host: new URL(world.origin).host, cookie };
  const answer = await world.app.request(`${world.origin}/live?of=${encodeURIComponent(path)}`, { headers });
  const reader = answer.body?.getReader();
  const next = async (): Promise<string | null> => {
    await vi.advanceTimersByTimeAsync(4_000);
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    return done ? null : Buffer.from(value ?? []).toString();
  };
  return { status: answer.status, headers: answer.headers, next, leave: async () => await reader?.cancel() };
}

describe('phone: a page that is open stays true', () => {
  it('the stream says what the page shows, and another word once that has changed', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const stream = await listen(world, cookie, order);
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.headers.get('cache-control')).toBe('no-store');
    const shown = shownIn((await world.get(order, cookie)).text);
    expect(await stream.next()).toBe(`data: ${shown}\n\n`);
    world.stand = 'COMPLETED';
    await stream.next();
    const changed = await stream.next();
    expect(changed).not.toBe(`data: ${shown}\n\n`);
    expect(changed).toBe(`data: ${shownIn((await world.get(order, cookie)).text)}\n\n`);
  });

  it('what approving signs has changed once the code of its facts has', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ana+phone');
    const { text } = await world.get(`${order}/approve`, cookie);
    const stream = await listen(world, cookie, `${order}/approve`);
    expect(await stream.next()).not.toBeNull();
    world.stand = 'PAID, held';
    expect(text).toContain('data-still');
    world.code = world.words[0]?.code ?? '';
    await stream.next();
    expect(await stream.next()).toBe(`data: ${shownIn(text)}\n\n`);
    world.isAway = true;
    await stream.next();
    expect(await stream.next()).toBe('data: -\n\n');
  });

  it('two who watch the same cost one look, and none is made once both have left', async () => {
    const world = new PageWorld();
    const [ana, eva] = [await world.signIn('ana+phone'), await world.signIn('eva')];
    const before = world.looks;
    const streams = [await listen(world, ana.cookie, '/'), await listen(world, eva.cookie, '/')];
    await vi.advanceTimersByTimeAsync(8_000);
    const made = world.looks - before;
    expect(made).toBeLessThanOrEqual(4);
    for (const { leave } of streams) await leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.looks - before).toBeLessThanOrEqual(made + 1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('refused: without a session, a role that is too low, what is no page', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    expect((await listen(world, '', '/')).status).toBe(401);
    expect((await listen(world, cookie, `${order}/approve`)).status).toBe(403);
    expect((await listen(world, cookie, '/none')).status).toBe(404);
  });

  it.each<[string, (world: PageWorld) => void]>([
    ['the session is over', (world) => void (world.nowMs += 12 * 3_600_000)],
    ['its person has not looked for half an hour, though the page has', (world) => void (world.nowMs += 60_000)],
    ['the key is in the configuration no more', (world) => void world.passkeys.delete('ana+phone')],
    ['the role was taken away', (world) => void world.roles.delete('ana')],
  ])('ends when %s', async (_, change) => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ana+phone');
    const stream = await listen(world, cookie, '/');
    expect(await stream.next()).toMatch(/^data: [\da-f]{16}/);
    for (let minute = 0; minute < 29; minute += 1) {
      world.nowMs += 60_000;
      await world.get('/', cookie, { 'peerdesk-look': '1' });
    }
    change(world);
    world.nowMs += 3_000;
    const events: (string | null)[] = [];
    while (events.at(-1) !== null && events.length < 6) events.push(await stream.next());
    expect(events.at(-2)).toBe('event: over\ndata: -\n\n');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stays open while the configuration cannot be read, and says nothing new', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('ana+phone');
    const stream = await listen(world, cookie, `${order}/approve`);
    await stream.next();
    world.mistake = 'peerdesk.toml:3: is wrong';
    world.nowMs += 5_000;
    await stream.next();
    expect(await stream.next()).toBe('data: -\n\n');
  });

  it('a person who opens a ninth stream loses the oldest', async () => {
    const world = new PageWorld();
    const { cookie } = await world.signIn('eva');
    const streams = [];
    for (let count = 0; count < 9; count += 1) streams.push(await listen(world, cookie, '/'));
    const [first, second] = streams;
    const read: (string | null)[] = [];
    while (read.at(-1) !== null && read.length < 9) read.push((await first?.next()) ?? null);
    expect(read.at(-1)).toBeNull();
    expect(await second?.next()).toMatch(/^data: /);
  });
});
