import type { Client } from '@temporalio/client';
import { defaultDataConverter, type Payload } from '@temporalio/common';
import type { Logger } from 'pino';
import { describe, expect, it } from 'vitest';
import { leadWords, noLeadWords } from '../../../src/client/controls/lead-keys.ts';
import { toPayload } from '../../../src/client/connection/payloads.ts';
import { keyFingerprint } from '../../../src/exchange/key-fingerprint.ts';
import { othersWith, SharedKey } from '../../../src/workers/lead/shared-key.ts';

/** A namespace in which processes lead, each with its words; null: it does not answer. */
function namespaceOf(server: { words: readonly string[] | null }): Client {
  const beatOf = async (words: string): Promise<Payload> => toPayload(client, { workflowId: 'lead:x', value: words });
  const client = {
    options: { loadedDataConverter: defaultDataConverter },
    withDeadline: <T>(_deadline: number, call: () => Promise<T>) => call(),
    withAbortSignal: <T>(_signal: AbortSignal, call: () => Promise<T>) => call(),
    workflow: {
      list: async function* () {
        if (server.words === null) throw new Error('no server');
        for (const words of server.words) yield { workflowId: words };
      },
      getHandle: (workflowId: string) => ({ client, workflowId, describe: () => described(workflowId) }),
    },
  } as unknown as Client;
  const described = async (words: string) => {
    const heartbeatDetails = { payloads: [await beatOf(words)] };
    return { raw: { pendingActivities: [{ activityType: { name: 'keepLead' }, heartbeatDetails }] } };
  };
  return client;
}

describe('U30: two aliases on one key', () => {
  const own = { account: 'main', key: 'aa' };

  it.each([
    ['no one else', [own], []],
    ['another key', [own, { account: 'other', key: 'bb' }], []],
    [
      'the same key, once each',
      [{ account: 'z', key: 'aa' }, own, { account: 'b', key: 'aa' }, { account: 'z', key: 'aa' }],
      ['b', 'z'],
    ],
  ])('%s', (_, called, others) => {
    expect(othersWith(own, called)).toEqual(others);
  });

  it('a fingerprint is the same for the same key at the same service, and reveals no part of it', () => {
    const key = 'abcdef0123456789abcdef0123456789';
    const print = keyFingerprint('https://api.example.com', key);
    expect(print).toMatch(/^[0-9a-f]{16}$/);
    expect(keyFingerprint('https://api.example.com:443/', key)).toBe(print);
    expect(keyFingerprint('https://api.example.net', key)).not.toBe(print);
    expect(keyFingerprint('https://api.example.com', `${key}0`)).not.toBe(print);
    expect(key).not.toContain(print);
  });

  it('the words of a lead begin with the process, which its successor reads', () => {
    expect(leadWords('12@host', { ...noLeadWords, called: [own] }).split(' ')).toEqual(['12@host', 'main=aa']);
  });

  it('is said once while it lasts, is kept while the server does not answer, and is said to be over', async () => {
    const server: { words: readonly string[] | null } = { words: ['1@a main=aa', '2@b twin=aa other=bb'] };
    const said: string[] = [];
    const logger = {
      error: (_: object, text: string) => said.push(`error: ${text}`),
      info: (_: object, text: string) => said.push(`info: ${text}`),
    } as unknown as Logger;
    const sharedKey = new SharedKey({ client: namespaceOf(server), own, logger });
    expect(sharedKey.others()).toEqual([]);
    await sharedKey.look();
    await sharedKey.look();
    expect(sharedKey.others()).toEqual(['twin']);
    server.words = null;
    await sharedKey.look();
    expect(sharedKey.others()).toEqual(['twin']);
    server.words = ['1@a main=aa', '2@b other=bb'];
    await sharedKey.look();
    expect(sharedKey.others()).toEqual([]);
    expect(said).toEqual([
      'error: account twin calls with the same API key: stop one of the two, a key has one alias',
      'info: no other account calls with this API key any more',
    ]);
  });

  it('a server that falls silent keeps no account from being served', async () => {
    let limitMs = Number.POSITIVE_INFINITY;
    const silent = {
      withDeadline: async (deadline: number) => {
        limitMs = deadline - Date.now();
        throw new Error('DEADLINE_EXCEEDED');
      },
      workflow: { list: () => expect.unreachable('asked without a deadline') },
    } as unknown as Client;
    const sharedKey = new SharedKey({ client: silent, own, logger: {} as Logger });
    await sharedKey.look();
    expect(sharedKey.others()).toEqual([]);
    expect(limitMs).toBeLessThanOrEqual(5_000);
  });

  it('is looked for again every half a minute, until the process serves the account no more', async () => {
    const server: { words: readonly string[] | null } = { words: [] };
    const over = new AbortController();
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<void> => {
      pauses.push(ms);
      if (pauses.length === 2) server.words = ['2@b twin=aa'];
      if (pauses.length === 3) over.abort();
    };
    const logger = { error: () => undefined } as unknown as Logger;
    const sharedKey = new SharedKey({ client: namespaceOf(server), own, logger, pause });
    await sharedKey.keepLooking(over.signal);
    expect([pauses, sharedKey.others()]).toEqual([[30_000, 30_000, 30_000], ['twin']]);
  });
});
