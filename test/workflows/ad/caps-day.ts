import { ApplicationFailure } from '@temporalio/common';
import { readCaps } from '../../../src/activities/ad/caps-look.ts';
import { SimAdStatus } from '../../../src/simulator/world/simulator-state.ts';
import type { ActivityWorld } from '../../activities/activity-fixture.ts';
import { adFacts } from '../fixtures.ts';
import type { FakeActivities } from '../workflow-harness.ts';
import { quietAt } from './ad-fixture.ts';

/** Returns a time zone in which it is between ten and eleven in the morning: most of the day is ahead. */
export function zoneOfMorning(nowMs: number): string {
  const ahead = ((10 - new Date(nowMs).getUTCHours() + 36) % 24) - 12;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** The next look comes with the server's next attempt: between the two, time can be skipped. */
const nothingNew = (): ApplicationFailure =>
  ApplicationFailure.create({ message: 'nothing new', nextRetryDelay: '20 minutes' });

/** Looks at the real orders of the simulator every twenty minutes, where a watch does so every minute of a real clock. */
export function lookNowAndThen({ deps, simulator }: ActivityWorld): FakeActivities {
  return {
    watchMarket: async ({ adNumber, rules, caps: wish, periodMs }) => {
      if (periodMs === 0 || wish === undefined) return quietAt('10.00', { ad: adFacts({ adNumber, price: '10.00' }) });
      const { decision, seen } = await readCaps(deps, { adNumber, rule: rules.paymentCaps, wish });
      if (decision.kind === 'keep') throw nothingNew();
      return { kind: 'caps', decision, seen };
    },
    watchBusiness: async ({ adNumber, paymentCaps, status, adStatus: known }) => {
      const isOnline = simulator.snapshot().ads.some((ad) => ad.advNo === adNumber && ad.status === SimAdStatus.ONLINE);
      const adStatus = isOnline ? 'online' : 'offline';
      if (adNumber === null || paymentCaps === undefined || adStatus !== known) return { status, adStatus };
      const { decision, seen } = await readCaps(deps, { adNumber, ...paymentCaps });
      if (decision.kind !== 'free' && decision.kind !== 'change') throw nothingNew();
      return { status, adStatus, caps: { decision, seen } };
    },
  };
}
