import type { BusinessAct } from '../domain/ads/business-act.ts';
import type { Fence } from '../domain/sending.ts';
import { ExchangeError, type ExchangeClient, type Gate } from '../exchange/index.ts';
import type { MarketplaceAccount } from './marketplace.ts';

/** The merchant's business (EP-22, EP-23, EP-27, EP-28), and what the client knows without a call. */
export function accountOf(exchange: ExchangeClient): MarketplaceAccount {
  return {
    business: async (turn) => {
      const { businessStatus } = await exchange.user.baseDetail(turn);
      if (businessStatus === null || businessStatus === undefined) return null;
      return businessStatuses[String(businessStatus)] ?? `unknown (${businessStatus})`;
    },
    setBusiness: (act, fence) => setBusiness(exchange, act, fence),
    refuseWhileBanned: () => refuseWhileBanned(exchange.gate),
    rests: () => {
      const { banUntilMs, breaker } = exchange.gate.state();
      return { banUntilMs, breakerOpenUntilMs: breaker.openUntilMs };
    },
    waiting: () => exchange.budgetUse().waiting,
    clockDifferenceMs: () => exchange.clockDifferenceMs(),
  };
}

const businessStatuses: Record<string, string> = { 1: 'open', 2: 'closed', 3: 'taking a break' };

async function setBusiness({ merchant }: ExchangeClient, act: BusinessAct, fence: Fence): Promise<number | null> {
  const options = { priority: 'price', fence } as const;
  switch (act) {
    case 'start-break':
      return (await merchant.startRest(options)).suspendEndTime ?? null;
    case 'end-break':
      await merchant.endRest(options);
      return null;
    case 'open':
      await merchant.startBusiness(options);
      return null;
    case 'close':
      await merchant.closeBusiness(options);
      return null;
  }
}

function refuseWhileBanned(gate: Gate): void {
  const verdict = gate.peek();
  if (verdict.allowed || verdict.reason !== 'ban') return;
  const { retryAfterMs } = verdict;
  const message = 'this address is banned';
  throw new ExchangeError({ message, endpoint: 'gate', sent: 'no', category: 'IP_BAN', retryAfterMs });
}
