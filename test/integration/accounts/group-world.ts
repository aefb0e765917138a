import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { orderControl, startAd, startOrder, type OrderView } from '../../../src/client/index.ts';
import { createRegister } from '../../../src/register/open-register.ts';
import { readEgressConfig } from '../../../src/config/environment/worker-environment.ts';
import type { AccountConfig, EgressConfig } from '../../../src/config/egress-config.ts';
import { pricingRulesSchema } from '../../../src/domain/pricing/pricing-rules.ts';
import type { DeskSettings } from '../../../src/domain/settings.ts';
import { openDoor } from '../../setup/wire/banned-door.ts';
import { startHoldingService } from '../../setup/wire/held-answers.ts';
import { account, noRules, openDeskWorld, quickSettings, sharedEgress, type DeskWorld } from '../desk-harness.ts';
import { runWorkerHere } from '../worker/worker-here.ts';

export const group = 'home';
/** Of an order, in the simulator's words. */
const completed = 4;
export const others = ['second', 'third'];
const rules = pricingRulesSchema.parse({
  strategy: { kind: 'undercut', ticks: 1 },
  // Accounts that undercut each other would go to their floors.
  filter: { ignoreNicknames: [account, ...others] },
  limits: { floor: '9.00', ceiling: '11.00' },
  // An answer to a competitor's step does not wait.
  answerHoldMs: 0,
});

/** What a refusal of keys blocks is tried again after this: by the ad, and by its watch. */
const adSettings = { ...quickSettings, businessBlockMs: 2_000 };

export const keysOf = (name: string) => ({
  apiKey: `key-of-${name}-0123456789`,
  apiSecret: `secret-of-${name}-0123456789`,
});
const simAccounts = [account, ...others].map((name) => ({ name, ...keysOf(name) }));

interface GroupOptions {
  wrongKeys?: readonly string[];
  /** Beside the settings of the harness. */
  settings?: Partial<DeskSettings>;
  /** This account is served elsewhere. */
  without?: string;
  /** This account may write, to a service that does not prove to be a simulator. */
  live?: string;
}

/** One process for three accounts behind one address. */
export async function openGroup({ wrongKeys = [], settings = {}, without, live }: GroupOptions = {}) {
  const world = await openDeskWorld({ egress: sharedEgress, accounts: simAccounts }, { ...adSettings, ...settings });
  const service = await startHoldingService(world.baseUrl, onTestFinished);
  world.env['PEERDESK_BASE_URL'] = service.baseUrl;
  const one = readEgressConfig({ ...world.env, PEERDESK_EGRESS: group });
  const real = await openDoor(service.baseUrl, onTestFinished, { hidesSimulator: true });
  const configOf = (name: string, keys = keysOf(name)): AccountConfig => ({
    ...one.accounts[0],
    account: name,
    credentials: keys,
    ...(name === live ? { allowLive: true, baseUrl: real.baseUrl } : {}),
  });
  const wrong = { apiKey: 'key-that-nobody-has-0123456789', apiSecret: 'secret-that-nobody-has' };
  const [first, ...more] = [account, ...others]
    .filter((name) => name !== without)
    .map((name) => configOf(name, wrongKeys.includes(name) ? wrong : undefined));
  if (first === undefined) throw new Error('no account');
  const { address, namespace } = world;
  const lines: string[] = [];
  const config = { ...one, group, accounts: [first, ...more] } satisfies EgressConfig;
  // A person's own, for a service that does not prove to be a simulator.
  if (live !== undefined)
    await createRegister(config.register, { generation: randomUUID(), how: 'created', nowMs: Date.now() });
  const write = (line: string): void => void lines.push(line);
  const worker = await runWorkerHere({ config, temporal: { address, namespace }, write }, onTestFinished);
  return { world, service, worker, configOf, log: () => lines.join('') };
}

export async function adOf(world: DeskWorld, name: string, price: string): Promise<string> {
  const adNumber = world.simulator.ads.add({ account: name, side: 'SELL', asset: 'USDT', fiat: 'BOB', price });
  await startAd(world.client, { account: name, group, adNumber, mode: 'sim', rules, settings: adSettings });
  return adNumber;
}

export function paidOrderOf(world: DeskWorld, name: string): string {
  const { simulator } = world;
  const adNumber = simulator.ads.add({ account: name, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.60' });
  const orderNumber = simulator.counterparties.take({ adNumber, totalPrice: '500.00' });
  simulator.counterparties.pay(orderNumber);
  return orderNumber;
}

export async function sellOf(world: DeskWorld, name: string, ofGroup = group): Promise<string> {
  const orderNumber = paidOrderOf(world, name);
  const release = { policy: 'paid', amountCap: null, counterparty: noRules } as const;
  const mode = 'sim';
  await startOrder(world.client, {
    account: name,
    group: ofGroup,
    orderNumber,
    mode,
    release,
    settings: quickSettings,
  });
  return orderNumber;
}

export const isReleased = (world: DeskWorld, orderNumber: string): boolean =>
  world.simulator.marketplace.orders.get(orderNumber)?.status === completed;

/** What the order says of itself, for the words of a test that waited in vain. */
export const whyOf = async (world: DeskWorld, name: string, orderNumber: string): Promise<string> =>
  JSON.stringify(shown(await orderControl(world.client, name, orderNumber).state()));

const shown = ({ why, attempts, troubles, undecided, lastProblem }: OrderView) => ({
  why,
  attempts,
  troubles,
  undecided,
  lastProblem,
});

export const priceOf = (world: DeskWorld, adNumber: string): string | undefined =>
  world.simulator.marketplace.ads.get(adNumber)?.price;

/** Counts what an account asks for from now on. */
export function callsOf({ simulator }: DeskWorld, name: string): () => number {
  let count = 0;
  const leave = simulator.on((event) => {
    if (event.type === 'request' && event.account === name) count += 1;
  });
  onTestFinished(leave);
  return () => count;
}
