import { describe, expect, it } from 'vitest';
import type { GuardPort } from '../../../src/activities/ports/guard-port.ts';
import type { PermitRequest } from '../../../src/domain/guard/permit-request.ts';
import { createExchangeClient, ExchangeError, type AttemptReport } from '../../../src/exchange/index.ts';
import { WorkerMetrics } from '../../../src/workers/metrics/worker-metrics.ts';

const place = '{account="acme",egress="home"}';

function open() {
  const worker = new WorkerMetrics();
  const metrics = worker.account('acme', 'home');
  const samples = (start: string): string[] =>
    worker.registry
      .text()
      .split('\n')
      .filter((line) => line.startsWith(`peerdesk_${start}`) && !line.includes('_bucket'));
  return { metrics, samples };
}

const attempt: AttemptReport = {
  operation: 'search',
  priority: 'market',
  step: 'key',
  waitedMs: 250,
  tookMs: 1_500,
  error: null,
};

function failed(sent: ExchangeError['sent']): ExchangeError {
  return new ExchangeError({ message: 'too many requests', endpoint: 'search', sent, code: '-1003', httpStatus: 429 });
}

describe('calls', () => {
  it('are counted by outcome, and those that left by how long they waited and took', () => {
    const { metrics, samples } = open();
    metrics.attempted(attempt);
    metrics.attempted({ ...attempt, error: failed('yes') });
    metrics.attempted({ ...attempt, error: failed('unknown') });
    metrics.attempted({ ...attempt, tookMs: null, error: failed('no') });
    const labels = 'account="acme",operation="search"';
    expect(samples('calls_total')).toEqual(
      ['ok', 'refused', 'unanswered', 'not-sent'].map(
        (outcome) => `peerdesk_calls_total{${labels},outcome="${outcome}"} 1`,
      ),
    );
    expect(samples('refusals')).toEqual([`peerdesk_refusals_total{${labels},category="RATE_LIMITED"} 1`]);
    expect(samples('call_duration')).toEqual([
      `peerdesk_call_duration_seconds_sum{${labels}} 4.5`,
      `peerdesk_call_duration_seconds_count{${labels}} 3`,
    ]);
    expect(samples('call_wait_seconds_sum')).toEqual([
      'peerdesk_call_wait_seconds_sum{account="acme",priority="market"} 0.75',
    ]);
  });
});

describe('what the log reports', () => {
  it('prices that were set and ends of money attempts are counted; steps begin at 0, so that the first rise is seen', () => {
    const { metrics, samples } = open();
    const line = { level: 'info', mode: 'live', message: '' } as const;
    expect(samples('money_steps').filter((sample) => !sample.endsWith(' 0'))).toEqual([]);
    expect(samples('money_steps')).toHaveLength(20);
    metrics.reported({ ...line, event: 'price', operation: 'update', adNumber: '7' });
    metrics.reported({ ...line, event: 'unknown', operation: 'release', orderNumber: '22' });
    metrics.reported({ ...line, event: 'refused', operation: 'search' });
    expect(samples('reprices')).toEqual(['peerdesk_reprices_total{account="acme",ad="7",mode="live"} 1']);
    expect(samples('money_steps').filter((sample) => !sample.endsWith(' 0'))).toEqual([
      'peerdesk_money_steps_total{account="acme",step="release",outcome="unknown"} 1',
    ]);
  });
});

describe('the guard', () => {
  it('answers as before, and its answers are counted by their reason', async () => {
    const { metrics, samples } = open();
    const refusal = {
      permitted: false,
      reason: 'GUARD_SILENT',
      code: 'guard-unheard',
      why: 'no answer',
      atMs: null,
    } as const;
    const replies = [refusal, { permitted: true, atMs: 1 } as const];
    const guard = { permit: () => Promise.resolve(replies.shift() ?? refusal) } as unknown as GuardPort;
    const request = { step: 'release' } as PermitRequest;
    const counted = metrics.counted(guard);
    expect(await counted.permit(request)).toBe(refusal);
    expect(await counted.permit(request)).toMatchObject({ permitted: true });
    const labels = 'account="acme",step="release"';
    expect(samples('guard')).toEqual([
      `peerdesk_guard_answers_total{${labels},answer="GUARD_SILENT"} 1`,
      `peerdesk_guard_answers_total{${labels},answer="permitted"} 1`,
    ]);
  });
});

describe('the state of an account', () => {
  const credentials = { apiKey: 'key', apiSecret: 'secret' };

  it('I17: looks at ads are shown by the process that leads alone', () => {
    const { metrics, samples } = open();
    const exchange = createExchangeClient({ baseUrl: 'http://127.0.0.1:1', credentials });
    let isLeading = true;
    metrics.observe({ exchange, isLeading: () => isLeading, temporalDifferenceMs: () => -20 });
    const facts = {
      side: 'SELL',
      asset: 'USDT',
      fiat: 'BOB',
      price: '10.40',
      priceScale: 2,
      status: 'online',
    } as const;
    const limits = {
      remaining: '1',
      minFiat: '1',
      maxFiat: '2',
      priceType: 'fixed',
      floatingRatio: null,
      payMethods: null,
    } as const;
    const ad = { adNumber: '7', ...facts, ...limits };
    metrics.looks.begin('7').looked({ ad, decision: null, atMs: 0, marketAtMs: 0 });
    expect(samples('ad_price')).toHaveLength(1);
    expect(samples('leads')).toEqual(['peerdesk_leads{account="acme"} 1']);
    expect(samples('clock')).toEqual(['peerdesk_clock_difference_seconds{account="acme",against="temporal"} -0.02']);
    expect(samples('budget_calls')).toEqual(['peerdesk_budget_calls_per_second{account="acme"} 5']);
    isLeading = false;
    expect(samples('ad_')).toEqual([]);
    expect(samples('leads')).toEqual(['peerdesk_leads{account="acme"} 0']);
  });

  it('bans and openings of the breaker are counted once each, and shown while they last', () => {
    const { metrics, samples } = open();
    const clock = { nowMs: Date.now(), now: () => clock.nowMs };
    const exchange = createExchangeClient({ baseUrl: 'http://127.0.0.1:1', credentials, clock });
    const { gate } = exchange;
    const stop = metrics.observe({ exchange, isLeading: () => true, temporalDifferenceMs: () => null });
    expect(samples('ban')).toEqual([`peerdesk_ban_remaining_seconds${place} 0`, `peerdesk_bans_total${place} 0`]);
    gate.setBan(Date.now() + 3_600_000);
    gate.setBan(Date.now() + 7_200_000);
    gate.setBreaker({ phase: 'open', failures: 5, openUntilMs: Date.now() + 60_000 });
    const [remaining = ''] = samples('ban_remaining');
    expect(Number(remaining.split(' ')[1])).toBeGreaterThan(3_600);
    expect(samples('bans')).toEqual([`peerdesk_bans_total${place} 1`]);
    expect(samples('breaker')).toEqual([
      `peerdesk_breaker_open${place} 1`,
      `peerdesk_breaker_openings_total${place} 1`,
    ]);
    stop();
    expect(samples('ban_remaining')).toEqual([]);
  });
});
