/** What an account has once and never ends: desk, ad, egress, lead, notices. */
import {
  adControl,
  deskControl,
  egressControl,
  leadControl,
  noticesControl,
  startNotices,
} from '../../../src/client/index.ts';
import { account, sharedEgress, until } from '../../integration/desk-harness.ts';
import { doublesIn, firstOf } from '../judge.ts';
import type { ResetWorld, Story } from '../story.ts';
import { keptAd, must, orProblem, paidOrder, releasesOne, shows } from './account-wide.ts';
import { operator, rulesOf } from './order-subject.ts';

const hourMs = 3_600_000;

const ad: Story = {
  workflow: 'adMaintenance',
  name: 'repriced, paused, resumed, by other rules',
  isOnce: false,
  play: async (world) => {
    const { client, simulator, market } = world;
    const adNumber = await keptAd(world, '10.50');
    const control = adControl(client, account, adNumber);
    const atService = (): string => simulator.marketplace.ads.get(adNumber)?.price ?? '';
    const stands = (price: string) => until(`the ad stands at ${price}`, atService, (found) => found === price);
    await stands('10.04');
    await control.pause(operator('ana'));
    await control.resume(operator('ana'));
    await control.overridePrice('10.30', 2_000);
    await stands('10.30');
    await stands('10.04');
    await control.setRules({ limits: { floor: '9.50', ceiling: '10.90' } });
    let ask = 10.05;
    return {
      workflowId: control.workflowId,
      said: () =>
        shows(
          () => control.state(),
          ({ state, why }) => ['running', 'paused'].includes(state.kind) && why !== '',
        ),
      left: () => firstOf(() => outsideProblem(world)),
      goesOn: () =>
        orProblem(async () => {
          if ((await control.state()).state.kind === 'paused') await control.resume(operator('ana'));
          ask = ask === 10.05 ? 10.15 : 10.05;
          market.move('10.00', ask.toFixed(2), '9.95');
          await stands((ask - 0.01).toFixed(2));
        }),
    };
  },
};

function outsideProblem({ simulator }: ResetWorld): string | null {
  const { pricesInZone, pricesOutsideLimits, callsOverLimit } = simulator.ledger();
  const wrong = Object.entries({ pricesInZone, pricesOutsideLimits, callsOverLimit }).filter(([, count]) => count > 0);
  return wrong.length === 0 ? null : wrong.map(([name, count]) => `${name} ${count}`).join(', ');
}

const desk: Story = {
  workflow: 'accountDesk',
  name: 'orders taken in, modes, the business',
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world) => {
    const control = deskControl(world.client, account);
    await paidOrder(world);
    await control.changeMode('sim', operator('ana'));
    const say = async (act: 'start-break' | 'end-break'): Promise<void> => {
      await control.business(act, operator('ana'));
      await until(
        `the business has done ${act}`,
        () => control.state(),
        ({ business }) => business?.act === act && business.outcome !== null,
      );
    };
    await say('start-break');
    await say('end-break');
    await paidOrder(world);
    return {
      workflowId: control.workflowId,
      said: () =>
        shows(
          () => control.state(),
          ({ state, report }) => state === 'running' && report !== null,
        ),
      left: () => firstOf(() => doublesIn(world)),
      goesOn: () =>
        orProblem(async () => {
          // A break that was begun once more lasts until a person ends it.
          await say('end-break');
          must(await releasesOne(world));
        }),
    };
  },
};

const egress: Story = {
  workflow: 'egress',
  name: 'a ban, lifted',
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world) => {
    const control = egressControl(world.client, sharedEgress);
    await control.reportBan({ untilMs: Date.now() + hourMs, reason: 'a test' });
    await until(
      'it is banned',
      () => control.state(),
      ({ state }) => state === 'banned',
    );
    await control.clearBan(operator('ana'));
    await control.reportBan({ untilMs: Date.now() + 2 * hourMs, reason: 'another test' });
    await control.clearBan(operator('ana'));
    return {
      workflowId: control.workflowId,
      said: () =>
        shows(
          () => control.state(),
          ({ state }) => ['open', 'banned'].includes(state),
        ),
      left: () => firstOf(() => doublesIn(world)),
      goesOn: () =>
        orProblem(async () => {
          if ((await control.state()).state === 'banned') await control.clearBan(operator('ana'));
          must(await releasesOne(world));
        }),
    };
  },
};

const lead: Story = {
  workflow: 'lead',
  name: 'a process that leads',
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world) => {
    const control = leadControl(world.client, account);
    await world.client.workflow.getHandle(control.workflowId).signal('nonsense');
    await until(
      'a process leads',
      () => control.holder(),
      (holder) => holder !== null,
    );
    return {
      workflowId: control.workflowId,
      said: () =>
        shows(
          () => control.holder(),
          (holder) => holder !== null,
        ),
      left: () => firstOf(() => doublesIn(world)),
      goesOn: () => orProblem(async () => must(await releasesOne(world))),
    };
  },
};

const notices: Story = {
  workflow: 'accountNotices',
  name: 'a need that was told',
  isOnce: false,
  desk: rulesOf('approve'),
  play: async (world) => {
    const { client } = world;
    await startNotices(client, { account }).catch(() => undefined);
    const control = noticesControl(client, account);
    await paidOrder(world);
    const sees =
      (count: number) =>
      ({ needs }: Awaited<ReturnType<typeof control.state>>) =>
        needs.length >= count;
    await until('it sees the need', () => control.state(), sees(1));
    return {
      workflowId: control.workflowId,
      said: () => shows(() => control.state(), sees(1)),
      left: () => firstOf(() => doublesIn(world)),
      goesOn: () =>
        orProblem(async () => {
          const { needs } = await control.state();
          const before = needs.filter(({ goneSinceMs }) => goneSinceMs === null).length;
          await paidOrder(world);
          await until(
            'it sees another need',
            () => control.state(),
            (view) => view.needs.filter(({ goneSinceMs }) => goneSinceMs === null).length > before,
          );
        }),
    };
  },
};

export const lastingStories: readonly Story[] = [ad, desk, egress, lead, notices];
