import { z } from 'zod';
import type { AccountPermission } from '../../domain/guard/account-permission.ts';
import { releasePolicyNames } from '../../domain/orders/release-permission.ts';

const sums = z.record(z.string(), z.string());

/** Settings by their names, as a record keeps them. */
export const settingValuesSchema = z.record(z.string(), z.union([z.number(), z.string()]));

/** What a process that asks no one about the ways to the merchant leaves out. */
const wayNames = ['noticeAddress', 'noticeCommand', 'noticeBot', 'noticePush'] as const;
type WayName = (typeof wayNames)[number];

/** What was agreed to for an account. */
type RecordedPermission = Omit<AccountPermission, WayName> & {
  [Name in WayName]?: AccountPermission[Name] | undefined;
};

/** The same, as it is recorded. */
export const recordedPermissionSchema: z.ZodType<RecordedPermission> = z.strictObject({
  service: z.string(),
  allowLive: z.boolean(),
  shadowAds: z.array(z.string()),
  policies: z.array(z.enum(releasePolicyNames)),
  maxRelease: sums,
  maxReleasePerDay: sums,
  approvers: z.record(z.string(), z.string()).nullable(),
  evidenceKeys: z.record(z.string(), z.string()),
  publicService: z.string().nullable(),
  chatHosts: z.array(z.string()),
  plainService: z.boolean(),
  apiKey: z.string(),
  noticeAddress: z.string().nullable(),
  noticeCommand: z.string().nullable(),
  noticeBot: z.strictObject({ at: z.string(), people: z.array(z.string()) }).nullable(),
  noticePush: z.string().nullable(),
  settings: settingValuesSchema,
});

/** Returns what was agreed to; ways that are left out are as they are wanted. */
export function agreedPermission(recorded: RecordedPermission, wanted: AccountPermission): AccountPermission {
  const missing = wayNames.filter((name) => recorded[name] === undefined);
  const filled = Object.fromEntries(missing.map((name) => [name, wanted[name]]));
  return { ...recorded, ...filled } as AccountPermission;
}
