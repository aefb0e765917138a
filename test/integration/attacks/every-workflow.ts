/** A desk that has had a workflow of every type, and orders that must not be released. */
import { changeAd, guardControl, publishAd, startAd, startDesk, startNotices } from '../../../src/client/index.ts';
import { account, quickSettings, sharedEgress, until } from '../desk-harness.ts';
import { completesOnce, releaseRules, type CarriedOrder, type OperationsWorld } from '../operations-world.ts';
import { lacksSomething, paymentOf, soldTo } from './attack-world.ts';

const common = { account, mode: 'sim', settings: quickSettings } as const;
const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '10.60', ceiling: '10.90' } } as const;
const ana = { by: 'ana' };
export const buyer = 'Juan Perez';
export const reference = 'BANK-1';

export interface LivedDesk {
  /** Approved, and held after that. */
  held: CarriedOrder;
  /** Approved, and revoked. */
  revoked: CarriedOrder;
  /** Asks for a release by a payment that was used. */
  used: CarriedOrder;
  /** The ids of what has ended. */
  ended: string[];
}

/** Runs a desk through everything that it can carry; at the end releases are switched off. */
export async function liveThroughEverything(world: OperationsWorld): Promise<LivedDesk> {
  const { client } = world;
  await startDesk(client, { ...common, egress: sharedEgress, release: releaseRules('match'), adoptAds: null });
  await startNotices(client, { account }).catch(() => undefined);
  const ended = [...(await publishedAndChanged(world)), await placed(world)];
  const first = await attached(world);
  await completesOnce(world, first);
  const used = await attached(world);
  const lacking = [soldTo(world, buyer), soldTo(world, buyer)] as const;
  world.simulator.setFaults(lacksSomething(...lacking));
  const approved = async (orderNumber: string): Promise<CarriedOrder> => {
    const order = await world.carry(orderNumber, 'approve');
    await order.waitsFor('release-gate');
    await order.control.approve(ana);
    return order;
  };
  const held = await approved(lacking[0]);
  await held.control.hold(ana);
  const revoked = await approved(lacking[1]);
  await revoked.control.revoke(ana);
  const guard = guardControl(client, account);
  await guard.killSwitch({ name: 'releases', thrown: true, ...ana });
  await until(
    'the kill is kept',
    () => guard.state(),
    ({ isKept }) => isKept,
  );
  world.simulator.setFaults([]);
  return { held, revoked, used, ended: [...ended, first.workflowId] };
}

async function attached(world: OperationsWorld): Promise<CarriedOrder> {
  const order = await world.carry(soldTo(world, buyer, { reference }), 'match');
  await order.waitsFor('release-gate');
  await order.control.attachMatch(paymentOf(buyer, reference));
  return order;
}

/** An ad that was published, another one that was changed, and a third one that is kept. */
async function publishedAndChanged({ client, simulator }: OperationsWorld): Promise<string[]> {
  const trade = {
    asset: 'USDT',
    fiat: 'BOB',
    side: 'SELL',
    quantity: '200',
    minOrder: '100',
    maxOrder: '900',
  } as const;
  const publication = await publishAd(client, {
    ...common,
    name: 'one',
    terms: { ...trade, payMethods: ['BANK'] },
    rules,
  });
  expectState(await publication.result(), 'published');
  const ownAd = (price: string) => simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price });
  const changedAd = ownAd('10.80');
  await changeAd(client, { ...common, adNumber: changedAd, by: 'ana', act: 'change', terms: { remarks: 'edited' } });
  const changeId = `change:${account}:${changedAd}`;
  await client.workflow.getHandle(changeId).result();
  await startAd(client, { ...common, adNumber: ownAd('10.70'), rules });
  return [publication.workflowId, changeId];
}

async function placed(world: OperationsWorld): Promise<string> {
  const placement = await world.placement('once', '500.00');
  expectState(await placement.result(), 'placed');
  return placement.workflowId;
}

function expectState({ state, why }: { state: string; why: string }, wanted: string): void {
  if (state !== wanted) throw new Error(`it has ended ${state}: ${why}`);
}
