import { bareUndici, binancePackage, peerdesk, type Caller } from './callers.ts';
import { load, type LoadResult } from './load.ts';
import type { BenchServer } from './server-process.ts';
import { spreadOf, type Spread } from './statistics.ts';

/** How long one caller is under load at a time, and how often it has its turn. */
export interface Effort {
  readonly rounds: number;
  readonly sliceMs: number;
}

export interface Throughput {
  readonly connections: number;
  readonly callers: readonly {
    readonly name: string;
    readonly requestsPerSecond: Spread;
    readonly cpuUsPerRequest: Spread;
  }[];
  /** Peerdesk relative to the two others: above 1 it is better. Each from neighbours of the same round. */
  readonly ratios: {
    readonly requestsToBareUndici: Spread;
    readonly cpuToBareUndici: Spread;
    readonly requestsToBinance: Spread;
    readonly cpuToBinance: Spread;
  };
  /** CPU time of the server for one request, while bare undici called. */
  readonly serverCpuUsPerRequest: Spread;
}

interface Round {
  readonly bare: LoadResult;
  readonly own: LoadResult;
  readonly other: LoadResult;
  readonly serverCpuUs: number;
}

/** Measures the three callers in turn: bare, own, bare, other, and so on, so that slow changes of the machine cancel out. */
export async function measureThroughput(server: BenchServer, connections: number, effort: Effort): Promise<Throughput> {
  const { baseUrl } = server;
  const callers = {
    bare: bareUndici(baseUrl, connections),
    own: peerdesk(baseUrl, connections),
    other: binancePackage(baseUrl),
  };
  const run = (caller: Caller): Promise<LoadResult> => load(caller, connections, effort.sliceMs);
  for (const caller of Object.values(callers)) await run(caller);
  const rounds: Round[] = [];
  while (rounds.length < effort.rounds) {
    await server.takeRecord();
    const before = await run(callers.bare);
    const { arrivals, cpuUs } = await server.takeRecord();
    const own = await run(callers.own);
    const after = await run(callers.bare);
    const other = await run(callers.other);
    rounds.push({ bare: meanOf(before, after), own, other, serverCpuUs: cpuUs / arrivals.length });
  }
  await Promise.all(Object.values(callers).map((caller) => caller.close()));
  return summary(connections, rounds);
}

function meanOf(left: LoadResult, right: LoadResult): LoadResult {
  return {
    requestsPerSecond: (left.requestsPerSecond + right.requestsPerSecond) / 2,
    cpuUsPerRequest: (left.cpuUsPerRequest + right.cpuUsPerRequest) / 2,
  };
}

function summary(connections: number, rounds: readonly Round[]): Throughput {
  const column = (name: string, pick: (round: Round) => LoadResult) => ({
    name,
    requestsPerSecond: spreadOf(
      rounds.map((round) => pick(round).requestsPerSecond),
      0,
    ),
    cpuUsPerRequest: spreadOf(
      rounds.map((round) => pick(round).cpuUsPerRequest),
      1,
    ),
  });
  const ratio = (of: (round: Round) => number): Spread => spreadOf(rounds.map(of));
  return {
    connections,
    callers: [
      column('bare undici', ({ bare }) => bare),
      column('peerdesk', ({ own }) => own),
      column('binance', ({ other }) => other),
    ],
    ratios: {
      requestsToBareUndici: ratio(({ own, bare }) => own.requestsPerSecond / bare.requestsPerSecond),
      cpuToBareUndici: ratio(({ own, bare }) => bare.cpuUsPerRequest / own.cpuUsPerRequest),
      requestsToBinance: ratio(({ own, other }) => own.requestsPerSecond / other.requestsPerSecond),
      cpuToBinance: ratio(({ own, other }) => other.cpuUsPerRequest / own.cpuUsPerRequest),
    },
    serverCpuUsPerRequest: spreadOf(
      rounds.map(({ serverCpuUs }) => serverCpuUs),
      1,
    ),
  };
}
