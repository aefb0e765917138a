import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { SaleReads } from '../../domain/orders/sale-reads.ts';
import type { ActivityDependencies, SecondFactor } from '../../activities/dependencies.ts';
import type { GroupMarkets } from '../../market/group-markets.ts';
import { DayOrders } from '../../market/day-orders.ts';
import { MarketBook } from '../../market/market-book.ts';
import { OwnAds } from '../../market/own-ads.ts';
import { UnreadOrders } from '../../domain/orders/intake/unread-orders.ts';
import { createOneTimeCodes, type ExchangeClient } from '../../exchange/index.ts';
import { createMarketplace } from '../../marketplace/exchange-marketplace.ts';
import { createApprovalCheck } from '../permission/approval-check.ts';
import type { HeldChat } from './chat-hints.ts';
import { createReport } from '../log/logger.ts';
import type { AccountMetrics } from '../metrics/account-metrics.ts';
import type { AccountRegister } from '../../register/account-register.ts';
import type { ServiceKind } from '../egress/service-identity.ts';
import { deskControl } from '../../client/index.ts';
import { createTemporalDeskPort } from './temporal-desk-port.ts';
import { createTemporalOrderPort } from './temporal-order-port.ts';
import { createTemporalGuardPort } from './temporal-guard-port.ts';
import type { ServedAccount } from '../../config/egress-config.ts';
import { createPolicyCheck } from '../permission/worker-permission.ts';
import { createWriteGuard } from '../permission/write-guard.ts';

interface Wiring {
  config: ServedAccount;
  exchange: ExchangeClient;
  client: Client;
  logger: Logger;
  metrics: AccountMetrics;
  stopping: AbortSignal;
  /** What the service has been proven to be so far. */
  service: () => ServiceKind;
  sharedWith: () => readonly string[];
  register: AccountRegister;
  /** Null: the account listens to no chat. */
  chat: HeldChat | null;
  onListed: NonNullable<ActivityDependencies['onListed']>;
  /** What the accounts of the process know of the markets of its service. */
  markets: GroupMarkets;
}

/** Assembles the dependencies of an account's activities: here the process meets the pure parts. */
export function wireActivities({
  config,
  exchange,
  client,
  logger,
  metrics,
  stopping,
  service,
  sharedWith,
  markets,
  register,
  chat,
  onListed,
}: Wiring): ActivityDependencies {
  const { account, group, settings, overrides, shadowAds } = config;
  const clock = Date;
  const marketplace = createMarketplace(exchange, settings);
  const log = createReport(logger);
  // An ended term watches nothing: its ads must not look forgotten when this process leads again.
  metrics.looks.clear();
  const guard = metrics.counted(
    createTemporalGuardPort({
      client,
      account,
      group,
      clock,
      register,
      onError: (error) => logger.warn({ error: String(error) }, 'the guard did not answer'),
    }),
  );
  const desk = () => deskControl(client, account).state();
  return {
    account,
    sharedWith,
    marketplace,
    settings,
    market: new MarketBook(marketplace, settings, { account, markets }),
    ownAds: new OwnAds(marketplace, settings, clock),
    dayOrders: new DayOrders({ marketplace, settings, clock, stopping }),
    desk: createTemporalDeskPort({ client, account, group, overrides, shadowAds, clock, guard, desk }),
    orders: createTemporalOrderPort(client, account),
    saleReads: new SaleReads(performance),
    unread: new UnreadOrders({ clock: performance, forgetAfterMs: settings.slowReadMs }),
    guard,
    register,
    clock,
    random: Math.random,
    secondFactor: config.totpSeed === null ? null : oneTimeCodes(config.totpSeed),
    ...permissionParts(config, service),
    onIntent: (intent) => logger.info({ ...intent, mode: 'shadow', event: 'intent' }, 'shadow: would write'),
    looks: metrics.looks,
    report: (line) => {
      log(line);
      metrics.reported(line);
    },
    stopping,
    listen: (onEvent) => chat?.listen(onEvent) ?? ignore,
    onListed,
  };
}

/** What this process lets pass, whatever a workflow asks for. */
function permissionParts(config: ServedAccount, service: Wiring['service']) {
  const { account, approvers, releasePermission, evidenceKeys } = config;
  return {
    isIntentOnly: createWriteGuard({ ...config, service }),
    allowsPolicy: createPolicyCheck(config, service),
    releasePermission,
    verifyApproval: approvers === null ? null : createApprovalCheck(account, approvers),
    evidenceKeys,
  };
}

const ignore = (): void => undefined;

/** One source per account: releases queue for codes, because the service burns each with its first use. */
function oneTimeCodes(seed: string): SecondFactor {
  const codes = createOneTimeCodes({ seed });
  return (signal) => codes.next(signal);
}
