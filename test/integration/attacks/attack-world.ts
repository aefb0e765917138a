/** What a stranger who reaches Temporal does to a desk, and what the merchant's machine knows of it. */
import { openSqliteRegister } from '../../../src/register/sqlite/sqlite-register.ts';
import type { Register } from '../../../src/register/register.ts';
import type { OrderView } from '../../../src/client/index.ts';
import { registerPlace } from '../../../src/config/environment/register-environment.ts';
import type { SwitchName } from '../../../src/domain/guard/guard-memory.ts';
import type { Restriction } from '../../../src/domain/guard/restriction.ts';
import type { AtEnd } from '../../setup/temporary-directory.ts';
import { account, until, type DeskWorld } from '../desk-harness.ts';
import { carriedOrder, effects, type OperationsWorld } from '../operations-world.ts';

type Here = Pick<DeskWorld, 'env'>;

/** Opens the register of a world's workers, once one of them has made it. */
export async function registerOf({ env }: Here, atEnd: AtEnd): Promise<Register> {
  const place = registerPlace(env, true);
  if (place.kind !== 'sqlite') throw new Error('the workers of tests keep their register in a file');
  const register = await until(
    'a worker has made its register',
    () => openSqliteRegister({ file: place.file, migrate: false }),
    () => true,
  );
  atEnd(() => register.close());
  return register;
}

/** Lifts what restricts in the register, as a person does on the merchant's machine. */
export async function loosen(register: Register, goes: (entry: Restriction) => boolean): Promise<void> {
  const { revision, entries } = await register.restrictions({ account });
  const gone = entries.filter(goes);
  const why = await register.loosen({ account, gone, added: [], revision, by: 'ana', signed: null, nowMs: Date.now() });
  if (why !== null) throw new Error(why.code);
}

/** Lifts a switch there. */
export function lift(register: Register, name: SwitchName): Promise<void> {
  return loosen(register, ({ kind, key }) => kind === 'switch' && key === name);
}

/** An order that the desk sells, which its buyer has paid by a transfer with a reference. */
export function soldTo(
  { simulator }: Pick<DeskWorld, 'simulator'>,
  buyer: string,
  { reference, of = account }: { reference?: string; of?: string } = {},
): string {
  const adNumber = simulator.ads.add({ account: of, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.10' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00', realName: buyer });
  simulator.counterparties.pay(orderNumber, reference);
  return orderNumber;
}

/** A payment of the whole price of such an order. */
export const paymentOf = (payerName: string, proofId: string) => ({
  amount: '500.00',
  payerName,
  proofId,
  atMs: Date.now(),
});

/** Keeps something of an order's release missing, until the service's faults are set again. */
export function lacksSomething(...orderNumbers: readonly string[]) {
  return orderNumbers.map((orderNumber) => ({
    operation: 'getUserOrderDetail',
    when: { orderNumber },
    fault: { kind: 'answer' as const, fields: { additionalKycVerify: 1 } },
  }));
}

/** Signals until an order begins a new run; returns the ids of the run before and of that one. */
export async function makeNewRun(
  { client }: Pick<DeskWorld, 'client'>,
  workflowId: string,
): Promise<{ before: string; present: string }> {
  const handle = client.workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  const event = { status: 'PAID', atMs: Date.now(), source: 'stranger' };
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(Array.from({ length: 60 }, () => handle.signal('orderEvents', [event])));
    if ((await handle.describe()).runId !== runId) break;
  }
  const present = await until(
    'the order has begun a new run',
    async () => (await handle.describe()).runId,
    (now) => now !== runId,
  );
  return { before: runId, present };
}

/** Resets a run of a workflow (default: the present one) to its first task, and forgets every message since. */
export async function resetWithoutMessages(
  { mustTemporal }: Pick<OperationsWorld, 'mustTemporal'>,
  workflowId: string,
  runId?: string,
): Promise<void> {
  const run = runId === undefined ? [] : ['--run-id', runId];
  const point = ['--type', 'FirstWorkflowTask', '--reapply-exclude', 'All', '--reason', 'a stranger'];
  await mustTemporal('workflow', 'reset', '--workflow-id', workflowId, ...run, ...point);
}

/**
 * Waits for the first look after the order's epoch was raised, or its end, and returns the page then. One more read and look
 * follow: what the first one only prepared has happened by then.
 */
export async function afterTakenBack(
  { client, simulator }: Pick<DeskWorld, 'client' | 'simulator'>,
  orderNumber: string,
  epoch: number,
): Promise<OrderView> {
  const { control } = carriedOrder({ client }, orderNumber);
  const isOver = (): boolean => effects(simulator.ledger(), 'release', orderNumber) > 0;
  const looked = (view: OrderView): boolean =>
    (view.mark?.epoch ?? 0) > epoch && ['release-gate', 'held'].includes(view.waitingFor.code);
  const read = () => control.state();
  await until(`order ${orderNumber} looks again`, read, (view) => looked(view) || isOver());
  await control.report([{ status: null, atMs: Date.now(), source: 'test' }]);
  const before = Date.now();
  return until(`order ${orderNumber} stays`, read, (view) => isOver() || (looked(view) && Date.now() > before + 1_500));
}
