/** Runs one case and judges it by the ledger of the service, whatever the desk believes. */
import { createRandom } from '../../../src/simulator/world/seeded-random.ts';
import type { Ledger } from '../../../src/simulator/world/ledger.ts';
import { effects } from '../../simulator/effects.ts';
import { fileCases, liveCases, type CaseName } from './case-names.ts';
import { cases } from './cases.ts';
import { DeskDay } from './desk-day.ts';
import type { BackendName } from './keepers.ts';
import { openLossesWorld } from './losses-world.ts';
import type { Told } from './moves-again.ts';
import { ownEndsOf, standstillOf } from './standstill.ts';

export interface CaseRun {
  readonly name: CaseName;
  readonly backend: BackendName;
  readonly seed: number;
  /** How many are open at a busy desk; absent: 200. */
  readonly orders?: number;
  /** Ends the case early. */
  readonly over?: AbortSignal;
}

export interface Judgement {
  readonly line: string;
  /** Empty: nothing is wrong. */
  readonly wrong: readonly string[];
  /** Why workers ended by themselves, and what stood still where a case did not come to its end. */
  readonly seen: readonly string[];
}

/** What must not happen once. */
const counted = [
  'doubleReleases',
  'doublePayments',
  'doublePlacements',
  'releasesOnUsedPayment',
  'callsDuringBan',
] as const satisfies readonly (keyof Ledger)[];

/** Many times what a case needs: each of its waits has a limit of its own, and together they could be endless. */
const caseLimitMs = 20 * 60_000;

const busyOrders = 200;

/** Runs a case in a world of its own. Never rejects: what does not come true is wrong. */
export async function runCase({ name, backend, seed, orders = busyOrders, over }: CaseRun): Promise<Judgement> {
  const world = await openLossesWorld({
    backend,
    seed,
    mode: liveCases.has(name) ? 'live' : 'sim',
    hasFile: fileCases.has(name),
  });
  const late = new AbortController();
  const limit = setTimeout(() => late.abort(), caseLimitMs);
  try {
    const day = new DeskDay(world, createRandom(seed));
    const ended = await Promise.race([
      told(() => cases[name](day, orders)),
      whenOver(late.signal, `not ended after ${caseLimitMs / 60_000} minutes`),
      ...(over === undefined ? [] : [whenOver(over, 'ended by a signal')]),
    ]);
    const judgement = judged(`${name} on ${backend}, seed ${seed}`, day, ended);
    const standstill = ended.failure === null || over?.aborted === true ? [] : await standstillOf(world, ended.failure);
    return { ...judgement, seen: [...(world.ownEnds() > 0 ? ownEndsOf(world) : []), ...standstill] };
  } finally {
    clearTimeout(limit);
    await world.close();
  }
}

interface Ended {
  told: Told;
  /** Why it did not come to its end; null: it did. */
  failure: string | null;
}

async function told(run: () => Promise<Told>): Promise<Ended> {
  try {
    return { told: await run(), failure: null };
  } catch (error) {
    return { told: {}, failure: error instanceof Error ? error.message : String(error) };
  }
}

function whenOver(over: AbortSignal, failure: string): Promise<Ended> {
  return new Promise((resolve) => {
    const end = (): void => resolve({ told: {}, failure });
    if (over.aborted) end();
    else over.addEventListener('abort', end, { once: true });
  });
}

function judged(title: string, day: DeskDay, ended: Ended): Omit<Judgement, 'seen'> {
  const ledger = day.world.simulator.ledger();
  const count = Object.fromEntries(counted.map((name) => [name, ledger[name]]));
  const forbidden = [...day.forbidden].filter(([orderNumber]) => effects(ledger, 'release', orderNumber) > 0);
  const wrong = [
    ...Object.entries(count).flatMap(([name, value]) => (value === 0 ? [] : [`${name} ${value}`])),
    ...forbidden.map(([orderNumber, why]) => `order ${orderNumber} was released, but ${why}`),
    ...(ended.failure === null ? [] : [ended.failure]),
  ];
  const { releases, repeatedAttempts } = ledger;
  const kept = day.forbidden.size - forbidden.length;
  const ownEnds = day.world.ownEnds();
  const figures = { releases, repeatedAttempts, ...count, kept, ...ended.told, ...(ownEnds > 0 ? { ownEnds } : {}) };
  const verdict = wrong.length === 0 ? 'ok' : `NOT ok: ${wrong.join('; ')}`;
  const texts = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  return { line: `${title}: ${texts.join(', ')}: ${verdict}`, wrong };
}
