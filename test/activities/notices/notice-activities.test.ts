import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, it } from 'vitest';
import {
  NoticeNotDelivered,
  createNoticeActivities,
  type NoticeDependencies,
} from '../../../src/activities/notices/notice-activities.ts';
import type { DeliverNoticeInput, WatchNeedsInput } from '../../../src/activities/notices/notice-contract.ts';
import type { NoticeMessage } from '../../../src/activities/notices/notice-message.ts';
import { askedCode, type Need } from '../../../src/domain/notices/need.ts';
import { asWorkflow, type MockInfo } from '../activity-fixture.ts';

const input: DeliverNoticeInput = {
  channel: 'url',
  items: [
    {
      need: {
        key: 'desk:acme/desk-trouble/intake',
        workflowId: 'desk:acme',
        type: 'desk',
        fact: { code: 'desk-trouble', source: 'intake' },
        sinceMs: 1_000,
        urgentAtMs: 1_000,
      },
      stage: 'urgent',
    },
  ],
  more: 0,
};

function world(deliver: (message: NoticeMessage) => Promise<void>) {
  const failures: string[] = [];
  const deps: NoticeDependencies = {
    account: 'acme',
    readNeeds: async () => [],
    listen: () => () => undefined,
    ownNeeds: (items) => items.filter(({ need }) => need.fact.code !== 'unnamed'),
    couriers: { url: { deliver } },
    perMinute: 6,
    lookIntervalMs: 10,
    clock: { now: () => 2_000 },
    onFailure: ({ text }) => void failures.push(text),
    stopping: new AbortController().signal,
  };
  const { deliverNotice } = createNoticeActivities(deps);
  const ask = (info: MockInfo, wish = input): Promise<unknown> =>
    new MockActivityEnvironment(info).run(deliverNotice, wish);
  return { ask, failures, deps };
}

const own = asWorkflow('accountNotices', 'notices:acme');

it('ADR 0020: a workflow that begins to ask ends the pause between two looks', async () => {
  const bells: (() => void)[] = [];
  const [need] = input.items.map((item) => item.need);
  const looks = { waits: need === undefined ? [] : [need], count: 0 };
  const { watchNeeds } = createNoticeActivities({
    account: 'acme',
    readNeeds: async () => {
      looks.count += 1;
      // By then it has not begun; it does so while the watch looks, and that is heard, too.
      if (looks.count === 1) bells.forEach((ring) => ring());
      return looks.count === 1 ? [] : looks.waits;
    },
    listen: (onAsking) => {
      bells.push(onAsking);
      return () => void bells.pop();
    },
    ownNeeds: (items) => [...items],
    couriers: {},
    perMinute: 6,
    lookIntervalMs: 3_600_000,
    clock: { now: () => 2_000 },
    onFailure: () => undefined,
    stopping: new AbortController().signal,
  });
  const watch = { known: [], channels: [], perMinute: 6, periodMs: 3_600_000 };
  expect(await new MockActivityEnvironment(own).run(watchNeeds, watch)).toMatchObject({ needs: looks.waits });
  expect([looks.count, bells]).toEqual([2, []]);
});

describe('U16: which workflow may notify the merchant', () => {
  it('the workflow of the account’s notices may', async () => {
    const messages: NoticeMessage[] = [];
    await world(async (message) => void messages.push(message)).ask(own);
    expect(messages).toMatchObject([
      {
        event: 'urgent',
        text: 'Peerdesk, account acme: URGENT, desk acme since 1970-01-01 00:00 UTC: orders cannot be taken in: the service or the connection to it refuses. Look: npx peerdesk desk show --account acme',
      },
    ]);
  });

  it.each([
    ['a workflow of another type', asWorkflow('evil', 'notices:acme')],
    ['the notices of another account', asWorkflow('accountNotices', 'notices:rival')],
    ['the desk', asWorkflow('accountDesk', 'desk:acme')],
  ])('%s may not', async (_name, info) => {
    const messages: NoticeMessage[] = [];
    const { ask } = world(async (message) => void messages.push(message));
    await expect(ask(info)).rejects.toMatchObject({ type: 'CALLER_NOT_ALLOWED' });
    expect(messages).toEqual([]);
  });

  it('a message of which nothing is left in words of ours does not leave', async () => {
    const messages: NoticeMessage[] = [];
    const { ask } = world(async (message) => void messages.push(message));
    const foreign = input.items.map(({ need, stage }) => ({
      need: { ...need, fact: { code: 'unnamed' as const } },
      stage,
    }));
    await ask(own, { ...input, items: foreign });
    expect(messages).toEqual([]);
    await ask(own, { ...input, items: [...foreign, ...input.items] });
    expect(messages).toMatchObject([
      { needs: [{ kind: 'desk-trouble/intake', look: 'npx peerdesk desk show --account acme' }] },
    ]);
  });

  it('a failure says why in words of ours, in the log too; another error says nothing, for it may hold the address', async () => {
    const refused = world(() => Promise.reject(new NoticeNotDelivered('the address answered HTTP 500')));
    await expect(refused.ask(own)).rejects.toMatchObject({ type: 'NOT_DELIVERED', nonRetryable: false });
    expect(refused.failures).toEqual(['the address answered HTTP 500']);
    const odd = world(() => Promise.reject(new Error('https://example.com/?token=1')));
    await expect(odd.ask(own)).rejects.toThrow('an unexpected failure');
    expect(odd.failures).toEqual(['an unexpected failure']);
    await expect(odd.ask(own, { ...input, channel: 'command' })).rejects.toThrow('this worker knows no way by command');
  });

  it('the same needs at the same stage have the same id, so that a message that comes twice is known', async () => {
    const ids: string[] = [];
    const { ask } = world(async ({ id }) => void ids.push(id));
    await ask(own);
    await ask(own);
    const [item] = input.items;
    await ask(own, { ...input, items: item === undefined ? [] : [{ ...item, stage: 'first' }] });
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it('an approval of other facts has another id: the code in the message before is not theirs', async () => {
    const ids: string[] = [];
    const { ask } = world(async ({ id }) => void ids.push(id));
    for (const factsCode of ['AB2C', 'AB2D'])
      await ask(own, { ...input, items: [{ need: gate(factsCode), stage: 'first' }] });
    expect(new Set(ids).size).toBe(2);
  });
});

describe('ADR 0020: the summary of a day', () => {
  const counts = { completed: 12, cancelled: 1, orders: 2, ads: 0, others: 0, pricedAds: 3, otherAds: 1 };
  const need: Need = {
    key: 'desk:acme/daily/2026-11-29',
    workflowId: 'desk:acme',
    type: 'desk',
    fact: { code: 'daily', date: '2026-11-29', ...counts },
    sinceMs: 1_000,
    urgentAtMs: Number.MAX_SAFE_INTEGER,
  };

  it('is one message of counts, without a need, a look or a name, and the same one when it is sent again', async () => {
    const messages: NoticeMessage[] = [];
    const { ask } = world(async (message) => void messages.push(message));
    await ask(own, { ...input, items: [{ need, stage: 'first' }] });
    const recounted = { ...need, fact: { code: 'daily' as const, date: '2026-11-29', ...counts, completed: 13 } };
    await ask(own, { ...input, items: [{ need: recounted, stage: 'first' }] });
    expect(messages[0]).toMatchObject({
      event: 'daily',
      text: 'Peerdesk, account acme: on 2026-11-29 so far 12 orders completed and 1 cancelled; 2 orders wait for you; 3 ads priced and 1 paused or offline',
      needs: [],
      more: 0,
    });
    expect(messages[1]?.id).toBe(messages[0]?.id);
  });

  it('is not among what waits, as the heartbeat of the watch counts it', async () => {
    const stopping = new AbortController();
    const { watchNeeds } = createNoticeActivities({
      ...world(async () => undefined).deps,
      readNeeds: async () => [need],
      lookIntervalMs: 3_600_000,
      stopping: stopping.signal,
    });
    const { key, urgentAtMs } = need;
    const beats: unknown[] = [];
    const environment = new MockActivityEnvironment(own);
    environment.on('heartbeat', (details: unknown) => {
      beats.push(details);
      stopping.abort();
    });
    const wish: WatchNeedsInput = {
      known: [{ key, stage: 'first', urgentAtMs, askedCode: null }],
      channels: ['url'],
      perMinute: 6,
      periodMs: 3_600_000,
    };
    await environment.run(watchNeeds, wish).catch(() => undefined);
    expect(beats).toContainEqual(expect.objectContaining({ open: 0 }));
  });
});

const gate = (factsCode: string | undefined): Need => ({
  key: 'order:acme:1/release-gate',
  workflowId: 'order:acme:1',
  type: 'order',
  fact: { code: 'release-gate', lacks: ['approval'], ...(factsCode === undefined ? {} : { factsCode }) },
  sinceMs: 1_000,
  urgentAtMs: 901_000,
});

describe('U16: the watch comes back', () => {
  /** Returns how many looks it takes until it comes back: what was known holds for the first two. */
  async function looksUntilBack(known: Need, third: Need): Promise<number> {
    let looks = 0;
    const { watchNeeds } = createNoticeActivities({
      ...world(async () => undefined).deps,
      readNeeds: async () => {
        looks += 1;
        return [looks < 3 ? known : looks < 6 ? third : { ...known, key: 'order:acme:2/release-gate' }];
      },
      lookIntervalMs: 0,
    });
    const { key, urgentAtMs } = known;
    const wish: WatchNeedsInput = {
      known: [{ key, stage: 'first', urgentAtMs, askedCode: askedCode(known) }],
      channels: ['url'],
      perMinute: 6,
      periodMs: 60_000,
    };
    await new MockActivityEnvironment(own).run(watchNeeds, wish);
    return looks;
  }

  it.each([
    { when: 'when the approval that is asked for is of other facts', before: 'AB2C', after: 'AB2D', looks: 3 },
    { when: 'when an approval is asked for now', before: undefined, after: 'AB2D', looks: 3 },
    { when: 'not when none is asked for any more', before: 'AB2C', after: undefined, looks: 6 },
  ])('$when', async ({ before, after, looks }) => {
    expect(await looksUntilBack(gate(before), gate(after))).toBe(looks);
  });
});
