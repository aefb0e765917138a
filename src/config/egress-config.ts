import type { HoursRule } from '../domain/hours/hours-rule.ts';
import type { DailyRule } from '../domain/notices/daily-summary.ts';
import type { Greeting } from '../domain/greetings/greeting.ts';
import type { RegisterPlace } from '../domain/register/register-place.ts';
import type { ReleasePermission } from '../domain/orders/release-permission.ts';
import type { DeskSettings } from '../domain/settings.ts';
import type { ChatHandshake, Credentials, ExchangeClientOptions } from '../exchange/index.ts';

/** What one worker process serves: an outgoing address and the accounts behind it. Read once at its start. */
export interface EgressConfig {
  /** The outgoing address, by its alias: a ban applies to it. */
  egress: string;
  /** Names the task queues of the process: the account's alias without a file, the egress with one. */
  group: string;
  /** At least one. */
  accounts: readonly [AccountConfig, ...AccountConfig[]];
  /** A development server may control live writes. */
  allowDevServer: boolean;
  /** Live writes may be controlled by payloads in clear. */
  allowPlainPayloads: boolean;
  /** Live writes may be controlled over a network in clear. */
  allowPlainTemporal: boolean;
  /** What is not sealed is obeyed: nothing is sealed at all, or a desk changes over. */
  obeysUnsealed: boolean;
  /** The merchant's memory of money. */
  register: RegisterPlace;
  /** What counts for the process as a whole: how much its workers do at once. */
  settings: DeskSettings;
  /** The request weight a minute that the service allows the address; null: as the service says. */
  ipWeightPerMinute: number | null;
  /** How many processes share the address: each takes its part of the weight. */
  processes: number;
}

/** What a process needs to serve one account. */
export interface AccountConfig {
  account: string;
  baseUrl: string;
  credentials: Credentials;
  /** Base32 seed of the one-time codes for releases; null: the account releases without codes. */
  totpSeed: string | null;
  settings: DeskSettings;
  /** The desk's overrides of the defaults, for starting workflows. */
  overrides: Partial<DeskSettings>;
  /** Writes to a real service may leave this process. */
  allowLive: boolean;
  /** Numbers of the ads that this process holds in shadow, whatever their workflows ask for. */
  shadowAds: readonly string[];
  releasePermission: ReleasePermission;
  /** The keys that sign approvals; null: approvals typed into Temporal count as well. */
  approvers: ApproverKeys | null;
  /** The sources of payments that may carry a release, each with the public key of its door. */
  evidenceKeys: ApproverKeys;
  useChatSocket: boolean;
  /** What the desk says by itself in the chats of its orders. */
  greetings: readonly Greeting[];
  /** The ways to the merchant; null: no one is notified. */
  notices: NoticeConfig | null;
  ways: ServiceWays;
}

/** Public keys by the name of the key: 32 bytes of Ed25519 in base64, or a passkey of an approver. */
export type ApproverKeys = ReadonlyMap<string, string>;

/** The ways to the merchant, as they are configured. */
export interface NoticeConfig {
  /** It may carry a token: it is a secret like the key that signs. */
  url: URL | null;
  /** The key of the signature; null: messages are not signed. */
  signingKey: Buffer | null;
  /** Of the usual variables, on the way to `url`; it may hold a password. Null: the way is direct. */
  proxy: URL | null;
  /** An executable that gets each message on its stdin. */
  command: string | null;
  /** A bot, and the people to whom it writes; null: there is none. */
  telegram: TelegramWay | null;
  /** To browsers whose people want it; null: none is notified. */
  push: PushWay | null;
  /** When what is not urgent makes no sound; null: never. */
  quiet: HoursRule | null;
  /** When the day is summed up; null: it is not. */
  daily: DailyRule | null;
  /** What the command's environment is picked from. */
  env: Readonly<Record<string, string | undefined>>;
}

/** A bot of Telegram, and where its Bot API is. */
export interface BotAddress {
  /** An origin. */
  api: URL;
  /** A secret: who has it sends as the bot, and reads what people write to it. */
  token: string;
  /** On the way; it may hold a password. Null: the way is direct. */
  proxy: URL | null;
}

/** The way by a bot of Telegram. */
export interface TelegramWay {
  address: BotAddress;
  /** Telegram's numbers of people, by name: who gets messages, and whose presses of a button count. */
  people: ReadonlyMap<string, number>;
  /** Names of those of them who get what is urgent alone. */
  urgentOnly: ReadonlySet<string>;
}

/** The way by web push, to the devices that the page has on its list. */
export interface PushWay {
  /** A secret: 32 bytes in base64url. */
  privateKey: string;
  /** What browsers subscribe with: a point of P-256 in base64url. */
  publicKey: string;
  /** Whom a push service writes to. */
  subject: string;
  /** Where the door leaves the list. */
  folder: string;
}

/** How to talk to the service, where it differs from the client's defaults. */
export interface ServiceWays {
  client: Pick<
    ExchangeClientOptions,
    'publicBaseUrl' | 'allowedSocketHosts' | 'proxyOf' | 'authSteps' | 'allowPlainHttp'
  >;
  /** How the chat socket logs in. */
  handshake: ChatHandshake;
}

/** An account together with what its process is. */
export interface ServedAccount extends AccountConfig {
  egress: string;
  group: string;
  allowDevServer: boolean;
  allowPlainPayloads: boolean;
}

/** Returns the accounts of a process, each with what the process is. */
export function servedAccounts({
  accounts,
  egress,
  group,
  allowDevServer,
  allowPlainPayloads,
}: EgressConfig): readonly [ServedAccount, ...ServedAccount[]] {
  const [first, ...others] = accounts;
  const serve = (account: AccountConfig): ServedAccount => ({
    ...account,
    egress,
    group,
    allowDevServer,
    allowPlainPayloads,
  });
  return [serve(first), ...others.map(serve)];
}
