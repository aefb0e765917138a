/** What must hold when a process dies or freezes in the middle of a money step. */
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom, type SeededRandom } from '../../../src/simulator/world/seeded-random.ts';
import { effects } from '../../simulator/effects.ts';
import { account, type DeathsWorld } from './deaths-world.ts';
import { deathMoments, deathSteps, type SenderJob } from './sender-job.ts';

type Death = NonNullable<SenderJob['death']>;

/** A part of the phase. */
export interface PhaseRun {
  world: DeathsWorld;
  seed: number;
  rounds: number;
  say: (line: string) => void;
}

/** Returns what is wrong with the account after a release: nothing twice, nothing free that was used, nothing left open. */
export async function faultsOf({ simulator, register }: DeathsWorld, order: string, key: string): Promise<string[]> {
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
export async function runDeaths({ world, seed, rounds, say }: PhaseRun): Promise<string[]> {
  const random = createRandom(seed);
  const faults: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const death = deathOf(random);
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

/** As the register keeps the reference of a payment. */
export const keyOf = (proofId: string): string => proofId.replaceAll('-', '');

interface Dying {
  order: string;
  proofId: string;
  death: Death;
  /** Default: the release. */
  sends?: SenderJob['sends'];
}

/** The operation of a step. */
const operations = { release: 'releaseCoin', cancel: 'cancelOrder', 'mark-paid': 'markOrderAsPaid' } as const;

/** `sent`: the service has the call, before or after its effect. */
export async function dieOnce(world: DeathsWorld, { order, proofId, death, sends = 'release' }: Dying): Promise<void> {
  const operation = operations[sends];
  if (death.step !== 'sent') {
    await world.send(order, { proofId, death, sends }).ended;
    return;
  }
  const fault = { kind: 'hang', when: death.when } as const;
  world.simulator.setFaults([{ operation, when: { nth: 1, orderNumber: order }, fault }]);
  const arrived = Promise.withResolvers<void>();
  const end = world.simulator.on((event) => {
    if (event.type === 'request' && event.operation.endsWith(`/${operation}`)) arrived.resolve();
  });
  const sender = world.send(order, { proofId, death: null, sends });
  await Promise.race([arrived.promise, sender.ended]);
  // The effect comes right after its arrival is told.
  await delay(20);
  sender.process.kill('SIGKILL');
  await sender.ended;
  end();
  world.simulator.setFaults([]);
}

/** A process is frozen at a seeded moment, its successor goes on, and then it thaws. Returns the faults. */
export async function runFreezes({ world, seed, rounds, say }: PhaseRun): Promise<string[]> {
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

/** Returns a seeded point at which a process dies. */
export function deathOf(random: SeededRandom): Death {
  return { step: pick(random, deathSteps), when: pick(random, deathMoments) };
}

function pick<T>(random: SeededRandom, items: readonly T[]): T {
  const item = items[Math.floor(random.next() * items.length)];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}
