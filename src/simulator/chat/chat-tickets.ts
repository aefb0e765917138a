import { createRandom, seedFromText } from '../world/seeded-random.ts';
import type { SimClock } from '../world/sim-clock.ts';

/** The credentials that open a chat socket. */
interface ChatTicket {
  listenKey: string;
  listenToken: string;
}

/** Issues and checks chat credentials. A key belongs to the account and lives an hour; a token works once. */
export interface ChatTickets {
  issue: (account: string) => ChatTicket;
  /** Returns the account of a key, or null. With a token (address form), the token must be fresh too. */
  redeem: (listenKey: string, listenToken?: string) => string | null;
}

const keyLifeMs = 60 * 60_000;

/** Makes an empty register of credentials. */
export function createChatTickets(seed: number, clock: SimClock): ChatTickets {
  const random = createRandom(seedFromText(`chat:${seed}:${clock.now()}`));
  const keys = new Map<string, { account: string; untilMs: number }>();
  const tokens = new Map<string, string>();
  const text = (): string => Array.from({ length: 6 }, () => random.integer(0, 0xffff_ffff).toString(36)).join('');
  return {
    issue: (account) => {
      const listenKey = `c2c_${text()}_v2`;
      const listenToken = `TOKEN${text()}`;
      keys.set(listenKey, { account, untilMs: clock.now() + keyLifeMs });
      tokens.set(listenToken, account);
      return { listenKey, listenToken };
    },
    redeem: (listenKey, listenToken) => {
      const key = keys.get(listenKey);
      if (key === undefined || clock.now() >= key.untilMs) return null;
      if (listenToken === undefined) return key.account;
      const isFresh = tokens.get(listenToken) === key.account;
      tokens.delete(listenToken);
      return isFresh ? key.account : null;
    },
  };
}
