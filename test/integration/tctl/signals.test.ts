/** The commands of the desk that carry no money, as the page about tctl has them, each to a workflow of its kind. */
import { expect, onTestFinished } from 'vitest';
import {
  changeAd,
  egressControl,
  guardControl,
  publishAd,
  startAd,
  type AdChangeView,
  type AdView,
  type DeskView,
  type EgressView,
  type GuardView,
  type PublicationView,
} from '../../../src/client/index.ts';
import { registerOf } from '../attacks/attack-world.ts';
import { account, provingSettings, quickSettings, sharedEgress, until } from '../desk-harness.ts';
import { liftSwitch, shareOperationsWorld } from '../operations-world.ts';
import { send, withEach } from './typed-lines.ts';

const the = shareOperationsWorld();

const common = { account, mode: 'sim', settings: quickSettings } as const;
const rules = { strategy: { kind: 'undercut', ticks: 1 }, limits: { floor: '9.00', ceiling: '11.00' } } as const;
const ownAd = (): string =>
  the().simulator.ads.add({ account, side: 'SELL', asset: 'USDT', fiat: 'BOB', price: '10.30' });

withEach('every command of an ad is carried out', async (program) => {
  const ad = await startAd(the().client, { ...common, adNumber: ownAd(), rules });
  await until(
    'it is looked at',
    () => ad.state(),
    ({ rank }) => rank !== null,
  );
  await send<AdView>(the(), {
    program,
    workflowId: ad.workflowId,
    wanted: {
      pause: ({ state }) => state.kind === 'paused',
      resume: ({ state }) => state.kind === 'running',
      repriceNow: ({ lookedAtMs }, before) => (lookedAtMs ?? 0) > (before.lookedAtMs ?? 0),
      offline: ({ state }) => state.kind === 'offline',
      online: ({ state }) => state.kind === 'running',
      setRules: ({ rules: { limits } }) => limits.floor === '9.50' && limits.ceiling === '10.50',
      overridePrice: ({ override }) => override?.price === '10.20',
      changeMode: ({ mode }) => mode === 'shadow',
      stop: ({ state }) => state.kind === 'stopped',
    },
  });
});

withEach('every command of the guard is carried out, and the register keeps what it restricts', async (program) => {
  const world = the();
  const register = await registerOf(world, onTestFinished);
  await send<GuardView>(world, {
    program,
    workflowId: guardControl(world.client, account).workflowId,
    filled: () => ({ WHY: 'fraud', NAME: `Mallory ${program}` }),
    wanted: {
      killSwitch: ({ switches, isKept }) => switches.releases?.reason === 'fraud' && isKept,
      setReleaseRules: ({ rules: kept, isKept }) => kept?.amountCap?.['BOB'] === '5000' && isKept,
      block: ({ blocked, isKept }) => blocked.length === 1 && isKept,
      unblock: ({ blocked }) => blocked.length === 0,
    },
  });
  const { entries } = await register.restrictions({ account });
  const kept = entries.filter(({ kind, key }) => kind === 'block' && key.toLowerCase().includes(`mallory ${program}`));
  expect(kept, JSON.stringify(entries)).toHaveLength(1);
  await liftSwitch(world, 'releases');
});

withEach('every command of a desk is carried out', async (program) => {
  const world = the();
  await world.startDesk({ release: null });
  await send<DeskView>(world, {
    program,
    workflowId: `desk:${account}`,
    filled: () => ({ ACT: 'close' }),
    wanted: {
      business: ({ business }) => business?.outcome?.kind === 'applied',
      changeMode: ({ mode }) => mode === 'shadow',
      stop: ({ state }) => state === 'stopped',
    },
  });
  world.simulator.setMerchant(account, 'open');
});

withEach('the command of an outgoing address is carried out', async (program) => {
  const egress = egressControl(the().client, sharedEgress);
  await egress.reportBan({ untilMs: Date.now() + 600_000, reason: 'a test' });
  await until(
    'it is banned',
    () => egress.state(),
    ({ state }) => state === 'banned',
  );
  const { workflowId } = egress;
  await send<EgressView & Pick<AdView, 'refused'>>(the(), {
    program,
    workflowId,
    wanted: { clearBan: ({ state }) => state === 'open' },
  });
});

withEach('a publication and a change that wait are tried again, and stopped', async (program) => {
  const world = the();
  const { client, simulator } = world;
  simulator.setMerchant(account, 'closed');
  const shape = {
    asset: 'USDT',
    fiat: 'BOB',
    side: 'SELL',
    quantity: '200',
    minOrder: '100',
    maxOrder: '900',
  } as const;
  const terms = { ...shape, payMethods: ['BANK'] };
  const publish = (name: string) =>
    publishAd(client, { ...common, name: `${program}-${name}`, terms, rules, settings: provingSettings });
  const change = (remarks: string) =>
    changeAd(client, { ...common, adNumber: ownAd(), by: 'ana', act: 'change', terms: { remarks } });
  const publications = [await publish('retried'), await publish('stopped')] as const;
  const changes = [await change('retried'), await change('stopped')] as const;
  for (const one of [...publications, ...changes]) {
    await until(
      `${one.workflowId} waits`,
      async () => (await one.state(60_000)).state,
      (state) => state === 'offline',
    );
  }
  const stop = ({ state }: { state: string }): boolean => state === 'refused';
  const resolve = /nothing to resolve/;
  await send<PublicationView>(world, { program, workflowId: publications[1].workflowId, wanted: { resolve, stop } });
  await send<AdChangeView>(world, { program, workflowId: changes[1].workflowId, wanted: { stop } });
  simulator.setMerchant(account, 'open');
  await send<PublicationView>(world, {
    program,
    workflowId: publications[0].workflowId,
    wanted: { retry: ({ state }) => state === 'published' },
  });
  await send<AdChangeView>(world, {
    program,
    workflowId: changes[0].workflowId,
    wanted: { retry: ({ state }) => state === 'done' },
  });
});
