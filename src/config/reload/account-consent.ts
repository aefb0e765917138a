import { createHash } from 'node:crypto';
import type { AccountPermission } from '../../domain/guard/account-permission.ts';
import { safetySettings, type SafetySettings } from '../../domain/guard/looser-settings.ts';
import { deskSettingsSchema, type DeskSettings } from '../../domain/settings.ts';
import type { AccountConfig, NoticeConfig, TelegramWay } from '../egress-config.ts';

/** Returns what a configuration asks for that needs consent. It holds no secret. */
export function permissionWanted({
  baseUrl,
  credentials,
  allowLive,
  shadowAds,
  releasePermission,
  approvers,
  evidenceKeys,
  notices,
  settings,
  ways,
}: AccountConfig): AccountPermission {
  const { policies, maxRelease, maxReleasePerDay } = releasePermission;
  const { publicBaseUrl = null, allowedSocketHosts = [], allowPlainHttp = false } = ways.client;
  const keys = approvers === null ? null : Object.fromEntries(approvers);
  return {
    service: baseUrl,
    plainService: allowPlainHttp,
    apiKey: nameOfSecret(credentials.apiKey),
    allowLive,
    shadowAds,
    policies,
    maxRelease,
    maxReleasePerDay,
    approvers: keys,
    evidenceKeys: Object.fromEntries(evidenceKeys),
    publicService: publicBaseUrl,
    chatHosts: [...allowedSocketHosts],
    ...waysOf(notices),
    settings: safetySettings(settings),
  };
}

/** Returns what names a secret and does not reveal it. */
const nameOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 12);

const waysOf = (
  notices: NoticeConfig | null,
): Pick<AccountPermission, 'noticeAddress' | 'noticeCommand' | 'noticeBot' | 'noticePush'> => ({
  noticeAddress: addressOf(notices),
  noticeCommand: notices?.command ?? null,
  noticeBot: botOf(notices?.telegram ?? null),
  noticePush: notices?.push?.publicKey ?? null,
});

/** The host is for the person who is asked; path and query may carry a token. */
const addressOf = (notices: NoticeConfig | null): string | null =>
  notices === null || notices.url === null ? null : `${notices.url.host} (${nameOfSecret(notices.url.href)})`;

/** The token is the bot's name and its key: a part that reveals neither says whether it is the same one. */
const botOf = (telegram: TelegramWay | null): AccountPermission['noticeBot'] =>
  telegram === null
    ? null
    : {
        at: `${telegram.address.api.host} (${nameOfSecret(telegram.address.token)})`,
        people: [...telegram.people].map(personText).toSorted(),
      };

const personText = ([name, number]: readonly [string, number]): string => `${name}=${number}`;

/** Returns the configuration of an account as far as it is permitted; null: the account does not run yet. */
export function withPermission(
  account: AccountConfig,
  permission: AccountPermission,
  running: AccountConfig | null,
): AccountConfig {
  const { service, shadowAds, policies, maxRelease, maxReleasePerDay, approvers, evidenceKeys, settings } = permission;
  return {
    ...account,
    baseUrl: service,
    ...withKeys(account, permission, running),
    shadowAds,
    releasePermission: { policies, maxRelease, maxReleasePerDay },
    approvers: approvers === null ? null : new Map(Object.entries(approvers)),
    evidenceKeys: new Map(Object.entries(evidenceKeys)),
    notices: withNotices(account.notices, permission, running?.notices ?? null),
    settings: withSafety(account.settings, settings),
    overrides: { ...account.overrides, ...changedSettings(account, settings) },
    ways: withAddresses(account.ways, permission),
  };
}

/** A key that is held back, with none that runs in its place, reads and writes nothing live. */
function withKeys(
  account: AccountConfig,
  { apiKey, allowLive }: AccountPermission,
  running: AccountConfig | null,
): Pick<AccountConfig, 'credentials' | 'allowLive'> {
  const { credentials } = account;
  if (apiKey === nameOfSecret(credentials.apiKey)) return { credentials, allowLive };
  const before = running?.credentials ?? null;
  if (before === null || apiKey !== nameOfSecret(before.apiKey)) return { credentials, allowLive: false };
  return { credentials: before, allowLive };
}

function withNotices(
  wanted: NoticeConfig | null,
  { noticeAddress, noticeCommand, noticeBot, noticePush }: AccountPermission,
  running: NoticeConfig | null,
): NoticeConfig | null {
  const way = [wanted, running].find((one) => one !== null && addressOf(one) === noticeAddress);
  const url = way?.url ?? null;
  const telegram = withBot([wanted, running], noticeBot);
  const pushes = [wanted, running].flatMap((one) => one?.push ?? []);
  const push = pushes.find(({ publicKey }) => publicKey === noticePush) ?? null;
  if (wanted === null || [url, noticeCommand, telegram, push].every((one) => one === null)) return null;
  const signingKey = url === null ? null : (way?.signingKey ?? null);
  return { ...wanted, url, signingKey, command: noticeCommand, telegram, push };
}

function withBot(
  ways: readonly (NoticeConfig | null)[],
  permitted: AccountPermission['noticeBot'],
): TelegramWay | null {
  const bots = ways.flatMap((one) => one?.telegram ?? []);
  const bot = bots.find((one) => botOf(one)?.at === permitted?.at);
  if (bot === undefined || permitted === null) return null;
  const people = [...bot.people].filter((person) => permitted.people.includes(personText(person)));
  return people.length === 0 ? null : { ...bot, people: new Map(people) };
}

function withAddresses(
  { client, ...ways }: AccountConfig['ways'],
  { publicService, chatHosts, plainService }: AccountPermission,
): AccountConfig['ways'] {
  const allowedSocketHosts = client.allowedSocketHosts?.filter((host) => chatHosts.includes(host));
  const publicBaseUrl = publicService ?? undefined;
  return { ...ways, client: { ...client, publicBaseUrl, allowedSocketHosts, allowPlainHttp: plainService } };
}

/** Their values were settings of the same names before. */
export const withSafety = (settings: DeskSettings, safety: SafetySettings): DeskSettings =>
  deskSettingsSchema.parse({ ...settings, ...safety });

/** What is held must reach the workflows too, which start with the overrides alone. */
function changedSettings({ settings }: AccountConfig, safety: SafetySettings): Partial<DeskSettings> {
  const wanted = new Map<string, unknown>(Object.entries(settings));
  const changed = Object.entries(safety).filter(([name, value]) => wanted.get(name) !== value);
  return Object.fromEntries(changed) as Partial<DeskSettings>;
}
