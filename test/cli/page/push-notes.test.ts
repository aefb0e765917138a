import { createECDH } from 'node:crypto';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  confirmSubscriptions,
  forgetDevices,
  forgetSubscription,
  keepSubscription,
  listDevices,
  stopDevice,
} from '../../../src/cli/page/push-notes.ts';
import { countingNotes, noteMiss, subscriptionNotes } from '../../../src/door/push/subscription-notes.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const hourMs = 3_600_000;
const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
const device = (name: string) => ({
  endpoint: `https://web.push.apple.com/${name}`,
  p256dh,
  auth: 'A'.repeat(22),
});
const owner = (keyName: string, nowMs = 0, isAgain = false) => ({
  keyName,
  publicKey: `key of ${keyName}`,
  serverKey: 'BK',
  browser: 'Safari on iPhone',
  isAgain,
  nowMs,
});
const endpoints = (folder: string) =>
  subscriptionNotes(folder)
    .map(({ endpoint }) => endpoint.replace('https://web.push.apple.com/', ''))
    .toSorted((one, other) => one.localeCompare(other));

describe('phone: the list of devices', () => {
  it('has a note for each that its user alone reads, and each once', async () => {
    const folder = join(await temporaryDirectory(), 'state');
    const kept = [0, 1].map((nowMs) => keepSubscription(folder, device('a'), owner('ana+phone', nowMs)));
    expect(kept).toEqual(['new', 'known']);
    const [name = '', ...others] = readdirSync(folder);
    expect([others, statSync(join(folder, name)).mode & 0o777]).toEqual([[], 0o600]);
    expect(name).toMatch(/^push-[\da-f]{32}\.json$/);
    expect(countingNotes(folder, { serverKey: 'BK', nowMs: 2 })).toMatchObject([{ keyName: 'ana+phone' }]);
    expect(countingNotes(folder, { serverKey: 'other', nowMs: 2 })).toEqual([]);
    chmodSync(join(folder, name), 0o666);
    expect(subscriptionNotes(folder)).toEqual([]);
    expect(subscriptionNotes(join(folder, 'none'))).toEqual([]);
  });

  it('a fifth device of a key takes the place of no other; a hundred are the most', async () => {
    const folder = await temporaryDirectory();
    const kept = [0, 1, 2, 3, 4].map((at) => keepSubscription(folder, device(String(at)), owner('ana', at)));
    expect(kept).toEqual(['new', 'new', 'new', 'new', 'full']);
    expect(endpoints(folder)).toEqual(['0', '1', '2', '3']);
    for (let index = 0; index < 96; index += 1) keepSubscription(folder, device(`k${index}`), owner(`k${index}`));
    expect(keepSubscription(folder, device('late'), owner('late'))).toBe('full');
    expect(keepSubscription(folder, device('k1'), owner('k1', 1))).toBe('known');
    expect(endpoints(folder)).toHaveLength(100);
  });

  it('all devices of a key are taken off together, and no others', async () => {
    const folder = await temporaryDirectory();
    for (const [name, key] of [
      ['a', 'ana'],
      ['b', 'ana'],
      ['c', 'ben'],
    ] as const)
      keepSubscription(folder, device(name), owner(key));
    forgetDevices(folder, 'ana');
    expect(endpoints(folder)).toEqual(['c']);
  });

  it('says of each device of a key whether messages reach it; one that is taken off leaves nothing', async () => {
    const folder = await temporaryDirectory();
    keepSubscription(folder, device('a'), owner('ana'));
    keepSubscription(folder, device('b'), owner('ben'));
    const miss = { sinceMs: 5, why: 'HTTP 503 of web.push.apple.com' };
    noteMiss(folder, device('a').endpoint, miss);
    noteMiss(folder, device('a').endpoint, { sinceMs: 6, why: 'another' });
    expect(listDevices(folder).map((one) => [one.keyName, one.miss])).toEqual([
      ['ana', miss],
      ['ben', null],
    ]);
    forgetDevices(folder, 'ana');
    // Its message was under way.
    noteMiss(folder, device('a').endpoint, miss);
    expect([listDevices(folder).map(({ keyName }) => keyName), readdirSync(folder).length]).toEqual([['ben'], 1]);
  });

  it('a person takes his own off it, and no other', async () => {
    const folder = await temporaryDirectory();
    keepSubscription(folder, device('a'), owner('ana'));
    forgetSubscription(folder, device('a').endpoint, 'ben');
    expect(endpoints(folder)).toEqual(['a']);
    forgetSubscription(folder, device('a').endpoint, 'ana');
    expect(endpoints(folder)).toEqual([]);
  });

  it('lists each with its browser and since when, and not by its address; one that is stopped is not put back by its page alone', async () => {
    const folder = await temporaryDirectory();
    keepSubscription(folder, device('a'), owner('ana', 1));
    keepSubscription(folder, device('b'), owner('ben', 2));
    expect(keepSubscription(folder, device('a'), owner('ana', 3, true))).toBe('known');
    const id = expect.stringMatching(/^[\da-f]{32}$/);
    const [second, first] = listDevices(folder);
    expect([first, second]).toEqual([
      { id, keyName: 'ana', browser: 'Safari on iPhone', sinceMs: 1, miss: null },
      { id, keyName: 'ben', browser: 'Safari on iPhone', sinceMs: 2, miss: null },
    ]);
    stopDevice(folder, first?.id ?? '');
    expect(endpoints(folder)).toEqual(['b']);
    expect(keepSubscription(folder, device('a'), owner('ana', 4, true))).toBe('stopped');
    expect(endpoints(folder)).toEqual(['b']);
    expect(keepSubscription(folder, device('a'), owner('ana', 5))).toBe('new');
    expect(listDevices(folder)[0]).toMatchObject({ keyName: 'ana', sinceMs: 5 });
  });

  it('who signs in on the same browser takes it over', async () => {
    const folder = await temporaryDirectory();
    for (const name of ['ana', 'ben']) keepSubscription(folder, device('a'), owner(name));
    expect(subscriptionNotes(folder)).toMatchObject([{ keyName: 'ben' }]);
  });

  it('whose key counts no more is off it; the others count for a day more', async () => {
    const folder = await temporaryDirectory();
    for (const name of ['ana', 'ben']) keepSubscription(folder, device(name), owner(name));
    const counts = ({ keyName }: { keyName: string }) => keyName === 'ana';
    confirmSubscriptions(folder, counts, hourMs / 2);
    expect(subscriptionNotes(folder)).toMatchObject([{ keyName: 'ana', confirmedAtMs: 0 }]);
    confirmSubscriptions(folder, counts, hourMs);
    const at = (nowMs: number) => countingNotes(folder, { serverKey: 'BK', nowMs }).length;
    expect([at(24 * hourMs), at(25 * hourMs)]).toEqual([1, 0]);
  });
});
