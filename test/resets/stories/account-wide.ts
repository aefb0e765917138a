/** What the stories of an account's lasting workflows share. */
import { setTimeout as delay } from 'node:timers/promises';
import { adControl, guardControl, startAd } from '../../../src/client/index.ts';
import type { SwitchName } from '../../../src/domain/guard/guard-memory.ts';
import { account, until } from '../../integration/desk-harness.ts';
import { effectProblem, soon } from '../judge.ts';
import { settings } from '../reset-world.ts';
import type { ResetWorld } from '../story.ts';
import { operator, takenOrder, waitsFor } from './order-subject.ts';

/** Returns null, or what the failure says. */
export const orProblem = (work: () => Promise<unknown>): Promise<string | null> =>
  work().then(
    () => null,
    (error: unknown) => String(error).slice(0, 300),
  );

/** A paid order of the desk that waits for its approval. */
export async function paidOrder(world: ResetWorld) {
  const taken = takenOrder(world, 'SELL');
  world.simulator.counterparties.pay(taken.orderNumber);
  await waitsFor(taken.order, 'release-gate');
  return taken;
}

/** Approves a new order, and waits until it is released, once. */
export async function releasesOne(world: ResetWorld): Promise<string | null> {
  const { order, orderNumber } = await paidOrder(world);
  await order.approve(operator('ana'));
  const view = await soon(
    () => order.state(),
    ({ waitingFor }) => waitingFor.code === 'nothing',
  );
  if (view?.waitingFor.code !== 'nothing') return `a new order is not released: ${view?.waitingFor.code}, ${view?.why}`;
  const effect = { kind: 'release', step: 'release', subject: orderNumber, times: { reset: 1, 'gone-on': 1 } } as const;
  return effectProblem(world, effect, 'gone-on');
}

/** Returns null once the page of a workflow holds, else what it shows. */
export async function shows<View>(read: () => Promise<View>, holds: (view: View) => boolean): Promise<string | null> {
  const view = await soon(read, holds);
  return view !== null && holds(view) ? null : `its page shows ${JSON.stringify(view).slice(0, 600)}`;
}

/** An ad of its own market side, kept by undercutting. */
export async function keptAd({ client, simulator }: ResetWorld, price: string): Promise<string> {
  const adNumber = simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price });
  const rules = {
    strategy: { kind: 'undercut', ticks: 1 },
    limits: { floor: '9.00', ceiling: '11.00' },
    answerHoldMs: 0,
  } as const;
  await startAd(client, { account, adNumber, mode: 'sim', rules, settings });
  const ad = adControl(client, account, adNumber);
  await until(
    'the ad is looked at',
    () => ad.state(),
    ({ lookedAtMs }) => lookedAtMs !== null,
  );
  return adNumber;
}

/** Throws a problem. */
export function must(problem: string | null): void {
  if (problem !== null) throw new Error(problem);
}

/** A worker copies what one of the two restricts to the other within this time. */
const copiedMs = 3_000;

/**
 * Lifts a switch in the register and at the guard, as the merchant does at his machine: again where a worker, which had read
 * one of them before, has brought it back.
 */
export async function openSwitch(world: ResetWorld, name: SwitchName): Promise<void> {
  const isInRegister = async () => {
    const { entries } = await world.register.restrictions({ account });
    return entries.some(({ kind, key }) => kind === 'switch' && key === name);
  };
  const guard = guardControl(world.client, account);
  const isEngaged = async () => (await guard.state()).switches[name] !== null;
  await until('the register has the switch', isInRegister, (isThere) => isThere);
  const lifted = async () => {
    if (await isInRegister()) await loosenInRegister(world, name);
    if (await isEngaged()) await guard.killSwitch({ name, thrown: false, by: 'ana' });
    await delay(copiedMs);
    return !(await isInRegister()) && !(await isEngaged());
  };
  await until('the switch is lifted', lifted, (isLifted) => isLifted);
}

async function loosenInRegister({ register }: ResetWorld, name: SwitchName): Promise<void> {
  const { revision } = await register.restrictions({ account });
  const gone = [{ kind: 'switch', key: name }] as const;
  const wish = { account, gone, added: [], revision, by: 'ana', signed: null, nowMs: Date.now() };
  must((await register.loosen(wish))?.code ?? null);
}
