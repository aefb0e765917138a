import { accountWishes } from '../../config/file/account-wishes.ts';
import { completedEnvironment, temporalVariables } from '../../config/file/file-variables.ts';
import { loadPlace, type LoadedFile } from '../../config/file/load-file.ts';
import { planAccount, type AccountWish, type PlannedChange } from '../../config/plan.ts';
import { misuse } from '../cli-failure.ts';
import type { CommandContext } from '../command-context.ts';
import { aliasValue, durationValue, flagValue, textValue } from '../option-values.ts';
import { withTemporal, type TemporalSession } from '../temporal-session.ts';
import { neededFile } from '../config/file-context.ts';
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
    const plans: AccountPlan[] = [];
    for (const wish of wishes) {
      const own = { ...session, account: wish.account, group: () => Promise.resolve(wish.egress) };
      plans.push({ session: own, wish, changes: planAccount(wish, await runningState(own, wish)) });
    }
    return await use(plans, session);
  });
}

function wishesOf({ file, path }: LoadedFile, account: string | undefined): AccountWish[] {
  const wishes = accountWishes(file);
  if (account === undefined) return wishes;
  const wanted = wishes.filter((wish) => wish.account === account);
  if (wanted.length > 0) return wanted;
  throw misuse(`${path} has no account ${account}: it has ${wishes.map((wish) => wish.account).join(', ')}`);
}
