import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { ServedAccount } from '../../config/egress-config.ts';
import type { Mode } from '../../domain/mode.ts';
import { exchangeSettingsOf } from '../../domain/settings.ts';
import {
  createExchangeClient,
  createGate,
  type Address,
  type AddressBudget,
  type ExchangeClient,
} from '../../exchange/index.ts';
import type { ActivityDependencies } from '../../activities/dependencies.ts';
import { createActingActivities, createMoneyQueueActivities, createWatchActivities } from '../../activities/index.ts';
import { OrderStatus } from '../../domain/orders/order-status.ts';
import { deskControl, orderControl } from '../../client/index.ts';
import type { GroupMarkets } from '../../market/group-markets.ts';
import type { ListedOrders } from '../../activities/ports/desk-port.ts';
import { createNoticeActivities } from '../../activities/notices/notice-activities.ts';
import type { AccountRegister } from '../../register/account-register.ts';
import { HeldChat } from '../ports/chat-hints.ts';
import { wireActivities } from '../ports/activity-wiring.ts';
import type { AccountActivities } from '../dispatch/account-activities.ts';
import { KeyWatch } from './key-watch.ts';
import type { AccountMetrics } from '../metrics/account-metrics.ts';
import type { AskingWorkflows } from '../notices/asking-workflows.ts';
import { WaitingCustomers } from '../notices/waiting-customers.ts';
import { noticeDependencies } from '../notices/run-notices.ts';
import { createNeedsReader, type NeedsReader } from '../notices/temporal-needs.ts';
import { ServiceIdentity } from '../egress/service-identity.ts';
import { proveSimulator } from '../permission/simulator-proof.ts';
import { keepBooks } from '../register/keep-books.ts';
import { keepSettled } from '../register/keep-settled.ts';
import { ringPayments } from '../register/ring-payments.ts';
import { Greeter } from '../window/greeter.ts';
import { NeedsSight } from '../window/needs-sight.ts';
import { OrderApprovals, type ApprovalParts } from '../window/order-approvals.ts';
import { OrderChats } from '../window/order-chats.ts';
import { OrderSheets } from '../window/order-sheets.ts';
import { WindowReads } from '../window/window-reads.ts';
import type { AccountPeople } from '../window/account-window.ts';
import { permissionOf, permissionText, type WorkerPermission } from '../permission/worker-permission.ts';

/** What the accounts of a process share. */
export interface AccountSurroundings {
  client: Client;
  /** The outgoing address: a ban holds for all accounts behind it. */
  address: Address;
  /** What all accounts behind it may call together. */
  addressBudget: AddressBudget;
  /** Returns the log of one account. */
  loggerOf: (config: ServedAccount) => Logger;
  metricsOf: (config: ServedAccount) => AccountMetrics;
  /** Which workflows of this process have begun to ask for a person. */
  asking: AskingWorkflows;
  /** Called when the service of an account has been identified. */
  onPermission: (config: ServedAccount, permission: WorkerPermission) => void;
}

/** One term of the lead, as an account sees it. */
interface AccountTerm {
  stopping: AbortSignal;
  /** The merchant's memory of money, in this term. */
  register: AccountRegister;
  /** Compares the releases of the service with it, once; returns those that no row knew. */
  compared: () => Promise<readonly string[]>;
  /** Since when they are not compared; null: they are. */
  uncomparedSinceMs: () => number | null;
  /** Other accounts that call with the same API key. */
  sharedWith: () => readonly string[];
  /** The markets, which it reads together with the other accounts. */
  markets: GroupMarkets;
}

/** What an account does while this process leads. */
interface AccountDuty {
  activities: AccountActivities;
  /** For people who look. */
  people: AccountPeople;
}

/** An account in a process: its client and its keys, its breaker and its budget. It calls nothing by itself. */
export interface AccountRuntime {
  readonly config: ServedAccount;
  readonly exchange: ExchangeClient;
  readonly identity: ServiceIdentity;
  readonly logger: Logger;
  readonly metrics: AccountMetrics;
  /** Reports whether the service refuses the keys, once that is known, if there is a doubt. */
  areKeysRefused(): Promise<boolean>;
  /** Reads what waits for a human. */
  readonly readNeeds: NeedsReader;
  /** What this process may do for the account, as far as its service is known. */
  permission(): WorkerPermission;
  /** Makes its part of one term of the lead: what an earlier term knew of prices is out of date. */
  begin(term: AccountTerm): AccountDuty;
  /** Closes its connections: calls that have not left are refused. Never rejects. */
  close(): Promise<void>;
}

/** Makes what serves one account, until the signal aborts. */
export function openAccount(
  config: ServedAccount,
  surroundings: AccountSurroundings,
  signal: AbortSignal,
): AccountRuntime {
  const { client, address, addressBudget, asking } = surroundings;
  const logger = surroundings.loggerOf(config);
  const metrics = surroundings.metricsOf(config);
  const { baseUrl, credentials, ways } = config;
  const settings = exchangeSettingsOf(config.settings);
  const gate = createGate(settings, undefined, address);
  const exchange = createExchangeClient({
    baseUrl,
    credentials,
    settings,
    gate,
    addressBudget,
    ...ways.client,
    onAttempt: (attempt) => {
      metrics.attempted(attempt);
      keys.attempted(attempt);
    },
  });
  const read = () => exchange.user.baseDetail({ signal });
  const keys: KeyWatch = new KeyWatch({ read, gate, logger, signal, elapsed: () => performance.now() });
  const identity = identify(config, surroundings, { read, logger, signal });
  const service = () => identity.kind();
  const asked = { areKeysRefused: () => keys.areRefused(), readNeeds: needsReaderOf(config, surroundings) };
  return {
    config,
    exchange,
    identity,
    logger,
    metrics,
    ...asked,
    permission: () => permissionOf(config, identity.kind()),
    begin: (term) => {
      const chat = config.useChatSocket ? new HeldChat({ exchange, handshake: ways.handshake, logger }) : null;
      const onListed = (listed: ListedOrders): void => void greeter.listed(listed);
      const deps = wireActivities({ config, exchange, client, logger, metrics, service, chat, onListed, ...term });
      const { greetings } = config;
      const people = peopleOf({ ...deps, chat, greetings, ...approvalsOf(client, config) });
      const greeter: Greeter = new Greeter({
        ...deps,
        greetings,
        chats: people.chats,
        mode: () => modeOf(client, config),
      });
      const { uncomparedSinceMs, compared, stopping } = term;
      const beside = { deps, compared, logger, signal: stopping };
      void keepSettled(beside);
      void keepBooks(beside);
      if (config.evidenceKeys.size > 0) void ringPayments({ ...beside, ...paidSalesOf(deps) });
      const known = { ...asked, asking, uncomparedSinceMs };
      return dutyOf(deps, { ...known, config, client, logger, signal: stopping }, people);
    },
    close: () =>
      exchange.close().catch((error: unknown) => logger.debug({ error: String(error) }, 'not closed in order')),
  };
}

function needsReaderOf(
  { account, egress, settings }: ServedAccount,
  { client, asking }: AccountSurroundings,
): NeedsReader {
  return createNeedsReader({ client, account, egress, urgentAfterMs: settings.noticeUrgentMs, clock: Date, asking });
}

/** Which sales a payment may be for, and how one of them is made to look. */
function paidSalesOf({ desk, register, marketplace, clock }: ActivityDependencies) {
  const onPage = async (): Promise<void> => undefined;
  const paidSales = async () => {
    const { items } = await marketplace.orders.listRunning({ priority: 'order', onPage });
    return items.filter(({ side, status }) => side === 'SELL' && status === OrderStatus.PAID);
  };
  return { register, clock, paidSales, wake: (orderNumber: string) => desk.orderGone(orderNumber) };
}

interface Identifying {
  read: () => Promise<unknown>;
  logger: Logger;
  signal: AbortSignal;
}

function identify(
  config: ServedAccount,
  { onPermission }: AccountSurroundings,
  { logger, ...asking }: Identifying,
): ServiceIdentity {
  const { baseUrl, credentials } = config;
  const identity: ServiceIdentity = new ServiceIdentity({
    ...asking,
    prove: () => proveSimulator({ baseUrl, ...credentials }),
    onFailure: (error) =>
      logger.error({ event: 'service', error: String(error) }, 'the service refuses the first read'),
    onKnown: () => {
      const permission = permissionOf(config, identity.kind());
      onPermission(config, permission);
      logger.info({ event: 'permission', detail: permissionText(permission) }, 'what this worker may do');
    },
  });
  return identity;
}

type OrderPeople = Omit<AccountPeople, 'waiting'>;
type PeopleParts = ActivityDependencies & ConstructorParameters<typeof OrderChats>[0] & ApprovalParts;

/** Of the orders of an account. */
function peopleOf(deps: PeopleParts): OrderPeople {
  const reads = new WindowReads(deps);
  return {
    sheets: new OrderSheets(deps, reads),
    approvals: new OrderApprovals(deps, reads),
    chats: new OrderChats(deps, reads),
  };
}

/** As long as a read of the service takes at most, for both are waited for. */
const pageMs = 4_000;

function approvalsOf(
  client: Client,
  { account, approvers, settings }: ServedAccount,
): Pick<ApprovalParts, 'approvers' | 'approvalLifeMs' | 'page'> {
  return {
    approvers,
    approvalLifeMs: settings.approvalLifeMs,
    page: (orderNumber) => orderControl(client, account, orderNumber).within(pageMs).state(),
  };
}

const modeMs = 5_000;

/** The desk's, by which what it begins now is begun. Rejects where it is stopped. */
async function modeOf(client: Client, { account }: ServedAccount): Promise<Mode> {
  const { mode, state } = await client.withDeadline(Date.now() + modeMs, () => deskControl(client, account).state());
  if (state === 'stopped') throw new Error('the desk is stopped');
  return mode;
}

type NoticesPlace = Parameters<typeof noticeDependencies>[0] &
  Pick<AccountTerm, 'uncomparedSinceMs'> &
  Pick<AccountRuntime, 'areKeysRefused' | 'readNeeds'> &
  Pick<AccountSurroundings, 'asking'>;

function dutyOf(
  deps: ActivityDependencies,
  { areKeysRefused, uncomparedSinceMs, asking, readNeeds, ...place }: NoticesPlace,
  people: OrderPeople,
): AccountDuty {
  const { register } = deps;
  const customers = new WaitingCustomers({ ...deps, waitMs: place.config.settings.customerWaitMs });
  const known = { areKeysRefused, register, uncomparedSinceMs, customers, asking, readNeeds };
  const notices = noticeDependencies(place, known);
  const activities = {
    calls: { ...createActingActivities(deps), ...createNoticeActivities(notices) },
    money: createMoneyQueueActivities(deps),
    watch: createWatchActivities(deps),
  };
  const waiting = new NeedsSight({ ...notices, readNeeds: notices.readAllNeeds }, new WindowReads(deps));
  return { activities, people: { ...people, waiting } };
}
