import {
  fiatAmountsFromText,
  type ApproverRules,
  type FiatAmounts,
  type ReleaseRules,
} from '../../domain/orders/release-rules.ts';
import type { AccountWish } from '../account-plan.ts';
import type { AccountSection } from './account-section.ts';
import { adWishes } from './ad-wishes.ts';
import { fileAccounts } from './file-accounts.ts';
import type { PeerdeskFile } from './file-schema.ts';

/** Returns what the file wants of each account. */
export function accountWishes(file: PeerdeskFile): AccountWish[] {
  const { ads } = adWishes(file);
  return fileAccounts(file).map(({ account, egress, section }) => ({
    account,
    egress,
    mode: section.mode ?? 'shadow',
    desk: section.desk ?? true,
    stopsOtherAds: section.other_ads !== 'leave',
    rules: rulesOf(section),
    blocked: section.counterparty?.blocked ?? null,
    kill: Object.fromEntries(Object.entries(section.kill ?? {}).filter(([, wanted]) => wanted !== undefined)),
    ads: ads.filter((ad) => ad.account === account).map(({ account: _account, ...ad }) => ad),
  }));
}

type ReleaseSection = NonNullable<AccountSection['release']>;
type CounterpartySection = NonNullable<AccountSection['counterparty']>;

/** The rules of the guard; null where the file has none of their keys: the guard's own stay. */
function rulesOf({ release = {}, counterparty = {} }: AccountSection): ReleaseRules | null {
  if (!namesRules(release, counterparty)) return null;
  const approvers = approversOf(release);
  return {
    policy: release.policy ?? 'approve',
    amountCap: amountsOf(release.amount_cap),
    counterparty: {
      minCompletedOrders: counterparty.min_completed_orders ?? null,
      minFinishRate: counterparty.min_finish_rate ?? null,
      minRegisterDays: counterparty.min_register_days ?? null,
    },
    ...(approvers === null ? {} : { approvers }),
  };
}

function namesRules(release: ReleaseSection, counterparty: CounterpartySection): boolean {
  const { policy, amount_cap, approvers, approvers_above } = release;
  const { min_completed_orders, min_finish_rate, min_register_days } = counterparty;
  const written = [policy, amount_cap, approvers, approvers_above];
  return [...written, min_completed_orders, min_finish_rate, min_register_days].some((value) => value !== undefined);
}

const amountsOf = (sums: string | undefined): FiatAmounts | null =>
  sums === undefined ? null : fiatAmountsFromText(sums);

function approversOf({ approvers, approvers_above, approvers_then }: ReleaseSection): ApproverRules | null {
  const amounts = amountsOf(approvers_above);
  if (approvers === undefined && amounts === null) return null;
  const count = approvers ?? 1;
  return { count, countAbove: amounts === null ? null : { amounts, count: approvers_then ?? count } };
}
