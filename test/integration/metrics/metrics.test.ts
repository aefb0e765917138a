import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { adControl, orderControl, placeOrder, startAd } from '../../../src/client/index.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import { metricTable } from '../../../src/workers/metrics/metric-table.ts';
import { account, askAdNumber, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from '../desk-harness.ts';
import { monitoringQueries, type Query } from './promql.ts';
import { readScrape, type Scrape } from './scrape.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
  // An answer to a competitor's step does not wait.
  answerHoldMs: 0,
});
const release = { policy: 'approve', amountCap: null, counterparty: noRules } as const;

/** Samples that are shown only while something happens: a wait, a placement under way. */
const passing = [
  'kind="release-gate/approval"',
  'peerdesk_placements{',
  'peerdesk_refusals_total{',
  'peerdesk_reprices_total{',
  'peerdesk_ad_rank{',
] as const;
/** What is told after an approval, after a task that failed, and after a heartbeat of a watch that is no more. */
const lasting = [
  'peerdesk_guard_answers_total{',
  'temporal_workflow_task_execution_failed_total{',
  'temporal_request_failure_total{',
] as const;

const ends: (() => void | Promise<void>)[] = [];

async function scrape(world: DeskWorld): Promise<string> {
  const [, port = ''] = /metrics on port (\d+)/.exec(await world.log()) ?? [];
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return reply.text();
}

/** Starts everything that a desk can be asked about: ads, orders, a placement whose answer never comes. */
async function busyDesk(world: DeskWorld) {
  const { simulator, market, client } = world;
  simulator.setFaults([
    { operation: 'placeOrder', when: { nth: 1, count: 1 }, fault: { kind: 'hang', when: 'before' } },
    { operation: 'listOrders', when: { nth: 3, count: 1 }, fault: { kind: 'error', code: -1001, message: 'internal' } },
  ]);
  world.startWorker({ PEERDESK_METRICS_PORT: '0' });
  const ad = { account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.40' } as const;
  const [adNumber, other] = [simulator.ads.add(ad), simulator.ads.add({ ...ad, side: 'BUY', price: '9.60' })];
  for (const number of [adNumber, other]) {
    await startAd(client, { account, adNumber: number, mode: 'sim', rules, settings: quickSettings });
  }
  await world.startDesk({ release });
  const trade = { asset: 'USDT', fiat: 'BOB', side: 'BUY', totalAmount: '500.00', matchPrice: '10.05' } as const;
  const place = { account, requestId: 'request-1', mode: 'sim', adNumber: askAdNumber, release } as const;
  await placeOrder(client, { ...trade, ...place, settings: quickSettings });
  // Its tasks fail, because no worker has such a workflow.
  await client.workflow.start('noSuchWorkflow', { workflowId: 'none', taskQueue: `peerdesk:${account}` });
  market.move('10.00', '10.30', '9.70');
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  return { orderNumber, adNumber, other };
}

/** The scrapes of a busy desk, one after the other, until all of that was told. */
async function scrapes(world: DeskWorld, { orderNumber, other }: { orderNumber: string; other: string }) {
  const texts: string[] = [];
  const told = (parts: readonly string[]) => {
    let missing = parts;
    return until(
      parts.join(', '),
      async () => {
        const text = await scrape(world);
        texts.push(text);
        missing = missing.filter((part) => !text.includes(part));
        return missing;
      },
      ({ length }) => length === 0,
    );
  };
  await told(passing);
  await orderControl(world.client, account, orderNumber).approve({ by: 'ana' });
  await world.client.workflow.getHandle(adControl(world.client, account, other).workflowId).terminate('by hand');
  await told(lasting);
  return texts;
}

let seen: Scrape;
let texts: string[] = [];
let numbers = { orderNumber: '', adNumber: '' };

beforeAll(async () => {
  const settings = { ...quickSettings, metricsLookIntervalMs: 1_000 };
  const world = await openDeskWorld({}, settings, (end) => void ends.push(end));
  const desk = await busyDesk(world);
  numbers = desk;
  texts = await scrapes(world, desk);
  seen = readScrape(texts.join('\n'));
  return async () => {
    for (const end of ends.toReversed()) await end();
  };
});

const most = (name: string, labels: Readonly<Record<string, string>>): number => Math.max(...seen.values(name, labels));

describe('a scrape of a real worker', () => {
  it('shows the desk: what waits, the price that was set, calls, the guard, the lead', () => {
    const own = { account: 'acme' };
    const ad = { ...own, ad: numbers.adNumber };
    expect(seen.values('peerdesk_needs', { ...own, kind: 'release-gate/approval', type: 'order' })).toContain(1);
    expect(seen.values('peerdesk_orders', { ...own, state: 'release-gate' })).toContain(1);
    expect(seen.values('peerdesk_ads', { ...own, state: 'running' })).toContain(2);
    expect(most('peerdesk_reprices_total', { ...ad, mode: 'sim' })).toBeGreaterThanOrEqual(1);
    expect(seen.values('peerdesk_ad_rank', { ...ad, pair: 'USDT/BOB', side: 'SELL' })).toContain(1);
    expect(most('peerdesk_calls_total', { ...own, operation: 'update', outcome: 'ok' })).toBeGreaterThanOrEqual(1);
    expect(most('peerdesk_refusals_total', { ...own, operation: 'listOrders' })).toBeGreaterThanOrEqual(1);
    expect(
      most('peerdesk_guard_answers_total', { ...own, step: 'release', answer: 'permitted' }),
    ).toBeGreaterThanOrEqual(1);
    expect(seen.values('peerdesk_leads', own)).toContain(1);
    expect(seen.values('peerdesk_healthy', {})).toContain(1);
  });

  it('has every metric of the table, with its kind and its labels', () => {
    for (const { name, kind, labels } of Object.values(metricTable)) {
      expect([name, seen.families.get(name)]).toEqual([name, { kind, labels: new Set(labels) }]);
    }
  });

  it('shows that the process that leads polls each queue, more often where tasks wait, and within its maximum', () => {
    const polled = (queue: string, type: string): number =>
      most('temporal_num_pollers', { poller_type: type, task_queue: `peerdesk:acme${queue}` });
    const money = polled(':money', 'activity_task');
    // Between two polls it is 0.
    expect([money >= 1, money <= 2]).toEqual([true, true]);
    const others = [
      polled(':calls', 'activity_task'),
      polled(':watch', 'activity_task'),
      polled('', 'workflow_task'),
      polled('', 'sticky_workflow_task'),
    ];
    expect(others.filter((polls) => !(polls >= 1 && polls <= 5))).toEqual([]);
  });

  it('S4: holds no order number, no name of a person, no key', () => {
    const text = texts.join('\n');
    const found = [numbers.adNumber, numbers.orderNumber, 'request-1'].map((part) => text.includes(part));
    expect(found).toEqual([true, false, false]);
    expect(/key-of-acme|secret-of-acme|nickname|\bana\b/i.exec(text)).toBeNull();
  });

  it.runIf(spawnSync('promtool', ['--version']).status === 0)(
    'is read by promtool, which finds nothing odd in it',
    () => {
      const own = (texts.at(-1) ?? '')
        .split('\n')
        .filter((line) => /^(# (HELP|TYPE) )?(peerdesk|process|nodejs)_/.test(line));
      const input = `${own.join('\n')}\n`;
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
      expect([stdout, stderr, status]).toEqual(['', '', 0]);
    },
  );
});

/** What Prometheus adds to every sample. */
const added = ['instance', 'job'];
/** Values that only trouble brings; everything else that a query chooses by must have been seen. */
const rare = [
  'NonDeterminismError',
  'GrpcMessageTooLarge',
  'RESOURCE_EXHAUSTED',
  'outcome-unknown',
  'undecided',
  'placement-undecided',
  'desk-trouble/temporal',
  'desk-trouble/refused-key',
  'not-sent',
  // What a placement needs passes by itself, at times between two scrapes.
  'placement',
];

describe('alert rules and boards', () => {
  const own = (query: Query) => query.selectors.filter(({ name }) => name !== 'up');
  const familyOf = (name: string): string => (seen.families.has(name) ? name : name.replace(/_bucket$/, ''));
  const labelsOf = (name: string): string[] => {
    const { kind = '', labels = new Set<string>() } = seen.families.get(familyOf(name)) ?? {};
    return [...labels, ...added, ...(kind === 'histogram' ? ['le'] : [])];
  };

  it('ask for metrics that a worker exports, a histogram by its buckets', () => {
    const missing = monitoringQueries().flatMap((query) =>
      own(query)
        .filter(
          ({ name }) =>
            (seen.families.get(familyOf(name))?.kind === 'histogram') !== name.endsWith('_bucket') ||
            !seen.families.has(familyOf(name)),
        )
        .map(({ name }) => `${query.place}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('rate what rises, and nothing else', () => {
    const odd = monitoringQueries().filter((query) => {
      const rises = own(query).some(({ name }) => seen.families.get(familyOf(name))?.kind !== 'gauge');
      return rises !== query.functions.some((name) => name === 'rate' || name === 'increase');
    });
    expect(odd.map(({ place }) => place)).toEqual([]);
  });

  it('choose, group and show by labels that those metrics have', () => {
    const wrong = monitoringQueries().flatMap((query) => {
      const known = new Set(own(query).flatMap(({ name }) => labelsOf(name)));
      const chosen = own(query).flatMap(({ name, matchers }) =>
        matchers.filter(({ label }) => !labelsOf(name).includes(label)).map(({ label }) => label),
      );
      const isUp = own(query).length === 0;
      const others = [...query.grouped, ...query.shown].filter(
        (label) => !known.has(label) && !(isUp && added.includes(label)),
      );
      return [...chosen, ...others].map((label) => `${query.place}: ${label}`);
    });
    expect(wrong).toEqual([]);
  });

  it('show only labels that their grouping leaves', () => {
    const lost = monitoringQueries().flatMap(({ place, grouped, shown }) =>
      grouped.length === 0
        ? []
        : shown.filter((label) => !grouped.includes(label)).map((label) => `${place}: ${label}`),
    );
    expect(lost).toEqual([]);
  });

  it('choose by values that were seen', () => {
    const unseen = monitoringQueries().flatMap((query) =>
      own(query).flatMap(({ name, matchers }) =>
        matchers
          .filter(({ label, value }) => !value.startsWith('$') && !added.includes(label))
          .filter(({ label, value }) => !matches(value, [...seen.labelValues(label), ...rare]))
          .map(({ label, value }) => `${query.place}: ${name} ${label} ${value}`),
      ),
    );
    expect(unseen).toEqual([]);
  });
});

/** Whether each alternative of a pattern matches one of the values. */
function matches(pattern: string, values: readonly string[]): boolean {
  return pattern.split('|').every((part) => values.some((value) => new RegExp(`^(?:${part})$`).test(value)));
}
