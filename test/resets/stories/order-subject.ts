/** An order that is reset: what every story of orders asks. */
import type { WaitCode } from '../../../src/domain/orders/order-wait.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { nextOrderCommand } from '../../../src/words/looks.ts';
import { orderControl, orderWorkflowId, type OrderControl, type OrderView } from '../../../src/client/index.ts';
import type { ReleaseRules } from '../../../src/domain/orders/release-rules.ts';
import { account, noRules, until } from '../../integration/desk-harness.ts';
import { atRest, doublesIn, effectProblem, firstOf, soon } from '../judge.ts';
import type { ResetWorld, Stage, Subject } from '../story.ts';

export const operator = (by: string) => ({ by });

export const rulesOf = (policy: ReleaseRules['policy'], part: Partial<ReleaseRules> = {}): ReleaseRules => ({
  policy,
  amountCap: null,
  counterparty: noRules,
  ...part,
});

/** Takes an ad of the desk, whose intake carries the order then. */
export function takenOrder({ client, simulator }: ResetWorld, side: 'SELL' | 'BUY', realName?: string) {
  const price = side === 'SELL' ? '10.10' : '9.90';
  const adNumber = simulator.ads.add({ account, side, asset: 'USDT', fiat: 'BOB', price });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00', realName });
  return { orderNumber, order: orderControl(client, account, orderNumber) };
}

/** Waits until the page says that it waits for this. */
export function waitsFor(order: OrderControl, ...reasons: readonly WaitCode[]): Promise<OrderView> {
  return until(
    `${order.workflowId} waits for ${reasons.join(' or ')}`,
    () => order.state(),
    ({ waitingFor }) => reasons.includes(waitingFor.code),
  );
}

/** Makes an order look at the service, as news of the chat do. */
export const hint = (order: OrderControl): Promise<void> =>
  order.report([{ status: null, atMs: Date.now(), source: 'resets' }]);

/** Says a word as a signal, with the marks of the order as it is shown. */
export async function signalled(
  { client }: ResetWorld,
  order: OrderControl,
  { signal, ...word }: { readonly signal: string } & object,
): Promise<void> {
  const { mark } = await order.state();
  await client.workflow.getHandle(order.workflowId).signal(signal, { ...word, ...mark });
}

interface OrderWish {
  readonly world: ResetWorld;
  readonly orderNumber: string;
  readonly order: OrderControl;
  readonly side: 'SELL' | 'BUY';
  /** How often its step has happened at each stage. */
  readonly times: Readonly<Record<Stage, number>>;
  /** What it may wait for after a reset. */
  readonly waits: readonly WaitCode[];
  /** Says what it waits for, until it has ended; absent: it ends by itself. */
  readonly words?: (view: OrderView) => Promise<unknown>;
}

/** Within that time the intake has listed an order once, so that it notices another run of it. */
const listedWithinMs = 8_000;

/** The questions to an order. */
export async function orderSubject(wish: OrderWish): Promise<Subject> {
  const { world, orderNumber, order, side, times } = wish;
  const { startTime } = await world.client.workflow.getHandle(order.workflowId).describe();
  await delay(Math.max(0, startTime.getTime() + listedWithinMs - Date.now()));
  const effect =
    side === 'SELL' ? ({ kind: 'release', step: 'release' } as const) : ({ kind: 'pay', step: 'mark-paid' } as const);
  return {
    workflowId: orderWorkflowId(account, orderNumber),
    said: () => said(wish),
    left: (stage) =>
      firstOf(
        () => doublesIn(world),
        () => effectProblem(world, { ...effect, subject: orderNumber, times }, stage),
      ),
    goesOn: () => goesOn(wish, order),
  };
}

/** What a merchant reads must be the order as it is, once the intake has noticed the reset. */
async function said({ world, order, waits }: OrderWish): Promise<string | null> {
  const look = async () => sayProblem(await restingView(world, order), waits) ?? '';
  const problem = await soon(look, (found) => found === '');
  return problem === '' ? null : (problem ?? 'its page does not answer');
}

function sayProblem(view: OrderView, waits: OrderWish['waits']): string | null {
  const { waitingFor, why, needsHuman } = view;
  if (!waits.includes(waitingFor.code)) return `it waits for ${waitingFor.code}: ${why}`;
  if (why === '') return 'it does not say why';
  if (asking.has(waitingFor.code) && !needsHuman) return `it waits for ${waitingFor.code} and asks no one`;
  return needsHuman && nextOrderCommand(view) === null
    ? `it does not say what to do: ${waitingFor.code}, ${why}`
    : null;
}

const asking: ReadonlySet<WaitCode> = new Set(['release-gate', 'held', 'our-payment', 'needs-human']);

/** A word that a reset has made void is said again. */
const mostWords = 8;

async function goesOn({ world, words }: OrderWish, order: OrderControl): Promise<string | null> {
  for (let said = 0; said < mostWords; said += 1) {
    const view = await until(`${order.workflowId} can be told`, () => restingView(world, order), canBeTold);
    if (view.waitingFor.code === 'nothing') return view.status === 'COMPLETED' ? null : `it has ended ${view.status}`;
    if (words !== undefined) await words(view).catch(() => undefined);
  }
  const { waitingFor, why } = await order.state();
  return `it does not go on: ${waitingFor.code}, ${why}`;
}

async function restingView(world: ResetWorld, order: OrderControl): Promise<OrderView> {
  await atRest(world, order.workflowId);
  return order.state();
}

/** What it waits for by itself passes by itself. */
const canBeTold = ({ waitingFor }: OrderView): boolean =>
  asking.has(waitingFor.code) || waitingFor.code === 'awaiting-release' || waitingFor.code === 'nothing';
