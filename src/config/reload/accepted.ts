import { createHash } from 'node:crypto';
import { z } from 'zod';
import { boundPermission, unknownAccount, type AccountPermission } from '../../domain/guard/account-permission.ts';
import { boundSettings, safetySettings } from '../../domain/guard/looser-settings.ts';
import type { AccountConfig, EgressConfig } from '../egress-config.ts';
import { permissionWanted, withPermission, withSafety } from './account-consent.ts';
import { agreedPermission, recordedPermissionSchema, settingValuesSchema } from './recorded-permission.ts';

/** The address that a process calls from, as far as consent is needed. */
const addressSchema = z.strictObject({
  /** Null: as the service says. */
  ipWeightPerMinute: z.number().nullable(),
  processes: z.number(),
  settings: settingValuesSchema,
});

/** What a person has agreed that a process may do, by the accounts of its file. */
export const acceptedSchema = z.strictObject({
  allowDevServer: z.boolean(),
  allowPlainPayloads: z.boolean(),
  allowPlainTemporal: z.boolean(),
  obeysUnsealed: z.boolean(),
  address: addressSchema,
  accounts: z.record(z.string(), recordedPermissionSchema),
});
export type Accepted = z.infer<typeof acceptedSchema>;

/** A value of the file that loosens, and waits for consent. */
export interface HeldValue {
  /** Null: it is the process's. */
  account: string | null;
  text: string;
}

/** What a process goes by: never looser than what was accepted. */
export interface BoundConfig {
  config: EgressConfig;
  held: readonly HeldValue[];
}

/** Returns what is asked for when everything in a configuration is accepted. */
export function wantedBy({ accounts, ...process }: EgressConfig): Accepted {
  const { ipWeightPerMinute, processes, settings } = process;
  const { allowDevServer, allowPlainPayloads, allowPlainTemporal, obeysUnsealed } = process;
  const entries = accounts.map((account) => [account.account, permissionWanted(account)] as const);
  return {
    allowDevServer,
    allowPlainPayloads,
    allowPlainTemporal,
    obeysUnsealed,
    address: { ipWeightPerMinute, processes, settings: safetySettings(settings) },
    accounts: Object.fromEntries(entries),
  };
}

/**
 * Returns the configuration with everything held that is looser than what was accepted; null: everything is accepted.
 * Keys and addresses of messages are not recorded: in the place of held ones stay those that run.
 */
export function boundConfig(
  wanted: EgressConfig,
  accepted: Accepted | null,
  running: EgressConfig | null = null,
): BoundConfig {
  if (accepted === null) return { config: wanted, held: [] };
  const known = new Map(Object.entries(accepted.accounts));
  const ofOthers = (permission: AccountPermission): AccountPermission[] =>
    [...known.values()].map((recorded) => agreedPermission(recorded, permission));
  const runningOf = (name: string): AccountConfig | null =>
    running?.accounts.find(({ account }) => account === name) ?? null;
  const bound = (account: AccountConfig): { config: AccountConfig; held: HeldValue[] } => {
    const permission = permissionWanted(account);
    const recorded = known.get(account.account);
    const agreed =
      recorded === undefined
        ? unknownAccount(permission, ofOthers(permission))
        : agreedPermission(recorded, permission);
    const within = boundPermission(agreed, permission);
    const held = within.held.map((text) => ({ account: account.account, text }));
    return { config: withPermission(account, within.permission, runningOf(account.account)), held };
  };
  const [first, ...others] = wanted.accounts;
  const [one, more] = [bound(first), others.map(bound)];
  const flags = boundFlags(wanted, accepted);
  const address = boundAddress(wanted, accepted);
  const ofAccounts = [...one.held, ...more.flatMap(({ held }) => held)];
  // [settings] are those of the address and of every account: one line for each account says it.
  const ofAddress = address.held.filter(({ text }) => !ofAccounts.some((held) => held.text === text));
  return {
    config: { ...wanted, ...flags.part, ...address.part, accounts: [one.config, ...more.map(({ config }) => config)] },
    held: [...flags.held, ...ofAddress, ...ofAccounts],
  };
}

/** Returns what was accepted but for the ways to the merchant, which are then as they are wanted. */
export function withoutWays(accepted: Accepted | null): Accepted | null {
  if (accepted === null) return null;
  const open = { noticeAddress: undefined, noticeCommand: undefined, noticeBot: undefined, noticePush: undefined };
  const accounts = Object.entries(accepted.accounts).map(([name, agreed]) => [name, { ...agreed, ...open }] as const);
  return { ...accepted, accounts: Object.fromEntries(accounts) };
}

type AddressPart = Pick<EgressConfig, 'ipWeightPerMinute' | 'processes' | 'settings'>;

/** More weight, and fewer processes that share it, are more requests: too many bring a ban of the address. */
function boundAddress(
  { ipWeightPerMinute, processes, settings }: EgressConfig,
  { address }: Accepted,
): { part: AddressPart; held: HeldValue[] } {
  const bound = boundSettings(address.settings, safetySettings(settings));
  const { ipWeightPerMinute: agreedWeight, processes: agreedProcesses } = address;
  const isHeavier = agreedWeight !== null && (ipWeightPerMinute ?? Number.POSITIVE_INFINITY) > agreedWeight;
  const isAlone = processes < agreedProcesses;
  const held = [
    ...(isHeavier
      ? [`weight of the address a minute: ${ipWeightPerMinute ?? 'no bound'} instead of ${agreedWeight}`]
      : []),
    ...(isAlone ? [`processes that share the address: ${processes} instead of ${agreedProcesses}`] : []),
    ...bound.held,
  ];
  return {
    part: {
      ipWeightPerMinute: isHeavier ? agreedWeight : ipWeightPerMinute,
      processes: isAlone ? agreedProcesses : processes,
      settings: withSafety(settings, bound.part),
    },
    held: held.map((text) => ({ account: null, text })),
  };
}

const flags = [
  ['allowDevServer', 'a development server controls live writes'],
  ['allowPlainPayloads', 'payloads in clear control live writes'],
  ['allowPlainTemporal', 'a connection in clear controls live writes'],
  ['obeysUnsealed', 'what is not sealed is obeyed'],
] as const;
type Flags = Pick<EgressConfig, (typeof flags)[number][0]>;

function boundFlags(wanted: EgressConfig, accepted: Accepted): { part: Flags; held: HeldValue[] } {
  const held = flags.filter(([name]) => wanted[name] && !accepted[name]);
  const part = Object.fromEntries(flags.map(([name]) => [name, wanted[name] && accepted[name]])) as Flags;
  // Keys that were taken away leave nothing to be strict with: then no live write is controlled by it.
  const isUnsealed = held.some(([name]) => name === 'obeysUnsealed');
  return {
    part: { ...part, allowPlainPayloads: part.allowPlainPayloads && !isUnsealed },
    held: held.map(([, text]): HeldValue => ({ account: null, text })),
  };
}

/** Returns a short text for what is asked for: consent to it is no consent to anything else. */
export function fingerprintOf(wanted: Accepted): string {
  return createHash('sha256')
    .update(JSON.stringify(acceptedSchema.parse(wanted)))
    .digest('hex')
    .slice(0, 32);
}
