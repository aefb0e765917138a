/** The activities' dependencies in a process without Temporal: the real client and register, and nothing about ads. */
import type { ActivityDependencies } from '../../../src/activities/dependencies.ts';
import type { GuardPort } from '../../../src/activities/ports/guard-port.ts';
import { SaleReads } from '../../../src/domain/orders/sale-reads.ts';
import { UnreadOrders } from '../../../src/domain/orders/intake/unread-orders.ts';
import { deskSettingsSchema, exchangeSettingsOf } from '../../../src/domain/settings.ts';
import { createExchangeClient } from '../../../src/exchange/index.ts';
import type { AccountRegister } from '../../../src/register/account-register.ts';
import { createWriteGuard } from '../../../src/workers/permission/write-guard.ts';
import type { SenderJob } from './sender-job.ts';
import { createMarketplace } from '../../../src/marketplace/exchange-marketplace.ts';

/** The product's own times of a money step; only the waits of its client are short. */
export const senderSettings = deskSettingsSchema.parse({
  accountRequestsPerSecond: 1_000,
  timeSyncWaitMs: 0,
  backoffBaseMs: 5,
  requestTimeoutMs: 9_000,
});

interface SenderParts {
  job: SenderJob;
  clock: { now(): number };
  register: AccountRegister;
  guard: Pick<GuardPort, 'permit' | 'look'>;
}

const notPartOfThis = (): never => {
  throw new Error('this process only sends');
};

interface Sender {
  deps: ActivityDependencies;
  close: () => Promise<void>;
}

/** Everything about ads and desks throws. */
export function senderDependencies({ job, clock, register, guard }: SenderParts): Sender {
  const { baseUrl, apiKey, apiSecret, account } = job;
  const exchange = createExchangeClient({
    baseUrl,
    credentials: { apiKey, apiSecret },
    settings: exchangeSettingsOf(senderSettings),
    clock,
  });
  const nothing = new Proxy({}, { get: notPartOfThis });
  const parts: Partial<ActivityDependencies> = {
    account,
    marketplace: createMarketplace(exchange, senderSettings),
    settings: senderSettings,
    register,
    guard: { ...guard, claimPublication: notPartOfThis, readEnded: notPartOfThis },
    saleReads: new SaleReads(clock),
    unread: new UnreadOrders({ clock, forgetAfterMs: senderSettings.slowReadMs }),
    clock,
    random: Math.random,
    secondFactor: null,
    sharedWith: () => [],
    isIntentOnly: createWriteGuard({ allowLive: false, shadowAds: [], service: () => 'simulator' }),
    allowsPolicy: () => true,
    releasePermission: { policies: ['match'], maxRelease: {}, maxReleasePerDay: {} },
    verifyApproval: null,
    evidenceKeys: new Map(),
    onIntent: notPartOfThis,
    report: () => undefined,
    stopping: new AbortController().signal,
    listen: () => () => undefined,
  };
  // What is not named throws when something asks for it.
  return { deps: { ...(nothing as ActivityDependencies), ...parts }, close: () => exchange.close() };
}
