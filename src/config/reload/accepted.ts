import { createHash } from 'node:crypto';
import { z } from 'zod';
import { boundPermission, unknownAccount, type AccountPermission } from '../../domain/guard/account-permission.ts';
import { releasePolicyNames } from '../../domain/orders/release-rules.ts';
import type { AccountConfig, EgressConfig } from '../egress-config.ts';

const sums = z.record(z.string(), z.string());

const accountPermissionSchema: z.ZodType<AccountPermission> = z.strictObject({
  service: z.string(),
  allowLive: z.boolean(),
  // A record of an earlier version has none.
  shadowAds: z.array(z.string()).default([]),
  policies: z.array(z.enum(releasePolicyNames)),
  maxRelease: sums,
  maxReleasePerDay: sums,
  approvers: z.record(z.string(), z.string()).nullable(),
  approvalLifeMs: z.number(),
  moneySettleMs: z.number(),
  // A record of an earlier version does not say: what the file says then is agreed to, once.
  clockSkewLimitMs: z.number().default(60_000),
});

/** What a person has agreed that a process may do, by the accounts of its file. */
export const acceptedSchema = z.strictObject({
  allowDevServer: z.boolean(),
  allowPlainPayloads: z.boolean(),
  // A record of an earlier version does not say: what the file says then is agreed to, once.
  allowPlainTemporal: z.boolean().default(true),
  obeysUnsealed: z.boolean().default(true),
  accounts: z.record(z.string(), accountPermissionSchema),
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
  const { allowDevServer, allowPlainPayloads, allowPlainTemporal, obeysUnsealed } = process;
  const entries = accounts.map((account) => [account.account, permissionWanted(account)] as const);
  return {
    allowDevServer,
    allowPlainPayloads,
    allowPlainTemporal,
    obeysUnsealed,
    accounts: Object.fromEntries(entries),
  };
}

function permissionWanted({
  baseUrl,
  allowLive,
  shadowAds,
  releasePermission,
  approvers,
  settings,
}: AccountConfig): AccountPermission {
  const { policies, maxRelease, maxReleasePerDay } = releasePermission;
  const { approvalLifeMs, moneySettleMs, clockSkewLimitMs } = settings;
  const keys = approvers === null ? null : Object.fromEntries(approvers);
  return {
    service: baseUrl,
    allowLive,
    shadowAds,
    policies,
    maxRelease,
    maxReleasePerDay,
    approvers: keys,
    approvalLifeMs,
    moneySettleMs,
    clockSkewLimitMs,
  };
}

/** Returns the configuration with everything held that is looser than what was accepted; null: everything is accepted. */
export function boundConfig(wanted: EgressConfig, accepted: Accepted | null): BoundConfig {
  if (accepted === null) return { config: wanted, held: [] };
  const known = new Map(Object.entries(accepted.accounts));
  const bound = (account: AccountConfig): { config: AccountConfig; held: HeldValue[] } => {
    const permission = permissionWanted(account);
    const within = boundPermission(known.get(account.account) ?? unknownAccount(permission), permission);
    const held = within.held.map((text) => ({ account: account.account, text }));
    return { config: withPermission(account, within.permission), held };
  };
  const [first, ...others] = wanted.accounts;
  const [one, more] = [bound(first), others.map(bound)];
  const flags = boundFlags(wanted, accepted);
  return {
    config: { ...wanted, ...flags.part, accounts: [one.config, ...more.map(({ config }) => config)] },
    held: [...flags.held, ...one.held, ...more.flatMap(({ held }) => held)],
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

function withPermission(account: AccountConfig, permission: AccountPermission): AccountConfig {
  const { allowLive, shadowAds, policies, maxRelease, maxReleasePerDay, approvers } = permission;
  const { approvalLifeMs, moneySettleMs, clockSkewLimitMs } = permission;
  const bounds = { approvalLifeMs, moneySettleMs, clockSkewLimitMs };
  return {
    ...account,
    allowLive,
    shadowAds,
    releasePermission: { policies, maxRelease, maxReleasePerDay },
    approvers: approvers === null ? null : new Map(Object.entries(approvers)),
    settings: { ...account.settings, ...bounds },
    overrides: { ...account.overrides, ...changedBounds(account, bounds) },
  };
}

/** What is held must reach the workflows too, which start with the overrides alone. */
function changedBounds(
  { settings }: AccountConfig,
  { approvalLifeMs, moneySettleMs, clockSkewLimitMs }: SettingBounds,
): Partial<SettingBounds> {
  return {
    ...(approvalLifeMs === settings.approvalLifeMs ? {} : { approvalLifeMs }),
    ...(moneySettleMs === settings.moneySettleMs ? {} : { moneySettleMs }),
    ...(clockSkewLimitMs === settings.clockSkewLimitMs ? {} : { clockSkewLimitMs }),
  };
}

type SettingBounds = Pick<AccountPermission, 'approvalLifeMs' | 'moneySettleMs' | 'clockSkewLimitMs'>;

/** Returns a short text for what is asked for: consent to it is no consent to anything else. */
export function fingerprintOf(wanted: Accepted): string {
  return createHash('sha256')
    .update(JSON.stringify(acceptedSchema.parse(wanted)))
    .digest('hex')
    .slice(0, 32);
}
