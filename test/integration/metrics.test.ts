import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { adControl, startAd } from '../../src/client/index.ts';
import { pricingRulesSchema } from '../../src/domain/pricing/pricing-rules.ts';
import { metricTable } from '../../src/workers/metrics/metric-table.ts';
import { account, noRules, openDeskWorld, quickSettings, until, type DeskWorld } from './desk-harness.ts';
import { readScrape, type Scrape } from './scrape.ts';

const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  limits: { floor: '9.00', ceiling: '11.00' },
});

async function scrape(world: DeskWorld): Promise<string> {
  const [, port = ''] = /metrics on port (\d+)/.exec(await world.log()) ?? [];
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return reply.text();
}

/** A worker with an ad that was repriced, an order that waits for approval, a workflow of no type, and a stopped ad. */
async function openScrapedDesk(): Promise<{ text: string; orderNumber: string; adNumber: string }> {
  const world = await openDeskWorld(
    {},
    { ...quickSettings, metricsLookIntervalMs: 1_000 },
    (end) => void ends.push(end),
  );
  const { simulator, market, client } = world;
  world.startWorker({ PEERDESK_METRICS_PORT: '0' });
  const ad = { account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.40' } as const;
  const [adNumber, other] = [simulator.ads.add(ad), simulator.ads.add({ ...ad, side: 'BUY', price: '9.60' })];
  for (const number of [adNumber, other]) {
    await startAd(client, { account, adNumber: number, mode: 'sim', rules, settings: quickSettings });
  }
  await world.startDesk({ release: { policy: 'approve', amountCap: null, counterparty: noRules } });
  // What it lacks fails its tasks, and the watch of an ad that is terminated fails its heartbeats.
  await client.workflow.start('noSuchWorkflow', { workflowId: 'none', taskQueue: `peerdesk:${account}` });
  market.move('10.00', '10.30', '9.70');
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  await until(
    'the ads are looked at',
    () => scrape(world),
    (text) => text.includes(`peerdesk_ad_rank{account="acme",ad="${other}"`),
  );
  await client.workflow.getHandle(adControl(client, account, other).workflowId).terminate('by hand');
  const wanted = ['kind="release-gate/approve"', 'temporal_request_failure_total{', 'task_execution_failed_total{'];
  const text = await until(
    'the approval, the failed task and the failed heartbeat are told',
    () => scrape(world),
    (found) => wanted.every((part) => found.includes(part)),
  );
  return { text, orderNumber, adNumber };
}

const ends: (() => void | Promise<void>)[] = [];
let seen: Scrape;
let text = '';
let numbers = { orderNumber: '', adNumber: '' };

beforeAll(async () => {
  const opened = await openScrapedDesk();
  ({ text } = opened);
  numbers = opened;
  seen = readScrape(text);
  return async () => {
    for (const end of ends.toReversed()) await end();
  };
});

describe('a scrape of a real worker', () => {
  it('tells of the desk: what waits, the price that was set, calls, the lead', () => {
    const { adNumber } = numbers;
    const own = { account: 'acme' };
    expect(seen.value('peerdesk_needs', { ...own, kind: 'release-gate/approve', type: 'order' })).toBe(1);
    expect(seen.value('peerdesk_orders', { ...own, state: 'release-gate' })).toBe(1);
    expect(seen.value('peerdesk_ads', { ...own, state: 'running' })).toBeGreaterThanOrEqual(1);
    expect(seen.value('peerdesk_reprices_total', { ...own, ad: adNumber, mode: 'sim' })).toBeGreaterThanOrEqual(1);
    expect(seen.value('peerdesk_ad_rank', { ...own, ad: adNumber, pair: 'USDT/BOB', side: 'SELL' })).toBe(1);
    expect(seen.value('peerdesk_calls_total', { ...own, operation: 'update', outcome: 'ok' })).toBeGreaterThanOrEqual(
      1,
    );
    expect(seen.value('peerdesk_leads', own)).toBe(1);
    expect(seen.value('peerdesk_healthy', {})).toBe(1);
  });

  it('has every metric of the table that a quiet desk knows, with the labels of the table', () => {
    const rare = ['peerdesk_placements', 'peerdesk_refusals_total', 'peerdesk_guard_answers_total'];
    const missing = Object.values(metricTable).filter(({ name }) => !seen.families.has(name) && !rare.includes(name));
    expect(missing.map(({ name }) => name)).toEqual([]);
    for (const { name, kind, labels } of Object.values(metricTable)) {
      const family = seen.families.get(name);
      if (family !== undefined) expect([name, family]).toEqual([name, { kind, labels: new Set(labels) }]);
    }
  });

  it('has the metrics of the SDK, and each queue of calls is polled once by the process that leads', () => {
    expect(seen.families.get('temporal_workflow_task_schedule_to_start_latency_seconds')?.kind).toBe('histogram');
    expect(
      seen.value('temporal_num_pollers', { poller_type: 'activity_task', task_queue: 'peerdesk:acme:money' }),
    ).toBe(1);
  });

  it('S4: holds no order number, no name of a person, no key', () => {
    expect(text).toContain(numbers.adNumber);
    expect(text).not.toContain(numbers.orderNumber);
    expect(text).not.toMatch(/key-of-acme|secret-of-acme|nickname/i);
  });

  it.runIf(spawnSync('promtool', ['--version']).status === 0)(
    'is read by promtool without a complaint about the desk',
    () => {
      const own = text.split('\n').filter((line) => /^(# (HELP|TYPE) )?(peerdesk|process|nodejs)_/.test(line));
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
        input: `${own.join('\n')}\n`,
        encoding: 'utf8',
      });
      expect([stdout, stderr, status]).toEqual(['', '', 0]);
    },
  );
});
