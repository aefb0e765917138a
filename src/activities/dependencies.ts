import type { Mode } from '../domain/mode.ts';
import type { ReleasePermission, ReleasePolicyName } from '../domain/orders/release-permission.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { Approval } from '../domain/orders/approval.ts';
import type { OneTimeCode } from '../domain/orders/code-step.ts';
import type { Marketplace } from '../marketplace/marketplace.ts';
import type { DayOrders } from '../market/day-orders.ts';
import type { DeskPort, ListedOrders } from './ports/desk-port.ts';
import type { GuardPort } from './ports/guard-port.ts';
import type { MarketBook } from '../market/market-book.ts';
import type { LookPort } from './ports/look-port.ts';
import type { AccountRegister } from '../register/account-register.ts';
import type { OrderPort } from './ports/order-port.ts';
import type { OwnAds } from '../market/own-ads.ts';
import type { EvidenceKeys } from '../domain/payments/signed-sighting.ts';
import type { SaleReads } from '../domain/orders/sale-reads.ts';
import type { UnreadOrders } from '../domain/orders/intake/unread-orders.ts';

/** The second factor of a release. Secrets stay in the process: none of it travels through Temporal. */
export interface SecondFactor {
  /** Returns an unused one-time code; waits for the next step when this one is used up. */
  (signal: AbortSignal): Promise<OneTimeCode>;
}

/** The facts that a signed approval is verified against. */
interface ApprovalContext {
  orderNumber: string;
  /** In which it is to be released. */
  mode: Mode;
  nowMs: number;
  approvalLifeMs: number;
}

/** A recorded intent of a shadow desk. */
export interface Intent {
  operation: string;
  subject: string;
  detail: Record<string, string>;
}

/**
 * One line of the worker's log: an action or a refusal. No names of people, payment references or secrets. Every line
 * of a worker has its account.
 */
export interface ReportLine {
  /** Such as price, payment, release, intent, refused. */
  event: string;
  level: 'info' | 'warn' | 'error';
  mode: Mode | null;
  message: string;
  adNumber?: string;
  orderNumber?: string;
  operation?: string;
  /** The service's own code. */
  code?: string | null;
  category?: string;
  price?: string;
}

/** Everything that activities need from outside; created once by the worker, replaced by fakes in tests. */
export interface ActivityDependencies {
  account: string;
  /** Other accounts that call with the API key of this one. */
  sharedWith: () => readonly string[];
  marketplace: Marketplace;
  settings: DeskSettings;
  market: MarketBook;
  ownAds: OwnAds;
  dayOrders: DayOrders;
  desk: DeskPort;
  guard: GuardPort;
  /** The merchant's memory of money, in this term of the lead. */
  register: AccountRegister;
  orders: OrderPort;
  /** Orders that the intake took up and no workflow has read yet. */
  unread: UnreadOrders;
  /** What the service said of paid sales a moment ago. */
  saleReads: SaleReads;
  looks: LookPort;
  clock: { now(): number };
  random: () => number;
  /** Null: the account releases without a second factor (the simulator's default). */
  secondFactor: SecondFactor | null;
  /** Refuses a write that the mode or this process does not allow; returns true when it must only be recorded. */
  isIntentOnly: (mode: unknown, adNumber?: string) => boolean;
  /** Whether this process may release by that policy. `paid` is for a proven simulator only. */
  allowsPolicy: (policy: ReleasePolicyName) => boolean;
  releasePermission: ReleasePermission;
  /** Whether a signed approval counts; null: this worker also counts approvals typed into Temporal. */
  verifyApproval: ((approval: Approval, order: ApprovalContext) => boolean) | null;
  /** The sources whose signed payments may carry a release by policy match, each with the key of its door. */
  evidenceKeys: EvidenceKeys;
  onIntent: (intent: Intent) => void;
  /** Writes one line into the worker's log. */
  report: (line: ReportLine) => void;
  /** Aborted when this worker stops: watchers then hand over at once. */
  stopping: AbortSignal;
  /** Opens the chat socket as a hint for the intake; returns a function that closes it. */
  listen: (onEvent: () => void) => () => void;
  /** Called with each look at the list of running orders; it returns at once. Absent: no one else looks. */
  onListed?: (listed: ListedOrders) => void;
}
