import { accountWishes } from '../../config/file/account-wishes.ts';
import { completedEnvironment, temporalVariables } from '../../config/file/file-variables.ts';
import { loadPlace, type LoadedFile } from '../../config/file/load-file.ts';
import type { AccountWish, PlannedChange } from '../../config/account-plan.ts';
import { doubledAd, keptDifferences } from '../../config/ad-plan.ts';
import { planAccount } from '../../config/plan.ts';
import type { TermDifference } from '../../domain/ads/listed-terms.ts';
import { misuse, refusal } from '../cli-failure.ts';
import { note, type CommandContext } from '../command-context.ts';
import { aliasValue, durationValue, flagValue, textValue } from '../option-values.ts';
import { withTemporal, type TemporalSession } from '../temporal-session.ts';
import { neededFile } from '../config/file-context.ts';
import { differenceText } from './change-text.ts';
import { leftLines, requireOwnGroup } from './other-group.ts';
import { runningState } from './running-state.ts';

/** Options of the commands that compare the file with what runs. */
export const planShape = {
  config: textValue.optional(),
  account: aliasValue.optional(),
  timeout: durationValue.default(10_000),
  json: flagValue,
};

interface PlanOptions {
  config?: string | undefined;
  account?: string | undefined;
  timeout: number;
}

/** The plan of an account, and the session in which it can be carried out. */
export interface AccountPlan {
  session: TemporalSession;
  wish: AccountWish;
  changes: PlannedChange[];
  /** Differences that stay, because the app wins; a line each. */
  kept: string[];
}

/**
 * Reads the whole file, compares each account with what runs, and hands the plans on. A file with a mistake changes
 * nothing: it is refused before anything is asked.
 */
export async function withPlans<T>(
  options: PlanOptions,
  context: CommandContext,
  use: (plans: readonly AccountPlan[], session: TemporalSession) => Promise<T>,
): Promise<T> {
  const loaded = loadPlace(neededFile(options.config, context));
  const wishes = wishesOf(loaded, options.account);
  const env = completedEnvironment(
    context.env,
    temporalVariables(loaded.file, { folder: loaded.folder, env: context.env }),
  );
  return await withTemporal({ ...context, env }, options, async (session) => {
    if (options.account === undefined) for (const line of await leftLines(session, wishes)) note(context, line);
    const plans: AccountPlan[] = [];
    for (const wish of wishes) {
      const own = { ...session, account: wish.account, group: () => Promise.resolve(wish.egress) };
      await requireOwnGroup(own, wish);
      const state = await runningState(own, wish);
      const doubled = doubledAd(wish, state);
      if (doubled !== null) throw refusal(doubled);
      const kept = keptDifferences(wish, state).map(({ adNumber, difference }) =>
        keptLine(wish.account, adNumber, difference),
      );
      plans.push({ session: own, wish, changes: planAccount(wish, state), kept });
    }
    return await use(plans, session);
  });
}

const keptLine = (account: string, adNumber: string, difference: TermDifference): string =>
  `kept ${account}: ad ${adNumber}: ${differenceText(difference)}; the app wins`;

function wishesOf({ file, path }: LoadedFile, account: string | undefined): AccountWish[] {
  const wishes = accountWishes(file);
  if (account === undefined) return wishes;
  const wanted = wishes.filter((wish) => wish.account === account);
  if (wanted.length > 0) return wanted;
  throw misuse(`${path} has no account ${account}: it has ${wishes.map((wish) => wish.account).join(', ')}`);
}
