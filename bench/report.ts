import { cpus, loadavg } from 'node:os';
import { readFileSync } from 'node:fs';
import type { AdBudgets } from './ad-budgets.ts';
import type { DecodeCost } from './decode.ts';
import type { LimiterAccuracy } from './limiter.ts';
import type { MemoryGrowth } from './memory.ts';
import type { ManyAds } from './many-ads/many-accounts.ts';
import { spreadText } from './statistics.ts';
import type { Throughput } from './throughput.ts';

export interface BenchResults {
  readonly machine: ReturnType<typeof machineFacts>;
  readonly throughput: readonly Throughput[];
  readonly memory: MemoryGrowth;
  readonly decode: DecodeCost;
  readonly limiter: readonly LimiterAccuracy[];
  readonly ads: AdBudgets;
  readonly manyAds: ManyAds;
}

/** Returns what the figures depend on: versions, cores, and the load of the machine. */
export function machineFacts() {
  const cores = cpus();
  return {
    at: new Date().toISOString(),
    node: process.versions.node,
    undici: versionOf('undici'),
    zod: versionOf('zod'),
    binance: versionOf('binance'),
    cores: cores.length,
    processor: cores[0]?.model.trim() ?? 'unknown',
    loadBefore: loadavg().map((value) => Number(value.toFixed(2))),
  };
}

function versionOf(name: string): string {
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return version;
}

/** Formats the results as tables for people. */
export function reportText(results: BenchResults): string {
  const { machine } = results;
  const { node, undici, zod, binance } = machine;
  const head = `Node ${node}, undici ${undici}, zod ${zod}, binance ${binance}; ${machine.cores} cores (${machine.processor}), load ${machine.loadBefore.join(' ')}`;
  const sections = [
    ...results.throughput.map(throughputText),
    memoryText(results),
    decodeText(results),
    limiterText(results),
    adsText(results),
    manyAdsText(results),
  ];
  return [head, ...sections].join('\n\n');
}

function throughputText({ connections, callers, ratios, serverCpuUsPerRequest }: Throughput): string {
  const rows = callers.map(({ name, requestsPerSecond, cpuUsPerRequest }) => [
    name,
    spreadText(requestsPerSecond),
    spreadText(cpuUsPerRequest),
  ]);
  const toBare = `peerdesk / bare undici: requests ${spreadText(ratios.requestsToBareUndici)}, CPU ${spreadText(ratios.cpuToBareUndici)}`;
  const toBinance = `peerdesk / binance: requests ${spreadText(ratios.requestsToBinance)}, CPU ${spreadText(ratios.cpuToBinance)}`;
  const title = `${connections} connection(s); median (least to most); server ${serverCpuUsPerRequest.median} us a request`;
  return [title, table([['', 'requests/s', 'CPU us/request'], ...rows]), toBare, toBinance].join('\n');
}

function memoryText({ memory }: BenchResults): string {
  const { calls, heapBytes, externalBytes, residentBytes } = memory;
  return [
    `memory after ${calls} calls (a warm client, after a collection)`,
    table([
      ['heap, bytes', 'buffers, bytes', 'whole process, MB'],
      [String(heapBytes), String(externalBytes), (residentBytes / 1_048_576).toFixed(0)],
    ]),
  ].join('\n');
}

function decodeText({ decode }: BenchResults): string {
  const { bytes, readAnswerUs, jsonParseUs } = decode;
  const title = `a search answer of 20 rows, ${bytes} bytes`;
  const rows = [
    ['', 'us'],
    ['read and checked', spreadText(readAnswerUs)],
    ['JSON.parse alone', spreadText(jsonParseUs)],
  ];
  return [title, table(rows)].join('\n');
}

function limiterText({ limiter }: BenchResults): string {
  const rows = limiter.map(({ limit, requestsPerSecond, arrivals, maxInAnyWindow, mean }) =>
    [limit, requestsPerSecond, arrivals, maxInAnyWindow, mean].map(String),
  );
  return ['limiter', table([['limit', 'requests/s', 'arrivals', 'most in any window', 'mean'], ...rows])].join('\n');
}

function adsText({ ads }: BenchResults): string {
  const rows = [
    ['', 'measured', 'budget'],
    ['history events of a quiet ad, a minute', ads.quietEventsAMinute, '<= 1'],
    ['history events of an applied price, the ad with most', ads.eventsAReprice, '<= 14'],
    ['searches a round, both sides', ads.searchesARound, '2'],
    ['move of the market to the last price, s', ads.moveToLastSeconds, '<= 10'],
  ];
  return [`${ads.ads} ads on one market, with Temporal`, table(rows.map((row) => row.map(String)))].join('\n');
}

function manyAdsText({ manyAds }: BenchResults): string {
  const { accounts, ads, moves, restCpuPercent, residentMb, pricesInZone, callsOverLimit } = manyAds;
  const rows = [
    ['move', 'half written, s', 'last written, s (budget 10)', 'ads written', 'CPU, s'],
    ...moves.map(({ half, last, written, cpuSeconds }, index) =>
      [index + 1, half, last, written, cpuSeconds].map(String),
    ),
  ];
  const rest = `at rest ${restCpuPercent} % of a core; ${residentMb} MB; prices in an own zone ${pricesInZone}, calls above the limit ${callsOverLimit}`;
  return [`${ads} ads of ${accounts} accounts in one process, without Temporal`, table(rows), rest].join('\n');
}

/** Formats rows of cells, the first of them the head, as columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
