/** The kill switch of releases, engaged around a send: what its answer names, and what the ledger then shows. */
import { setTimeout as delay } from 'node:timers/promises';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { leaseMs } from '../../../src/domain/orders/money-outcome.ts';
import { createRandom, type SeededRandom } from '../../../src/simulator/world/seeded-random.ts';
import type { FaultRule } from '../../../src/simulator/world/fault-script.ts';
import { account, type DeathsWorld, type Sender } from './deaths-world.ts';
import { faultsOf, keyOf, type PhaseRun } from './deaths.ts';

/**
 * How the service treats the call of a round. A prompt one has its effect within milliseconds, so an answer seldom names
 * anything. The others leave an attempt without an end: its effect comes after the answer, never, or came without a word.
 */
type Service = 'prompt' | 'late' | 'lost' | 'silent';
/** They take half a minute together, so that most rounds are prompt. */
const slowRounds: ReadonlyMap<number, Service> = new Map([
  [1, 'late'],
  [6, 'lost'],
  [11, 'silent'],
]);
const roundsOfTurn = 16;

/** Beyond the lease, for which an answer waits at most. */
const lateMs = leaseMs + 1_500;
const serviceFaults: Readonly<Record<Exclude<Service, 'prompt'>, FaultRule['fault']>> = {
  late: { kind: 'delay', ms: lateMs },
  lost: { kind: 'hang', when: 'before' },
  silent: { kind: 'hang', when: 'after' },
};
/** A call that is at the socket when the answer is given has arrived by then. */
const arrivalMs = 300;

/** What the answers of all kills named, and when it left by the times of the ledger. */
export interface KillCounts {
  /** Answers that named an order. */
  answersThatNamed: number;
  named: number;
  /** Of the named: the service had carried it out by the time of the answer. */
  leftBefore: number;
  /** Of the named: it was carried out after the answer. */
  leftAfter: number;
  /** Of the named: it was never carried out while the switch was engaged. */
  neverLeft: number;
  /** Carried out after the answer, which did not name it. */
  leftUnnamed: number;
}

const noCounts = { answersThatNamed: 0, named: 0, leftBefore: 0, leftAfter: 0, neverLeft: 0, leftUnnamed: 0 };

/** Releases are killed at seeded moments around a send. Nothing leaves after the answer but what it names. */
export async function runKills({ world, seed, rounds, say }: PhaseRun): Promise<string[]> {
  const random = createRandom(seed);
  const faults: string[] = [];
  const counts: KillCounts = { ...noCounts };
  for (let round = 0; round < rounds; round += 1) {
    const service = slowRounds.get(round % roundsOfTurn) ?? 'prompt';
    const wrong = await killOnce({ world, random, service, counts }, `KILL-${seed}-${round}`);
    if (wrong.length > 0) faults.push(`round ${round}, a ${service} service: ${wrong.join(', ')}`);
    if ((round + 1) % 20 === 0) say(`${round + 1} of ${rounds} kill switches, ${faults.length} faults`);
  }
  if (rounds > 0) say(countsText(counts, rounds));
  const left = await leaving(world);
  return left.length === 0 ? faults : [...faults, `${left.length} attempts without an end`];
}

const countsText = (counts: KillCounts, kills: number): string =>
  [
    `${kills} kill switches, ${counts.answersThatNamed} answers named ${counts.named} releases:`,
    `${counts.leftBefore} of them had left by then, ${counts.leftAfter} left afterwards, ${counts.neverLeft} never left;`,
    `${counts.leftUnnamed} left without being named`,
  ].join(' ');

interface Round {
  world: DeathsWorld;
  random: SeededRandom;
  service: Service;
  counts: KillCounts;
}

async function killOnce(round: Round, proofId: string): Promise<string[]> {
  const { world, service, counts } = round;
  const order = world.sale();
  if (service !== 'prompt') {
    const rule = { operation: 'releaseCoin', when: { nth: 1, orderNumber: order }, fault: serviceFaults[service] };
    world.simulator.setFaults([rule]);
  }
  const handled = watchHandled(world);
  const sender = world.send(order, { proofId, death: null });
  await moment(round, { sender, order });
  const named = await killReleases(world);
  const answeredAtMs = worldNow(world);
  await delay(service === 'late' ? lateMs : arrivalMs);
  const handledLate = handled.atMs.filter((atMs) => atMs > answeredAtMs).length;
  const unnamed = count(counts, { named, answeredAtMs, world });
  await liftReleases(world);
  world.simulator.setFaults([]);
  world.pass();
  sender.process.kill('SIGKILL');
  await sender.ended;
  handled.end();
  await world.send(order, { proofId, death: null }).ended;
  return [
    ...(handledLate > 0 && !named.includes(order) ? ['a release arrived after the answer, which did not name it'] : []),
    ...unnamed.map((one) => `order ${one} was released after the answer, which did not name it`),
    ...(await faultsOf(world, order, keyOf(proofId))),
  ];
}

/**
 * Waits for the moment of the kill. A process needs about a second to start, and the release itself takes some twenty
 * milliseconds; a call that a slow service keeps is killed after it was armed.
 */
async function moment(
  { world, service, random }: Round,
  { sender, order }: { sender: Sender; order: string },
): Promise<void> {
  if (service === 'prompt') {
    await delay(600 + random.next() * 900);
    return;
  }
  let isOver = false;
  void sender.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !(await leaving(world)).some(({ subject }) => subject === order)) await delay(20);
  await delay(random.next() * 900);
}

const leaving = ({ register }: DeathsWorld) => register.leavingRows({ account: account.name });

/** When the service has handled calls that release, by the clock of the world. */
function watchHandled(world: DeathsWorld): { atMs: number[]; end: () => void } {
  const atMs: number[] = [];
  const end = world.simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith('/releaseCoin')) atMs.push(worldNow(world));
  });
  return { atMs, end };
}

const worldNow = ({ aheadMs }: DeathsWorld): number => Date.now() + aheadMs();

interface Answer {
  named: readonly string[];
  answeredAtMs: number;
  world: DeathsWorld;
}

/** Counts what the ledger shows while the switch is engaged; returns what was released after the answer without being named. */
function count(counts: KillCounts, { named, answeredAtMs, world }: Answer): string[] {
  const releases = world.simulator.ledger().entries.filter(({ kind }) => kind === 'release');
  counts.answersThatNamed += named.length > 0 ? 1 : 0;
  counts.named += named.length;
  for (const order of named) {
    const release = releases.find(({ orderNumber }) => orderNumber === order);
    if (release === undefined) counts.neverLeft += 1;
    else if (release.atMs > answeredAtMs) counts.leftAfter += 1;
    else counts.leftBefore += 1;
  }
  const after = releases.filter(({ atMs }) => atMs > answeredAtMs).map(({ orderNumber }) => String(orderNumber));
  const unnamed = after.filter((order) => !named.includes(order));
  counts.leftUnnamed += unnamed.length;
  return unnamed;
}

/** As `desk kill` does: engages the switch in the register, and waits until what was armed before has ended or left. */
async function killReleases(world: DeathsWorld): Promise<string[]> {
  const nowMs = worldNow(world);
  const entry = switchEntry('releases', { by: 'storm', reason: 'a test', atMs: nowMs });
  await world.register.restrict({ account: account.name, entries: [entry], by: 'storm', nowMs });
  for (;;) {
    const rows = await leaving(world);
    const newestMs = Math.max(0, ...rows.map(({ armedAtMs }) => armedAtMs ?? 0));
    if (rows.length === 0 || worldNow(world) >= newestMs + leaseMs) return rows.map(({ subject }) => subject);
    await delay(50);
  }
}

async function liftReleases(world: DeathsWorld): Promise<void> {
  const { register } = world;
  const { revision } = await register.restrictions({ account: account.name });
  const gone = [{ kind: 'switch', key: 'releases' }] as const;
  const nowMs = worldNow(world);
  await register.loosen({ account: account.name, gone, added: [], revision, by: 'storm', signed: null, nowMs });
}
