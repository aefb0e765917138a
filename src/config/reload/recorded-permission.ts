import { z } from 'zod';
import type { AccountPermission } from '../../domain/guard/account-permission.ts';
import { releasePolicyNames } from '../../domain/orders/release-permission.ts';

const sums = z.record(z.string(), z.string());

/** Settings by their names, as a record keeps them. */
export const settingValuesSchema = z.record(z.string(), z.union([z.number(), z.string()]));

/** What records of earlier versions do not say. */
const laterNames = ['publicService', 'chatHosts', 'plainService', 'apiKey', 'noticeAddress', 'noticeCommand'] as const;
type LaterName = (typeof laterNames)[number];

/** What was agreed to for an account, as it was recorded. */
type RecordedPermission = Omit<AccountPermission, LaterName> & {
  [Name in LaterName]?: AccountPermission[Name] | undefined;
};

/** What a record of an earlier version does not say is agreed to as the file says it then, once. */
export const recordedPermissionSchema: z.ZodType<RecordedPermission> = z.preprocess(
  withSettings,
  z.strictObject({
    service: z.string(),
    allowLive: z.boolean(),
    shadowAds: z.array(z.string()).default([]),
    policies: z.array(z.enum(releasePolicyNames)),
    maxRelease: sums,
    maxReleasePerDay: sums,
    approvers: z.record(z.string(), z.string()).nullable(),
    publicService: z.string().nullable().optional(),
    chatHosts: z.array(z.string()).optional(),
    plainService: z.boolean().optional(),
    apiKey: z.string().optional(),
    noticeAddress: z.string().nullable().optional(),
    noticeCommand: z.string().nullable().optional(),
    settings: settingValuesSchema,
  }),
);

/** Returns what was agreed to; what the record does not say is as it is wanted. */
export function agreedPermission(recorded: RecordedPermission, wanted: AccountPermission): AccountPermission {
  const missing = laterNames.filter((name) => recorded[name] === undefined);
  const filled = Object.fromEntries(missing.map((name) => [name, wanted[name]]));
  return { ...recorded, ...filled } as AccountPermission;
}

const earlierSettings = ['approvalLifeMs', 'moneySettleMs', 'clockSkewLimitMs'];

/** Records of earlier versions have three settings beside the others. */
function withSettings(recorded: unknown): unknown {
  if (typeof recorded !== 'object' || recorded === null || 'settings' in recorded) return recorded;
  const entries = Object.entries(recorded);
  const isSetting = ([name]: [string, unknown]): boolean => earlierSettings.includes(name);
  const others = entries.filter((entry) => !isSetting(entry));
  return { ...Object.fromEntries(others), settings: Object.fromEntries(entries.filter(isSetting)) };
}
