import { compare, smallest } from '../decimal.ts';
import { boundSettings, type SafetySettings } from './looser-settings.ts';
import { fiatAmountsText } from '../orders/fiat-amounts.ts';
import type { ReleasePermission, ReleasePolicyName } from '../orders/release-permission.ts';

type Sums = ReleasePermission['maxRelease'];
type Approvers = Readonly<Record<string, string>>;

/** What a worker lets pass for an account, whatever its workflows ask for (design 2, 6). */
export interface AccountPermission extends ReleasePermission {
  /** The origin that writes may go to. */
  service: string;
  /** Writes to a real service may leave. */
  allowLive: boolean;
  /** Numbers of ads of which nothing is written. */
  shadowAds: readonly string[];
  /** Public keys by the name of the approver; null: typed approvals count. */
  approvers: Approvers | null;
  /** Where markets and reference prices are read without a key, besides the service; null: from the service alone. */
  publicService: string | null;
  /** Hosts besides those of the service that the chat's credentials go to. */
  chatHosts: readonly string[];
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
  const live = boundLive(accepted, wanted);
  const shadows = boundShadows(accepted.shadowAds, wanted.shadowAds);
  const policies = boundPolicies(accepted.policies, wanted.policies);
  const single = boundSums('largest release', accepted.maxRelease, wanted.maxRelease);
  const daily = boundSums('releases a day', accepted.maxReleasePerDay, wanted.maxReleasePerDay);
  const approvers = boundApprovers(accepted.approvers, wanted.approvers);
  const source = boundSource(accepted.publicService, wanted.publicService);
  const hosts = boundHosts(accepted.chatHosts, wanted.chatHosts);
  const settings = boundSettings(accepted.settings, wanted.settings);
  return {
    permission: {
      service: wanted.service,
      allowLive: live.part,
      shadowAds: shadows.part,
      policies: policies.part,
      maxRelease: single.part,
      maxReleasePerDay: daily.part,
      approvers: approvers.part,
      publicService: source.part,
      chatHosts: hosts.part,
      settings: settings.part,
    },
    held: [live, shadows, policies, single, daily, approvers, source, hosts, settings].flatMap(({ held }) => held),
  };
}

/** Returns what an account that no one has accepted yet may do: what is wanted, without writes to a real service. */
export const unknownAccount = (wanted: AccountPermission): AccountPermission => ({ ...wanted, allowLive: false });

interface Bound<Part> {
  part: Part;
  held: readonly string[];
}

/** Consent to live writes is consent to one service. */
function boundLive(accepted: AccountPermission, wanted: AccountPermission): Bound<boolean> {
  if (!wanted.allowLive) return { part: false, held: [] };
  if (!accepted.allowLive) return { part: false, held: ['mode live: writes to a real service'] };
  if (accepted.service === wanted.service) return { part: true, held: [] };
  return { part: false, held: [`mode live at ${wanted.service} instead of ${accepted.service}`] };
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

/** Signatures instead of typed approvals are stricter; another key, or another name, is somebody who may release. */
function boundApprovers(accepted: Approvers | null, wanted: Approvers | null): Bound<Approvers | null> {
  if (accepted === null) return { part: wanted, held: [] };
  if (wanted === null) return { part: accepted, held: ['typed approvals count again'] };
  const isKnown = ([name, key]: [string, string]): boolean => new Map(Object.entries(accepted)).get(name) === key;
  const known = Object.entries(wanted).filter(isKnown);
  const held = Object.entries(wanted)
    .filter((entry) => !isKnown(entry))
    .map(([name]) => `the key of approver ${name}`);
  return { part: known.length === 0 ? accepted : Object.fromEntries(known), held };
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
