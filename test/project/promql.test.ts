import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { alertRules, monitoringQueries, readQuery } from '../integration/metrics/promql.ts';
import { healthCodes } from '../../src/domain/health/health.ts';
import { needKind } from '../../src/domain/notices/need-fact.ts';
import { everyNeed } from '../words/every-need.ts';
import { readProjectFile } from './project-files.ts';

describe('the reader of queries', () => {
  it('finds every metric, with its labels, also a misspelt one', () => {
    const expression =
      'histogram_quantile(0.99, sum by (queue, le) (rate(a_bucket{x="1", y=~"b|c"}[5m]))) > 5 or (d unless on (z) peerdsek_e offset 10m)';
    expect(readQuery('here', expression)).toEqual({
      place: 'here',
      selectors: [
        {
          name: 'a_bucket',
          matchers: [
            { label: 'x', operator: '=', value: '1' },
            { label: 'y', operator: '=~', value: 'b|c' },
          ],
        },
        { name: 'd', matchers: [] },
        { name: 'peerdsek_e', matchers: [] },
      ],
      grouped: ['queue', 'le', 'z'],
      shown: [],
      functions: ['histogram_quantile', 'sum', 'rate'],
    });
  });
});

describe('monitoring/', () => {
  it('uses functions that Prometheus has', () => {
    const known = [
      'sum',
      'max',
      'min',
      'count',
      'rate',
      'increase',
      'histogram_quantile',
      'vector',
      'abs',
      'time',
      'absent',
      'max_over_time',
    ];
    const queries = monitoringQueries();
    expect(queries.length).toBeGreaterThan(60);
    expect(queries.flatMap(({ functions }) => functions).filter((name) => !known.includes(name))).toEqual([]);
  });

  it('has a test in which each alert fires, and says of each what to do', () => {
    const tests = readProjectFile('monitoring/prometheus/alerts.test.yml');
    const fired = new Set([...tests.matchAll(/labels: '\{alertname="(\w+)"/g)].map(([, name]) => name));
    expect(
      alertRules()
        .map(({ alert }) => alert)
        .filter((name) => !fired.has(name)),
    ).toEqual([]);
    const silent = alertRules().filter(({ annotations }) => !('summary' in annotations && 'action' in annotations));
    expect(silent.map(({ alert }) => alert)).toEqual([]);
  });

  it('asks for kinds of needs and problems of health that there are', () => {
    const kinds = new Set(everyNeed.map(needKind));
    const matchers = monitoringQueries().flatMap(({ place, selectors }) =>
      selectors.flatMap((selector) => selector.matchers.map((matcher) => ({ place, ...matcher }))),
    );
    const wanted = (label: string) =>
      matchers
        .filter((matcher) => matcher.label === label)
        .flatMap(({ place, value }) => value.split('|').map((one) => ({ place, one })));
    const isKnown = (one: string): boolean => [...kinds].some((kind) => new RegExp(`^(?:${one})$`).test(kind));
    expect(wanted('kind').length).toBeGreaterThan(5);
    expect(wanted('kind').filter(({ one }) => !isKnown(one))).toEqual([]);
    expect(wanted('problem').filter(({ one }) => !healthCodes.some((code) => code === one))).toEqual([]);
    // Each problem of health pages someone by a rule of its own; NoLead sees who leads of each account.
    const rules = alertRules().map(({ expr }) => expr);
    expect(
      healthCodes.filter((code) => code !== 'no-lead' && !rules.some((rule) => rule.includes(`"${code}"`))),
    ).toEqual([]);
  });

  it('scrapes the job and the port that the rules and the compose files mean, of every worker that the service has', () => {
    const [, opened] = /'--metrics-port', '(\d+)'/.exec(readProjectFile('docker-compose.yml')) ?? [];
    const schema = z.object({ scrape_configs: z.array(z.object({ job_name: z.string() }).loose()) });
    const { scrape_configs: jobs } = schema.parse(parse(readProjectFile('monitoring/prometheus/prometheus.yml')));
    expect(jobs).toEqual([
      {
        job_name: 'peerdesk',
        dns_sd_configs: [{ names: ['worker'], type: 'A', port: Number(opened), refresh_interval: '15s' }],
      },
      { job_name: 'temporal', static_configs: [{ targets: ['temporal:9090'] }] },
    ]);
    // One that has ended is no target: no rule about a target sees it.
    const rules = new Map(alertRules().map(({ alert, expr }) => [alert, expr]));
    expect(rules.get('NoWorker')).toBe('absent(up{job="peerdesk"})');
    expect(rules.get('FewerWorkers')).toContain('count(up{job="peerdesk"})');
  });
});
