/** A purchase is cancelled by processes that die or freeze, and in every second round a person reports meanwhile that it was paid. */
import { setTimeout as delay } from 'node:timers/promises';
import { transferKey } from '../../../src/domain/people/assignment.ts';
import { createRandom, type SeededRandom } from '../../../src/simulator/world/seeded-random.ts';
import { effects } from '../../simulator/effects.ts';
import { account, type DeathsWorld, type Sender } from './deaths-world.ts';
import { deathOf, dieOnce, type PhaseRun } from './deaths.ts';
import { cancelReason } from './sender-job.ts';

const by = 'ana';

/** Nothing is cancelled twice, and nothing after a transfer of which its report has not said that it may be cancelled. */
export async function runCancels({ world, seed, rounds, say }: PhaseRun): Promise<string[]> {
  const random = createRandom(seed);
  const faults: string[] = [];
  const counts = { cancelled: 0, paid: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const order = world.purchase();
    const proofId = `OUT-${seed}-${round}`;
    const wrong = await (round % 2 === 0 ? cancelThroughDeath : payMeanwhile)({ world, random }, order, proofId);
    counts.cancelled += effects(world.simulator.ledger(), 'cancel', order);
    counts.paid += effects(world.simulator.ledger(), 'pay', order);
    if (wrong.length > 0) faults.push(`cancellation ${round}: ${wrong.join(', ')}`);
  }
  if (rounds > 0) say(`${rounds} purchases: ${counts.cancelled} cancelled, ${counts.paid} reported as paid`);
  return faults;
}

interface Round {
  readonly world: DeathsWorld;
  readonly random: SeededRandom;
}

/** The next process finishes it, with the same word. */
async function cancelThroughDeath({ world, random }: Round, order: string, proofId: string): Promise<string[]> {
  await sayCancel(world, order);
  const death = deathOf(random);
  await dieOnce(world, { order, proofId, death, sends: 'cancel' });
  world.pass();
  const { text } = await world.send(order, { proofId, death: null, sends: 'cancel' }).ended;
  const wrong = await faultsOf(world, order, { cancel: 1, pay: 0 });
  return wrong.length === 0 ? [] : [`${death.step} ${death.when}`, ...wrong, text.slice(-300)];
}

/** The process is frozen around its send, the transfer is reported, and it thaws; then the service is notified of the transfer. */
async function payMeanwhile({ world, random }: Round, order: string, proofId: string): Promise<string[]> {
  await sayCancel(world, order);
  const sender = world.send(order, { proofId, death: null, sends: 'cancel' });
  await moment({ world, random }, order, sender);
  sender.process.kill('SIGSTOP');
  const report = (): Promise<boolean> => reportTransfer(world, order, proofId);
  const thaw = (): boolean => sender.process.kill('SIGCONT');
  // One that is frozen within a write keeps the register's file.
  const mayBeCancelled = await report().catch(() => (thaw(), report()));
  thaw();
  await sender.ended;
  world.pass();
  const notice = await world.send(order, { proofId, death: null, sends: 'mark-paid' }).ended;
  const wasCancelled = effects(world.simulator.ledger(), 'cancel', order) > 0;
  const wrong = [
    ...(wasCancelled && !mayBeCancelled ? ['it was cancelled after its transfer was reported'] : []),
    ...(await faultsOf(world, order, wasCancelled ? { cancel: 1, pay: 0 } : { cancel: 0, pay: 1 })),
  ];
  return wrong.length === 0 ? [] : [...wrong, notice.text.slice(-300)];
}

/** While it starts, or just after its claim: the rest takes some twenty milliseconds. */
async function moment({ world, random }: Round, order: string, { ended }: Sender): Promise<void> {
  if (random.next() < 0.3) {
    await delay(random.next() * 1_500);
    return;
  }
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const claims = () => world.register.stepRows({ account: account.name, step: 'cancel', subject: order });
  while (!isOver && (await claims()).length === 0) await delay(2);
  await delay(random.next() * 8);
}

async function faultsOf(
  { simulator, register }: DeathsWorld,
  order: string,
  expected: Readonly<Record<'cancel' | 'pay', number>>,
): Promise<string[]> {
  const ledger = simulator.ledger();
  const wrong: string[] = [];
  for (const [kind, step] of [
    ['cancel', 'cancel'],
    ['pay', 'mark-paid'],
  ] as const) {
    const count = effects(ledger, kind, order);
    if (count !== expected[kind]) wrong.push(`${count} times ${kind}, not ${expected[kind]}`);
    const rows = await register.stepRows({ account: account.name, step, subject: order });
    if (rows.some(({ state }) => state === 'asked' || state === 'leaving')) wrong.push(`a ${step} without an end`);
    if (rows.filter(({ state }) => state === 'done').length !== expected[kind]) wrong.push(`${step} is not done once`);
  }
  return wrong;
}

const nowOf = ({ aheadMs }: DeathsWorld): number => Date.now() + aheadMs();

/** A person has looked at the order as it stands. */
async function sayCancel(world: DeathsWorld, orderNumber: string): Promise<void> {
  const { register } = world;
  const mark = await register.marksOf({ account: account.name, subject: orderNumber });
  const word = { account: account.name, orderNumber, reason: cancelReason, despitePayment: false, by } as const;
  const { generation, epoch } = mark;
  const said = { ...word, generation, epoch, note: 'the wrong price', signed: null, nowMs: nowOf(world) };
  const refusal = await register.sayCancel(said);
  if (refusal !== null) throw new Error(`the word is refused: ${JSON.stringify(refusal)}`);
}

/** Returns whether the register says that a cancellation may have left. */
async function reportTransfer(world: DeathsWorld, orderNumber: string, proof: string): Promise<boolean> {
  const payment = { key: transferKey(proof), proof };
  const transfer = { account: account.name, orderNumber, by, payment, despite: [], nowMs: nowOf(world) };
  const kept = await world.register.keepTransfer(transfer);
  if (kept.refusal !== null) throw new Error(`the transfer is refused: ${JSON.stringify(kept.refusal)}`);
  return kept.mayBeCancelled;
}
