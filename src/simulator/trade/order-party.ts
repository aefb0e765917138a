import { createRandom, seedFromText } from '../world/seeded-random.ts';
import type { OrderParty, PartyStatistic } from '../world/simulator-state.ts';

const usualStatistic: PartyStatistic = {
  completedOrders: 240,
  completedOrders30Days: 31,
  finishRate: 0.98,
  finishRate30Days: 0.97,
  registerDays: 400,
  tradesTogether30Days: 0,
};

/** Returns a user number in the service's form, the same for the same name. */
export function userNoFor(name: string): string {
  const random = createRandom(seedFromText(name));
  return `s${Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join('')}`;
}

/** A desk's account as a party of an order. */
export const accountParty = (account: string): OrderParty => ({
  account,
  nickname: account,
  realName: `Owner of ${account}`,
  userNo: userNoFor(account),
  statistic: usualStatistic,
});

/** The name of a person who has only a nickname: of letters, as the names of people are. */
export function nameFor(nickname: string): string {
  const letters = nickname
    .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    .replace(/[^\p{L}\p{M}]+/gu, ' ');
  return `Name of ${letters}`.trim();
}

/** A simulated person as a party of an order. */
export const simulatedParty = (
  nickname: string,
  realName: string,
  statistic?: Partial<PartyStatistic>,
): OrderParty => ({
  account: null,
  nickname,
  realName,
  userNo: userNoFor(nickname),
  statistic: { ...usualStatistic, ...statistic },
});
