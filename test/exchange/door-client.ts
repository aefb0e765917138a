import dns from 'node:dns';
import { vi } from 'vitest';
import type { Door, ExchangeClient } from '../../src/exchange/index.ts';
import { success, type RawRequest, type Reply, type Responder } from './recorder.ts';

export const startMs = 1_768_000_000_000;
export const slowHost = 'slow.example';

export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A door that counts how often it was asked, and then does this. */
export function door(then: () => void | Promise<void> = () => undefined, withinMs = 60_000): Door & CountedDoor {
  let asked = 0;
  const arm = async (): Promise<void> => {
    asked += 1;
    await then();
  };
  return { arm, withinMs, asked: () => asked };
}

interface CountedDoor {
  readonly asked: () => number;
}

/** Names of slow hosts are looked up, which is a part of connecting, when the test lets them. */
export function heldLookups() {
  const held: (() => void)[] = [];
  const lookup = (_name: unknown, _options: unknown, callback: unknown): void => {
    held.push(() => (callback as (error: null, found: unknown) => void)(null, [{ address: '127.0.0.1', family: 4 }]));
  };
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
  return { held: () => held.length, answer: () => held.shift()?.() };
}

/** Answers releases at once, and everything else when the test says so. */
export function heldReads(reply: Reply = success(null)) {
  const held: (() => void)[] = [];
  const respond: Responder = async ({ path }) => {
    if (path.endsWith('releaseCoin')) return success(null);
    await new Promise<void>((resolve) => {
      held.push(resolve);
    });
    return reply;
  };
  return { respond, held: () => held.length, answer: () => held.shift()?.() };
}

/** A read that fails or succeeds as the test wants, and that no test waits for. */
export function readBeside(client: ExchangeClient): void {
  client.ads.getDetailByNo('1').catch(() => undefined);
}

export const releasesOf = (requests: readonly RawRequest[]) =>
  requests.filter(({ path }) => path.endsWith('releaseCoin'));
