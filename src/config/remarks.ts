import type { AccountState, AccountWish } from './account-plan.ts';
import { differencesOf, isDue, isIdentity, isIntended, numberOf } from './ad-plan.ts';
import type { TermDifference } from '../domain/ads/listed-terms.ts';

/** Why what an ad offers is not what the file says, and no command of the file changes it. */
export type Remark =
  /** The app wins, or nothing of the ad is written. */
  | { kind: 'app-wins' | 'shadow'; adNumber: string; difference: TermDifference }
  /** The ad is another one than the file means, or keeps this term as it is. */
  | { kind: 'for-life'; adNumber: string; difference: TermDifference }
  /** It offers nothing any more. */
  | { kind: 'unread'; adNumber: string; why: string }
  /** A shadow desk would publish it. */
  | { kind: 'intended'; name: string };

type RemarkState = Pick<AccountState, 'published' | 'differences' | 'unread' | 'intents'>;

/** Returns what stays different from the file whatever is applied: reported, never planned. */
export function remarksOf({ ads, mode }: Pick<AccountWish, 'ads' | 'mode'>, state: RemarkState): Remark[] {
  return ads.flatMap((ad): Remark[] => {
    const wish = { ...ad, mode: ad.mode ?? mode };
    const adNumber = numberOf(ad, state);
    if (adNumber === null) return isIntended(wish, state) ? [{ kind: 'intended', name: ad.name }] : [];
    const why = new Map(Object.entries(state.unread)).get(adNumber);
    if (why !== undefined) return [{ kind: 'unread', adNumber, why }];
    return differencesOf({ ...ad, adNumber }, state)
      .filter((difference) => isIdentity(difference) || !isDue(difference, wish))
      .map((difference) => ({ kind: reasonOf(difference, ad), adNumber, difference }));
  });
}

function reasonOf(difference: TermDifference, { fileWins }: { fileWins: boolean }): 'for-life' | 'app-wins' | 'shadow' {
  if (isIdentity(difference)) return 'for-life';
  if (!fileWins) return 'app-wins';
  return difference.isForLife ? 'for-life' : 'shadow';
}

/** Whether a remark means that the file is wrong: only another file ends it. */
export const isWrong = ({ kind }: Remark): boolean => kind === 'for-life' || kind === 'unread';
