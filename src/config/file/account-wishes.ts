import { noReleaseRules, rulesWith, type ReleaseRules } from '../../domain/orders/release-rules.ts';
import type { AccountWish } from '../account-plan.ts';
import type { AccountSection } from './account-section.ts';
import { adWishes } from './ad-wishes.ts';
import { fileAccounts } from './file-accounts.ts';
import type { PeerdeskFile } from './file-schema.ts';
import { rulesWrittenIn } from './rule-keys.ts';

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

/** The rules of the guard; null where the file has none of their keys: the guard's own stay. */
function rulesOf({ release = {}, counterparty = {} }: AccountSection): ReleaseRules | null {
  const written = rulesWrittenIn({ release, counterparty });
  return written === null ? null : rulesWith(noReleaseRules, written);
}
