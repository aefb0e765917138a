import { describe, expect, it } from 'vitest';
import type { Need } from '../../../src/domain/notices/need.ts';
import { ownNeeds } from '../../../src/workers/notices/own-needs.ts';
import { NeedsSight } from '../../../src/workers/window/needs-sight.ts';

const place = { account: 'main', egress: 'default' };

function need(workflowId: string, part: Partial<Need> = {}): Need {
  const fact = { code: 'ad-dead' } as const;
  return { key: `${workflowId}/ad-dead`, workflowId, type: 'ad', fact, sinceMs: 1, urgentAtMs: 9_000, ...part };
}

function sightOf(found: () => Promise<Need[]>, { isInTime = true, isCut = false } = {}) {
  const clock = { nowMs: 1_000, now: (): number => clock.nowMs };
  const never = async <T>(): Promise<T> => await Promise.reject(new Error('silent'));
  const reads = { inTime: async <T>(work: Promise<T>) => await (isInTime ? work : never<T>()) };
  const stopping = new AbortController().signal;
  const read = async () => ({ needs: await found(), isCut });
  const own = (items: Parameters<typeof ownNeeds>[0]) => ownNeeds(items, place);
  return { clock, sight: new NeedsSight({ readNeeds: read, ownNeeds: own, clock, stopping }, reads) };
}

describe('phone: what waits, of the worker that leads', () => {
  it('the urgent comes first, and what is of another account is left out', async () => {
    const needs = [need('ad:main:7'), need('ad:other:8'), need('ad:main:9', { urgentAtMs: 500 })];
    const { sight } = sightOf(async () => needs);
    expect(await sight.all()).toEqual({
      needs: [
        { workflowId: 'ad:main:9', type: 'ad', fact: { code: 'ad-dead' }, sinceMs: 1, isUrgent: true },
        { workflowId: 'ad:main:7', type: 'ad', fact: { code: 'ad-dead' }, sinceMs: 1, isUrgent: false },
      ],
      isCut: false,
    });
  });

  it('more than is looked at, or than an answer has room for, is said to be cut', async () => {
    expect((await sightOf(async () => [need('ad:main:7')], { isCut: true }).sight.all()).isCut).toBe(true);
    const many = Array.from({ length: 301 }, (_, at) => need(`ad:main:${at}`));
    const { needs, isCut } = await sightOf(async () => many).sight.all();
    expect([needs.length, isCut]).toEqual([300, true]);
    expect((await sightOf(async () => many.slice(1)).sight.all()).isCut).toBe(false);
  });

  it('what a look cannot date keeps its first beginning while it lasts, so that an open page does not change', async () => {
    const { sight, clock } = sightOf(async () => [need('ad:main:7', { sinceMs: clock.now() })]);
    const first = await sight.all();
    clock.nowMs += 4_000;
    expect(await sight.all()).toEqual(first);
  });

  it('pages that look together share one look, and a failed one is made again', async () => {
    let looks = 0;
    const { sight, clock } = sightOf(async () => {
      looks += 1;
      return looks === 2 ? await Promise.reject(new Error('silent')) : [];
    });
    await Promise.all([sight.all(), sight.all(), sight.all()]);
    expect(looks).toBe(1);
    clock.nowMs += 1_000;
    await expect(sight.all()).rejects.toThrow('what waits could not be read in time');
    await sight.all();
    expect(looks).toBe(3);
  });

  it('what cannot be read, or not in time, rejects without the words of others', async () => {
    const broken = sightOf(async () => await Promise.reject(new Error('10.0.0.7:7233 refused')));
    await expect(broken.sight.all()).rejects.toThrow('what waits could not be read in time');
    await expect(sightOf(async () => [], { isInTime: false }).sight.all()).rejects.toThrow(
      'what waits could not be read in time',
    );
  });
});
