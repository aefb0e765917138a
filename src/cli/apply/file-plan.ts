import { accountWishes } from '../../config/file/account-wishes.ts';
import { processEnvironment } from '../../config/file/file-variables.ts';
import { loadPlace, type LoadedFile } from '../../config/file/load-file.ts';
import type { AccountWish, PlannedChange } from '../../config/account-plan.ts';
import { doubledAd } from '../../config/ad-plan.ts';
import { planAccount } from '../../config/plan.ts';
import { isWrong, remarksOf, type Remark } from '../../config/remarks.ts';
import { misuse, refusal } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import { type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { fileOptionOf, isSimulatorBehind, neededFile } from '../config/file-context.ts';
import { withFoundRegister } from '../register/found-register.ts';
import { leftLines, requireOwnGroup } from './other-group.ts';
import { remarkLine } from './remark-text.ts';
import { runningState } from './running-state.ts';

/** Options of the commands that compare the file with what runs. */
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
  /** What stays different from the file whatever is applied. */
  remarks: Remark[];
  /** The surroundings of a command on the account. */
  context: CommandContext;
  /** Of the restrictions in the register, as they were when the plan was made; null: there is none here. */
  shownRevision: number | null;
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
  const env = processEnvironment(loaded, context.env);
  const planContext = { ...context, env, fileOption: fileOptionOf(options.config) };
  return await withTemporal(planContext, options, async (session) => {
    if (options.account === undefined) for (const line of await leftLines(session, wishes)) note(context, line);
    const plans: AccountPlan[] = [];
    for (const wish of wishes) {
      const own = { ...session, account: wish.account, group: () => Promise.resolve(wish.egress) };
      await requireOwnGroup(own, wish);
      const state = await runningState(own, wish);
      const doubled = doubledAd(wish, state);
      if (doubled !== null) throw refusal(doubled);
      const callsSimulators = isSimulatorBehind(loaded, wish.egress, context.env);
      const ofAccount = { ...planContext, group: wish.egress, callsSimulators };
      const shownRevision = await withFoundRegister(ofAccount, own, async ({ keeper }) =>
        keeper === null ? null : (await keeper.restrictions()).revision,
      );
      const [changes, remarks] = [planAccount(wish, state), remarksOf(wish, state)];
      plans.push({ session: own, wish, changes, remarks, context: ofAccount, shownRevision });
    }
    return await use(plans, session);
  });
}

/** Returns the remarks of all accounts, a line each: what is meant to stay, and what another file alone ends. */
export function remarkLines(plans: readonly AccountPlan[]): { kept: string[]; wrong: string[] } {
  const linesOf = (isMeant: (remark: Remark) => boolean): string[] =>
    plans.flatMap(({ wish, remarks }) => remarks.filter(isMeant).map((remark) => remarkLine(wish.account, remark)));
  return { kept: linesOf((remark) => !isWrong(remark)), wrong: linesOf(isWrong) };
}

function wishesOf({ file, path }: LoadedFile, account: string | undefined): AccountWish[] {
  const wishes = accountWishes(file);
  if (account === undefined) return wishes;
  const wanted = wishes.filter((wish) => wish.account === account);
  if (wanted.length > 0) return wanted;
  throw misuse(`${path} has no account ${account}: it has ${wishes.map((wish) => wish.account).join(', ')}`);
}
