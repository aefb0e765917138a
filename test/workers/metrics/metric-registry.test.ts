import { describe, expect, it } from 'vitest';
import { bucketSeconds, metricTable, type MetricSpec } from '../../../src/workers/metrics/metric-table.ts';
import { MetricRegistry } from '../../../src/workers/metrics/metric-registry.ts';

const specs: MetricSpec[] = Object.values(metricTable);

describe('the text of a scrape', () => {
  it('has help, type and samples of what is known, and nothing of the rest', () => {
    const registry = new MetricRegistry();
    registry.count('bans', { account: 'acme', egress: 'home' }, 0);
    registry.count('bans', { account: 'acme', egress: 'home' });
    registry.count('bans', { account: 'bob', egress: 'home' }, 2);
    expect(registry.text()).toBe(
      [
        '# HELP peerdesk_bans_total Bans that began while this process ran.',
        '# TYPE peerdesk_bans_total counter',
        'peerdesk_bans_total{account="acme",egress="home"} 1',
        'peerdesk_bans_total{account="bob",egress="home"} 2',
        '',
      ].join('\n'),
    );
  });

  it('asks for gauges each time: what a collector no longer knows is absent, not repeated and not 0', () => {
    const registry = new MetricRegistry();
    let rank: number | null = 3;
    const labels = { account: 'acme', ad: '1', pair: 'USDT/BOB', side: 'SELL' };
    const stop = registry.collect((set) => {
      if (rank !== null) set('adRank', labels, rank);
      set('adPrice', labels, Number.NaN);
      set('healthy', {}, 1);
    });
    expect(registry.text()).toContain('peerdesk_ad_rank{account="acme",ad="1",pair="USDT/BOB",side="SELL"} 3\n');
    rank = null;
    expect(registry.text()).not.toMatch(/rank|price/);
    expect(registry.text()).toContain('\npeerdesk_healthy 1\n');
    stop();
    expect(registry.text()).toBe('');
  });

  it('counts a histogram upwards, with the bound in its bucket and what is beyond all bounds in the last', () => {
    const registry = new MetricRegistry();
    const labels = { account: 'acme', priority: 'money' };
    for (const seconds of [0.005, 0.006, 31]) registry.observe('callWait', labels, seconds);
    const lines = registry.text().split('\n');
    const counts = lines.filter((line) => line.includes('_bucket')).map((line) => Number(line.split(' ').at(-1)));
    expect(counts).toEqual([1, ...bucketSeconds.slice(1).map(() => 2), 3]);
    expect(lines).toContain('peerdesk_call_wait_seconds_bucket{account="acme",priority="money",le="+Inf"} 3');
    expect(lines).toContain('peerdesk_call_wait_seconds_count{account="acme",priority="money"} 3');
    expect(lines).toContain('peerdesk_call_wait_seconds_sum{account="acme",priority="money"} 31.011');
  });

  it('escapes what would end a label', () => {
    const registry = new MetricRegistry();
    registry.collect((set) => set('leads', { account: 'a"b\\c\nd' }, 1));
    expect(registry.text()).toContain('{account="a\\"b\\\\c\\nd"} 1');
  });
});

describe('the table of metrics', () => {
  it('has each name once, in the words of Prometheus: units in full, counters end with _total', () => {
    const names = specs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^(peerdesk|process|nodejs)_[a-z0-9]+(_[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(names.filter((name) => /_(ms|sec|millis|percent)\b/.test(name))).toEqual([]);
    const odd = specs.filter(({ name, kind }) => (kind === 'counter') !== name.endsWith('_total'));
    expect(odd.map(({ name }) => name)).toEqual([]);
    expect(specs.filter(({ name, kind }) => kind === 'histogram' && !name.endsWith('_seconds'))).toEqual([]);
  });

  it('S4: has labels of which an account has few: no order, no person, no text of the service', () => {
    const bounded = [
      'account',
      'ad',
      'pair',
      'side',
      'state',
      'type',
      'kind',
      'mode',
      'step',
      'outcome',
      'answer',
      'problem',
    ];
    const ofCalls = ['operation', 'category', 'priority', 'quota', 'egress', 'against', 'version', 'node'];
    const known = [...bounded, ...ofCalls];
    expect(specs.flatMap(({ labels }) => labels).filter((label) => !known.includes(label))).toEqual([]);
  });

  it('says of each what it shows', () => {
    expect(specs.filter(({ help }) => !/^.{15,}\.$/.test(help)).map(({ name }) => name)).toEqual([]);
  });
});
