import type { AccountConfig, EgressConfig } from '../egress-config.ts';
import { needsRealRegister } from '../environment/register-environment.ts';
import { snakeName } from '../file/key-names.ts';

/** How the accounts of a process become those of another configuration. */
export interface ReloadPlan {
  added: readonly AccountConfig[];
  dropped: readonly string[];
  /** They begin again with the new values; the others go on. */
  changed: readonly { account: string; parts: readonly string[]; config: AccountConfig }[];
}

/** Returns what has to happen so that a running process serves another configuration. */
export function planReload(running: EgressConfig, wanted: EgressConfig): ReloadPlan {
  const before = new Map(running.accounts.map((config) => [config.account, config]));
  const names = new Set(wanted.accounts.map(({ account }) => account));
  const consents = consentNames.filter((name) => running[name] !== wanted[name]).map(snakeName);
  return {
    added: wanted.accounts.filter(({ account }) => !before.has(account)),
    dropped: [...before.keys()].filter((account) => !names.has(account)),
    changed: wanted.accounts.flatMap((config) => {
      const present = before.get(config.account);
      const parts = present === undefined ? [] : [...consents, ...differingParts(present, config)];
      return parts.length === 0 ? [] : [{ account: config.account, parts, config }];
    }),
  };
}

/** Keys of [temporal] that are looked at when an account begins. */
const consentNames = ['allowDevServer', 'allowPlainPayloads'] as const;

type Part = (config: AccountConfig) => unknown;

/** Every key of an account's configuration belongs to one part, so that a new one cannot be forgotten. */
const partOf = {
  baseUrl: 'service',
  credentials: 'keys',
  totpSeed: 'seed of the one-time codes',
  settings: 'settings',
  overrides: 'settings',
  allowLive: 'live writes',
  shadowAds: 'ads in shadow',
  releasePermission: 'release limits',
  approvers: 'approvers',
  evidenceKeys: 'sources of evidence',
  useChatSocket: 'chat',
  greetings: 'greetings',
  notices: 'ways to the merchant',
  ways: 'ways to the service',
} as const satisfies Record<Exclude<keyof AccountConfig, 'account'>, string>;

const partReaders = Object.entries(partOf).map(([key, name]): readonly [string, Part] => [name, readerOf(key)]);

function readerOf(key: string): Part {
  if (key === 'notices') return waysIn;
  if (key === 'settings') return ({ settings }) => ({ ...settings, ...ofWorkers });
  if (key === 'overrides') return ({ overrides }) => ({ ...overrides, ...ofWorkers });
  return (config) => new Map(Object.entries(config)).get(key);
}

/** No account has slots for workflow tasks: a change of theirs is no reason to begin again. */
const ofWorkers = { workflowSlots: 0 };

/** A command for notices is given a few variables of the process, which never change; all the others are no way. */
function waysIn({ notices }: AccountConfig): unknown {
  if (notices === null) return null;
  const { url, signingKey, command, telegram, push, quiet, daily } = notices;
  return [
    url,
    signingKey,
    command,
    telegram === null ? null : { ...telegram, people: [...telegram.people], urgentOnly: [...telegram.urgentOnly] },
    push,
    quiet,
    daily,
  ];
}

function differingParts(before: AccountConfig, after: AccountConfig): string[] {
  const names = partReaders.filter(([, read]) => canonicalText(read(before)) !== canonicalText(read(after)));
  return [...new Set(names.map(([name]) => name))];
}

/** Names and numbers that are equal have an equal text, whatever the order of their keys. It may hold secrets. */
function canonicalText(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) => {
      if (part instanceof Map) return [...part].toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1));
      if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
      return Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)));
    }) ?? 'undefined'
  );
}

/** The counters of the workers, and what the address shares, are made once. */
const madeOnce = ['workflowSlots', 'actingSlots', 'moneySlots', 'watchSlots'] as const;

/** Returns what only a restart of a process changes, each with the reason. */
export function restartReasons(running: EgressConfig, wanted: EgressConfig): string[] {
  const slots = madeOnce.filter((name) => running.settings[name] !== wanted.settings[name]);
  const shared = (['ipWeightPerMinute', 'processes'] as const).filter((name) => running[name] !== wanted[name]);
  return [
    ...slots.map((name) => `settings.${snakeName(name)}: the workers are made at the start`),
    ...shared.map((name) => `egress.${running.egress}.${snakeName(name)}: the address is made at the start`),
    ...registerReasons(running, wanted),
  ];
}

/** What was made for the simulator is no memory of real money. */
function registerReasons({ register }: EgressConfig, wanted: EgressConfig): string[] {
  const real = wanted.accounts.filter((account) => needsRealRegister(register, account));
  return [
    ...(addressOf(register) === addressOf(wanted.register)
      ? []
      : ['register.url_file: the register is opened at the start']),
    ...real.map(({ account }) => `account.${account}.service: the register of real money is opened at the start`),
  ];
}

/** A file is another one at a real service, which is said by the account. */
const addressOf = (place: EgressConfig['register']): string | null => (place.kind === 'postgres' ? place.url : null);
