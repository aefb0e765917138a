import { orderControl } from '../../src/client/index.ts';
import type { MarketCounts } from './market-message.ts';
import type { AccountsWorld } from './world.ts';

export const disturbances = ['wrong-keys', 'ban', 'slow', 'flood', 'signals'] as const;
/**
 * What happens to one account: its keys are refused, its address is banned, its answers take long, too much happens at the
 * service, or one of its workflows is sent too much in Temporal.
 */
export type Disturbance = (typeof disturbances)[number];

/** Below the time limit of a request: no breaker opens, and every call holds its place. */
const slowMs = 4_000;
const openOrders = 1_000;
const chatMessages = 10_000;
const signalsPerSecond = 100;
const keysRefused = -2015;

/** Begins it; the result ends it, and says what really happened to the account. */
export async function beginDisturbance(
  kind: Disturbance,
  world: AccountsWorld,
  account: string,
): Promise<() => Promise<string>> {
  await world.market.ask({ kind: 'counts' });
  if (kind === 'flood') return flood(world, account);
  if (kind === 'signals') return manySignals(world, account);
  if (kind === 'ban') {
    world.ban();
    return () => Promise.resolve(`${world.refusedByBan()} calls met the ban`);
  }
  const fault =
    kind === 'slow'
      ? { kind: 'delay', ms: slowMs }
      : { kind: 'error', code: keysRefused, message: 'Invalid API-key, IP, or permissions for action.' };
  await world.market.ask({ kind: 'faults', rules: [{ operation: '*', when: { account }, fault }] });
  return async () => {
    const { byAccount } = await world.market.ask<MarketCounts>({ kind: 'counts' });
    return `${byAccount[account] ?? 0} of its calls were struck`;
  };
}

/** A thousand open orders at once and ten thousand chat messages. */
async function flood(world: AccountsWorld, account: string): Promise<() => Promise<string>> {
  const orders = await world.market.ask<string[]>({ kind: 'paid-orders', account, count: openOrders });
  await world.market.ask({ kind: 'chat', orderNumbers: orders, count: chatMessages });
  return async () => {
    const { byAccount } = await world.market.ask<MarketCounts>({ kind: 'counts' });
    return `${orders.length} orders, ${chatMessages} chat messages, ${byAccount[account] ?? 0} of its calls`;
  };
}

/** A hundred signals a second to the workflow of one order. */
async function manySignals(world: AccountsWorld, account: string): Promise<() => Promise<string>> {
  const [orderNumber = ''] = await world.market.ask<string[]>({ kind: 'paid-orders', account, count: 1 });
  const control = orderControl(world.client, account, orderNumber);
  let signals = 0;
  const timer = setInterval(() => {
    const seen = { status: null, atMs: Date.now(), source: 'list' } as const;
    // Until the intake has started its workflow there is no one to notify.
    control.report([seen]).then(
      () => (signals += 1),
      () => undefined,
    );
  }, 1_000 / signalsPerSecond);
  return () => {
    clearInterval(timer);
    return Promise.resolve(`${signals} signals`);
  };
}
