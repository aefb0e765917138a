import { compare, smallest } from '../decimal.ts';
import { boundSettings, type SafetySettings } from './looser-settings.ts';
import { fiatAmountsText } from '../orders/fiat-amounts.ts';
import type { ReleasePermission, ReleasePolicyName } from '../orders/release-permission.ts';

type Sums = ReleasePermission['maxRelease'];
type Approvers = Readonly<Record<string, string>>;

/** What a worker lets pass for an account, whatever its workflows ask for (design 2, 6). */
export interface AccountPermission extends ReleasePermission {
  /** The origin that calls go to, with the keys. */
  service: string;
  /** It may be reached without TLS from elsewhere than this machine. */
  plainService: boolean;
  /** Names the API key, and so the merchant's account, without revealing it. */
  apiKey: string;
  /** Writes to a real service may leave. */
  allowLive: boolean;
  /** Numbers of ads of which nothing is written. */
  shadowAds: readonly string[];
  /** Public keys by the name of the approver; null: typed approvals count. */
  approvers: Approvers | null;
  /** Public keys of doors by the source whose payments may carry a release. */
  evidenceKeys: Readonly<Record<string, string>>;
  /** Where markets and reference prices are read without a key, besides the service; null: from the service alone. */
  publicService: string | null;
  /** Hosts besides those of the service that the chat's credentials go to. */
  chatHosts: readonly string[];
  /** Names the address that messages go to, without what it carries; null: none. */
  noticeAddress: string | null;
  /** The program that gets messages; null: none. */
  noticeCommand: string | null;
  /** The bot that messages go by: where it is, without its token, and whom it reaches, each as NAME=NUMBER; null: none. */
  noticeBot: { readonly at: string; readonly people: readonly string[] } | null;
  /** The public key by which messages go to the devices on the list of the page; null: none go there. */
  noticePush: string | null;
  /** The settings that hold something back. */
  settings: SafetySettings;
}

/** What may take effect of a permission that is wanted, and what waits for consent, in words. */
interface BoundPermission {
  permission: AccountPermission;
  held: readonly string[];
}

/** Returns the part of a permission that is as strict as the accepted one or stricter; what loosens it is held. */
export function boundPermission(accepted: AccountPermission, wanted: AccountPermission): BoundPermission {
  const parts = permissionNames.map((name) => [name, bounds[name](accepted, wanted)] as const);
  return {
    permission: Object.fromEntries(parts.map(([name, { part }]) => [name, part])) as unknown as AccountPermission,
    held: parts.flatMap(([, { held }]) => held),
  };
}

/**
 * Returns what an account that no one has accepted yet may do: what is wanted, without writes to a real service and
 * without new ways of messages. A key that was accepted goes nowhere else under a new name.
 */
export function unknownAccount(wanted: AccountPermission, known: readonly AccountPermission[]): AccountPermission {
  const owners = known.filter(({ apiKey }) => apiKey === wanted.apiKey);
  const owner = owners.find((one) => one.service === wanted.service) ?? owners[0] ?? wanted;
  const { service, plainService, chatHosts } = owner;
  const { noticeAddress, noticeCommand, noticeBot, noticePush } = wanted;
  return {
    ...wanted,
    service,
    plainService,
    chatHosts,
    allowLive: false,
    noticeAddress: known.some((one) => one.noticeAddress === noticeAddress) ? noticeAddress : null,
    noticeCommand: known.some((one) => one.noticeCommand === noticeCommand) ? noticeCommand : null,
    noticeBot: known.some((one) => isSameBot(one.noticeBot, noticeBot)) ? noticeBot : null,
    noticePush: known.some((one) => one.noticePush === noticePush) ? noticePush : null,
  };
}

interface Bound<Part> {
  part: Part;
  held: readonly string[];
}

type PermissionName = keyof AccountPermission;

/** Every part of a permission: a new one does not compile before it is said what of it waits for consent. */
const bounds: {
  readonly [Name in PermissionName]: (
    accepted: AccountPermission,
    wanted: AccountPermission,
  ) => Bound<AccountPermission[Name]>;
} = {
  service: boundService,
  plainService: boundPlain,
  apiKey: boundKey,
  allowLive: (accepted, wanted) => boundLive(accepted.allowLive, wanted.allowLive),
  shadowAds: (accepted, wanted) => boundShadows(accepted.shadowAds, wanted.shadowAds),
  policies: (accepted, wanted) => boundPolicies(accepted.policies, wanted.policies),
  maxRelease: (accepted, wanted) => boundSums('largest release', accepted.maxRelease, wanted.maxRelease),
  maxReleasePerDay: (accepted, wanted) =>
    boundSums('releases a day', accepted.maxReleasePerDay, wanted.maxReleasePerDay),
  approvers: (accepted, wanted) => boundApprovers(accepted.approvers, wanted.approvers),
  evidenceKeys: (accepted, wanted) => boundEvidence(accepted.evidenceKeys, wanted.evidenceKeys),
  publicService: (accepted, wanted) => boundSource(accepted.publicService, wanted.publicService),
  chatHosts: (accepted, wanted) => boundHosts(accepted.chatHosts, wanted.chatHosts),
  noticeAddress: (accepted, wanted) => boundWay('messages go to', accepted.noticeAddress, wanted.noticeAddress),
  noticeCommand: (accepted, wanted) => boundWay('messages start', accepted.noticeCommand, wanted.noticeCommand),
  noticeBot: (accepted, wanted) => boundBot(accepted.noticeBot, wanted.noticeBot),
  noticePush: (accepted, wanted) => boundWay('messages go to devices by', accepted.noticePush, wanted.noticePush),
  settings: (accepted, wanted) => boundSettings(accepted.settings, wanted.settings),
};
const permissionNames = Object.keys(bounds) as PermissionName[];

/** Another address gets the API key and signed calls, and what it answers is believed. */
function boundService({ service }: AccountPermission, wanted: AccountPermission): Bound<string> {
  if (wanted.service === service) return { part: service, held: [] };
  return { part: service, held: [`calls and keys go to ${wanted.service} instead of ${service}`] };
}

/** An address that is held stays reachable as it was. */
function boundPlain(accepted: AccountPermission, wanted: AccountPermission): Bound<boolean> {
  if (wanted.service !== accepted.service) return { part: accepted.plainService, held: [] };
  const isHeld = wanted.plainService && !accepted.plainService;
  return { part: wanted.plainService && !isHeld, held: isHeld ? ['the service may be reached without TLS'] : [] };
}

/** Another key may be another merchant's account. While nothing is written live it only reads, at the agreed address. */
function boundKey(accepted: AccountPermission, wanted: AccountPermission): Bound<string> {
  if (wanted.apiKey === accepted.apiKey) return { part: wanted.apiKey, held: [] };
  const isLive = accepted.allowLive && wanted.allowLive;
  if (!isLive && wanted.service === accepted.service) return { part: wanted.apiKey, held: [] };
  const held = isLive ? [`live writes with API key ${wanted.apiKey} instead of ${accepted.apiKey}`] : [];
  return { part: accepted.apiKey, held };
}

function boundLive(accepted: boolean, wanted: boolean): Bound<boolean> {
  if (!wanted || accepted) return { part: wanted, held: [] };
  return { part: false, held: ['mode live: writes to a real service'] };
}

/** An ad that no one holds back any more writes as its account may. */
function boundShadows(accepted: readonly string[], wanted: readonly string[]): Bound<readonly string[]> {
  const freed = accepted.filter((adNumber) => !wanted.includes(adNumber));
  return { part: [...wanted, ...freed].toSorted(), held: freed.map((adNumber) => `ad ${adNumber} leaves mode shadow`) };
}

type Policies = readonly ReleasePolicyName[];

function boundPolicies(accepted: Policies, wanted: Policies): Bound<Policies> {
  const more = wanted.filter((policy) => !accepted.includes(policy));
  return {
    part: wanted.filter((policy) => accepted.includes(policy)),
    held: more.map((policy) => `release policy ${policy}`),
  };
}

/** No sums at all: no limit. With some, a currency without one is not released. */
function boundSums(name: string, accepted: Sums, wanted: Sums): Bound<Sums> {
  if (isUnlimited(accepted)) return { part: wanted, held: [] };
  if (isUnlimited(wanted))
    return { part: accepted, held: [`${name}: no limit instead of ${fiatAmountsText(accepted)}`] };
  const present = new Map(Object.entries(accepted));
  const pairs = Object.entries(wanted).map(([fiat, sum]) => ({ fiat, sum, before: present.get(fiat) }));
  const known = pairs.flatMap(({ fiat, sum, before }) =>
    before === undefined ? [] : [[fiat, smallest(sum, before)] as const],
  );
  const held = pairs.flatMap(({ fiat, sum, before }) => looserSum({ name, fiat, sum }, before));
  // Nothing in common would leave no sum, which is no limit.
  return { part: known.length === 0 ? accepted : Object.fromEntries(known), held };
}

const isUnlimited = (sums: Sums): boolean => Object.keys(sums).length === 0;

function looserSum({ name, fiat, sum }: Record<'name' | 'fiat' | 'sum', string>, before: string | undefined): string[] {
  if (before === undefined) return [`${name}: ${sum} ${fiat}, which has none`];
  return compare(sum, before) > 0 ? [`${name}: ${sum} ${fiat} instead of ${before} ${fiat}`] : [];
}

/** So many letters of a key are compared with what its maker shows. */
const shownLetters = 8;

/** Signatures instead of typed approvals are stricter; another key, or another name, is someone who may release. */
function boundApprovers(accepted: Approvers | null, wanted: Approvers | null): Bound<Approvers | null> {
  if (accepted === null) return { part: wanted, held: [] };
  if (wanted === null) return { part: accepted, held: ['typed approvals count again'] };
  const isKnown = ([name, key]: [string, string]): boolean => new Map(Object.entries(accepted)).get(name) === key;
  const known = Object.entries(wanted).filter(isKnown);
  const held = Object.entries(wanted)
    .filter((entry) => !isKnown(entry))
    .map(([name, key]) => `the key of approver ${name}, which ends with ${key.slice(-shownLetters)}`);
  // Whose key was taken out counts no more, also where no other is agreed to yet: then nothing is approved.
  return { part: Object.fromEntries(known), held };
}

/** Another source, or another key for one, is who may report payments that release. */
function boundEvidence(accepted: Approvers, wanted: Approvers): Bound<Approvers> {
  const isKnown = ([source, key]: [string, string]): boolean => new Map(Object.entries(accepted)).get(source) === key;
  const held = Object.entries(wanted)
    .filter((entry) => !isKnown(entry))
    .map(([source]) => `payments of ${source} as evidence`);
  return { part: Object.fromEntries(Object.entries(wanted).filter(isKnown)), held };
}

/** Prices follow from what is read there. The service itself is what the merchant trusts already. */
function boundSource(accepted: string | null, wanted: string | null): Bound<string | null> {
  if (wanted === null || wanted === accepted) return { part: wanted, held: [] };
  return { part: accepted, held: [`markets are read from ${wanted} instead of ${accepted ?? 'the service'}`] };
}

function boundHosts(accepted: readonly string[], wanted: readonly string[]): Bound<readonly string[]> {
  const more = wanted.filter((host) => !accepted.includes(host));
  return { part: wanted.filter((host) => !more.includes(host)), held: more.map((host) => `the chat at ${host}`) };
}

/** Orders, amounts and names are sent there. Fewer ways take effect: what waits for a human stays on the pages. */
function boundWay(verb: string, accepted: string | null, wanted: string | null): Bound<string | null> {
  if (wanted === null || wanted === accepted) return { part: wanted, held: [] };
  return { part: accepted, held: [`${verb} ${wanted}${accepted === null ? '' : ` instead of ${accepted}`}`] };
}

type NoticeBot = NonNullable<AccountPermission['noticeBot']>;

const isSameBot = (left: NoticeBot | null, right: NoticeBot | null): boolean =>
  left?.at === right?.at && left?.people.join() === right?.people.join();

/** One more person reads the messages and may hold; one fewer does not from now on. */
function boundBot(accepted: NoticeBot | null, wanted: NoticeBot | null): Bound<NoticeBot | null> {
  if (wanted === null) return { part: null, held: [] };
  if (accepted === null || wanted.at !== accepted.at) {
    const { held } = boundWay('messages go by the bot at', accepted?.at ?? null, wanted.at);
    return { part: accepted, held: [`${held.join()} to ${wanted.people.join(' and ')}`] };
  }
  const more = wanted.people.filter((person) => !accepted.people.includes(person));
  const people = wanted.people.filter((person) => !more.includes(person));
  return { part: { at: wanted.at, people }, held: more.map((person) => `messages go by Telegram to ${person}`) };
}
