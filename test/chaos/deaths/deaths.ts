/** What must hold when a process dies, freezes, or is told to stop in the middle of a money step. */
import { setTimeout as delay } from 'node:timers/promises';
import { leaseMs } from '../../../src/domain/orders/money-outcome.ts';
import { switchEntry } from '../../../src/domain/guard/restriction.ts';
import { createRandom, type SeededRandom } from '../../../src/simulator/world/seeded-random.ts';
import { effects } from '../../simulator/effects.ts';
import { account, type DeathsWorld } from './deaths-world.ts';
import { deathMoments, deathSteps, type SenderJob } from './sender-job.ts';

type Death = NonNullable<SenderJob['death']>;

interface Run {
  world: DeathsWorld;
  seed: number;
  rounds: number;
  say: (line: string) => void;
}

/** Returns what is wrong with the account after a release: nothing twice, nothing free that was used, nothing left open. */
async function faultsOf({ simulator, register }: DeathsWorld, order: string, key: string): Promise<string[]> {
  const ledger = simulator.ledger();
  const releases = effects(ledger, 'release', order);
  const owners = await register.paymentOwners({ keys: [key] });
  const rows = await register.stepRows({ account: account.name, step: 'release', subject: order });
  const open = rows.filter(({ state }) => state === 'asked' || state === 'leaving');
  return [
    ...(releases === 1 ? [] : [`released ${releases} times`]),
    ...(ledger.doubleReleases === 0 ? [] : [`${ledger.doubleReleases} double releases`]),
    ...(owners[0]?.orderNumber === order ? [] : ['its payment is free']),
    ...(open.length === 0 ? [] : [`${open.length} attempts without an end`]),
    ...(rows.filter(({ state }) => state === 'done').length === 1 ? [] : ['not written down as done once']),
  ];
}

/** A process dies at a seeded point of its release; the next one finishes it. Returns the faults. */
export async function runDeaths({ world, seed, rounds, say }: Run): Promise<string[]> {
  const random = createRandom(seed);
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const death = { step: pick(random, deathSteps), when: pick(random, deathMoments) } as const;
    const order = world.sale();
    const proofId = `TRX-${seed}-${round}`;
    await dieOnce(world, { order, proofId, death });
    world.pass();
    const end = await world.send(order, { proofId, death: null }).ended;
    const wrong = [
      ...(end.code === 0 ? [] : [`the next process ended with ${end.code ?? end.signal}: ${end.text.slice(-300)}`]),
      ...(await faultsOf(world, order, keyOf(proofId))),
    ];
    if (wrong.length > 0) faults.push(`round ${round}, ${death.step} ${death.when}: ${wrong.join(', ')}`);
    if ((round + 1) % 20 === 0) say(`${round + 1} of ${rounds} deaths, ${faults.length} faults`);
  }
  const broken = await world.register.brokenJournalEntry();
  return broken === null ? faults : [...faults, `the journal is broken at entry ${broken}`];
}

const keyOf = (proofId: string): string => proofId.replaceAll('-', '');

interface Dying {
  order: string;
  proofId: string;
  death: Death;
}

/** `sent`: the service has the call, before or after its effect. */
async function dieOnce(world: DeathsWorld, { order, proofId, death }: Dying): Promise<void> {
  if (death.step !== 'sent') {
    await world.send(order, { proofId, death }).ended;
    return;
  }
  const fault = { kind: 'hang', when: death.when } as const;
  world.simulator.setFaults([{ operation: 'releaseCoin', when: { nth: 1, orderNumber: order }, fault }]);
  const arrived = Promise.withResolvers<void>();
  const end = world.simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith('/releaseCoin')) arrived.resolve();
  });
  const sender = world.send(order, { proofId, death: null });
  await Promise.race([arrived.promise, sender.ended]);
  // The effect comes right after its arrival is told.
  await delay(20);
  sender.process.kill('SIGKILL');
  await sender.ended;
  end();
  world.simulator.setFaults([]);
}

/** Releases are killed at seeded moments around a send. Nothing arrives after the answer but what it names. */
export async function runKills({ world, seed, rounds, say }: Run): Promise<string[]> {
  const random = createRandom(seed);
  const faults: string[] = [];
  const { register, simulator } = world;
  for (let round = 0; round < rounds; round += 1) {
    const order = world.sale();
    const proofId = `KILL-${seed}-${round}`;
    const arrivals: number[] = [];
    const end = simulator.on((event) => {
      if (event.type === 'request' && event.operation.endsWith('/releaseCoin')) arrivals.push(performance.now());
    });
    const sender = world.send(order, { proofId, death: null });
    // A process needs about a second to start; the release itself takes some twenty milliseconds.
    await delay(600 + random.next() * 900);
    const answer = await killReleases(world);
    const answeredAt = performance.now();
    await delay(300);
    const late = arrivals.filter((atMs) => atMs > answeredAt);
    if (late.length > 0 && !answer.includes(order)) faults.push(`round ${round}: a release arrived after the answer`);
    await liftReleases(world);
    world.pass();
    sender.process.kill('SIGKILL');
    await sender.ended;
    end();
    await world.send(order, { proofId, death: null }).ended;
    const wrong = await faultsOf(world, order, keyOf(proofId));
    if (wrong.length > 0) faults.push(`round ${round}: ${wrong.join(', ')}`);
    if ((round + 1) % 20 === 0) say(`${round + 1} of ${rounds} kill switches, ${faults.length} faults`);
  }
  const left = await register.leavingRows({ account: account.name });
  return left.length === 0 ? faults : [...faults, `${left.length} attempts without an end`];
}

/** As `desk kill` does: engages the switch in the register, and waits until what was armed before has ended or left. */
async function killReleases({ register, aheadMs }: DeathsWorld): Promise<string[]> {
  const nowMs = Date.now() + aheadMs();
  const entry = switchEntry('releases', { by: 'storm', reason: 'a test', atMs: nowMs });
  await register.restrict({ account: account.name, entries: [entry], by: 'storm', nowMs });
  for (;;) {
    const rows = await register.leavingRows({ account: account.name });
    const newestMs = Math.max(0, ...rows.map(({ armedAtMs }) => armedAtMs ?? 0));
    if (rows.length === 0 || Date.now() + aheadMs() >= newestMs + leaseMs) return rows.map(({ subject }) => subject);
    await delay(50);
  }
}

async function liftReleases({ register, aheadMs }: DeathsWorld): Promise<void> {
  const { revision } = await register.restrictions({ account: account.name });
  const gone = [{ kind: 'switch', key: 'releases' }] as const;
  const nowMs = Date.now() + aheadMs();
  await register.loosen({ account: account.name, gone, added: [], revision, by: 'storm', signed: null, nowMs });
}

/** A process is frozen at a seeded moment, its successor goes on, and then it thaws. Returns the faults. */
export async function runFreezes({ world, seed, rounds, say }: Run): Promise<string[]> {
  const random = createRandom(seed);
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = world.sale();
    const proofId = `ICE-${seed}-${round}`;
    const first = world.send(order, { proofId, death: null });
    await delay(600 + random.next() * 900);
    first.process.kill('SIGSTOP');
    world.pass();
    const successor = world.send(order, { proofId, death: null });
    const end = await successor.ended;
    first.process.kill('SIGCONT');
    await Promise.race([first.ended, delay(5_000)]);
    first.process.kill('SIGKILL');
    await first.ended;
    // One that is frozen within a write keeps its file: its successor may end without a release, and is started again.
    if (end.code !== 0) {
      say(`round ${round}: the successor ended with ${end.code ?? end.signal}: ${end.text.slice(-200)}`);
      world.pass();
      await world.send(order, { proofId, death: null }).ended;
    }
    const wrong = await faultsOf(world, order, keyOf(proofId));
    if (wrong.length > 0) faults.push(`round ${round}: ${wrong.join(', ')}`);
    if ((round + 1) % 10 === 0) say(`${round + 1} of ${rounds} thaws, ${faults.length} faults`);
  }
  return faults;
}

function pick<T>(random: SeededRandom, items: readonly T[]): T {
  const item = items[Math.floor(random.next() * items.length)];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}
