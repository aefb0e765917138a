import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { serviceWorker } from '../../../../src/door/page/browser/service-worker.ts';

/** Runs the script with what a browser lends it. */
function worker(open: readonly string[] = []) {
  const heard = new Map<string, (event: unknown) => void>();
  const shown: unknown[] = [];
  const opened: string[] = [];
  const clients = {
    claim: async () => undefined,
    matchAll: async () => open.map((url) => ({ url, focus: () => opened.push(`focus ${url}`) })),
    openWindow: (path: string) => opened.push(path),
  };
  const self = {
    addEventListener: (name: string, hear: (event: unknown) => void) => heard.set(name, hear),
    skipWaiting: () => undefined,
    clients,
    registration: { showNotification: async (title: string, what: object) => void shown.push({ title, ...what }) },
  };
  runInContext(serviceWorker, createContext({ self, URL }));
  const send = async (name: string, event: object) => {
    const waits: unknown[] = [];
    heard.get(name)?.({ ...event, waitUntil: (wait: unknown) => waits.push(wait) });
    await Promise.all(waits);
    return waits.length;
  };
  return { send, shown, opened };
}

const dataOf = (said: unknown) => ({ json: () => said });

describe('phone: outlook 2.3: a push is always shown', () => {
  it('with its words, and the page that a tap opens', async () => {
    const { send, shown, opened } = worker();
    await send('push', { data: dataOf({ title: 'Peerdesk', text: 'order 88 waits', path: '/orders/main/88' }) });
    expect(shown).toMatchObject([{ title: 'Peerdesk', body: 'order 88 waits', data: '/orders/main/88' }]);
    expect(shown[0]).not.toHaveProperty('actions');
    await send('notificationclick', { notification: { close: () => undefined, data: '/orders/main/88' } });
    expect(opened).toEqual(['/orders/main/88']);
  });

  it.each<[boolean, unknown]>([
    [true, true],
    [false, false],
    [false, 'yes'],
    [false, undefined],
  ])('without a sound (%s) where it says that it is quiet: %s', async (silent, quiet) => {
    const { send, shown } = worker();
    await send('push', { data: dataOf({ title: 'a', text: 'b', path: '/', quiet }) });
    expect(shown).toMatchObject([{ silent }]);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['no JSON', { json: () => JSON.parse('{') }],
    ['null', dataOf(null)],
  ])('when it says %s, too', async (_, data) => {
    const { send, shown } = worker();
    expect(await send('push', { data })).toBe(1);
    expect(shown).toMatchObject([{ body: 'Something waits for you: open the page.', data: '/', silent: false }]);
  });

  it.each(['https://evil.example/', '//evil.example/', '/sign-out', '/orders/../sign-out/x', 7])(
    'opens no other address: %s',
    async (path) => {
      const { send, shown } = worker();
      await send('push', { data: dataOf({ title: 'a', text: 'b', path }) });
      expect(shown).toMatchObject([{ data: '/' }]);
    },
  );

  it('a page that is open already is shown', async () => {
    const { send, opened } = worker(['https://desk.example.net/']);
    await send('notificationclick', { notification: { close: () => undefined, data: '/' } });
    expect(opened).toEqual(['focus https://desk.example.net/']);
  });
});
