import type { AccountConfig } from './egress-config.ts';

/** Returns whose signatures lift what restricts an account, as the register keeps it; null: none is needed. */
export function signersIn({
  approvers,
  settings,
}: Pick<AccountConfig, 'approvers' | 'settings'>): { keys: Record<string, string>; lifeMs: number } | null {
  return approvers === null ? null : { keys: Object.fromEntries(approvers), lifeMs: settings.approvalLifeMs };
}
