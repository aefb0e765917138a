import { adControl, deskControl, guardControl, listWorkflows, type AdView } from '../../client/index.ts';
import type { AccountState, AccountWish, RunningAd } from '../../config/account-plan.ts';
import { numberOf } from '../../config/ad-plan.ts';
import { engagedSwitches } from '../../domain/guard/guard-memory.ts';
import { blockText } from '../../domain/orders/counterparty.ts';
import { adWorkflowId, deskWorkflowId, guardWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { isServed, workerMissing, type TemporalSession } from '../session/temporal-session.ts';
import type { AdResult } from '../../workflows/contract/ad-contract.ts';
import { hasCompleted, runsAlready } from '../session/workflow-start.ts';
import { intendedAds, offeredAds } from './offered-ads.ts';

/**
 * Returns what runs of an account, by the workflows' own state. The list of the server is a moment old: the ads that the
 * file names are asked themselves. Rejects when something runs that no worker answers for.
 */
export async function runningState(session: TemporalSession, wish: AccountWish): Promise<AccountState> {
  const { client, account, timeoutMs } = session;
  const listed = await listWorkflows(client, { type: 'adMaintenance', account, running: true });
  const [desk, guard] = await Promise.all([
    answerOf(session, deskWorkflowId(account), () => deskControl(client, account).within(timeoutMs).state()),
    answerOf(session, guardWorkflowId(account), () => guardControl(client, account).within(timeoutMs).state()),
  ]);
  const published = guard?.publications ?? {};
  const wanted = wish.ads.map((ad) => numberOf(ad, { published })).filter((adNumber) => adNumber !== null);
  const numbers = [...new Set([...wanted, ...listed.map(({ subject }) => subject)])];
  const ads = await Promise.all(
    numbers.map((adNumber) =>
      answerOf(session, adWorkflowId(account, adNumber), () =>
        adControl(client, account, adNumber).within(timeoutMs).state(),
      ),
    ),
  );
  const withheld = new Map(ads.flatMap((ad) => (ad === null ? [] : [[ad.adNumber, ad.withheld ?? []] as const])));
  const [offered, intents] = await Promise.all([
    offeredAds(session, wish, { published, withheld }),
    intendedAds(session, wish, { published }),
  ]);
  const alive = new Set(ads.flatMap((ad) => ad?.adNumber ?? []));
  const gone = wanted.filter((adNumber) => !alive.has(adNumber) && !(adNumber in offered.differences));
  return {
    published,
    ...offered,
    unread: { ...(await deadAds(session, gone)), ...offered.unread },
    intents,
    desk: desk === null || desk.state === 'stopped' ? null : { mode: desk.mode },
    guard:
      guard === null
        ? null
        : {
            rules: guard.rules,
            blocked: guard.blocked.map(blockText),
            thrown: engagedSwitches(guard.switches).map(({ name }) => name),
          },
    ads: ads.flatMap((ad) => (ad === null ? [] : (runningAd(ad) ?? []))),
  };
}

/** Returns an ad that is kept; null: it has ended. */
export function runningAd(ad: AdView): RunningAd | null {
  const { adNumber, mode, rules, side, withheld, state } = ad;
  if (state.kind === 'stopped' || state.kind === 'dead') return null;
  return { adNumber, mode, rules, side, withheld, ...offBy(ad) };
}

/** What its rules, its hours and the business take off the market comes back by itself. */
function offBy({ state, offMarket }: AdView): Pick<AccountState['ads'][number], 'offBy' | 'isBackInApp'> {
  if (state.kind !== 'offline') return {};
  if (state.cause === 'command') return { offBy: 'command', isBackInApp: offMarket === 'back-in-app' };
  return state.cause === 'ad' ? { offBy: 'app' } : {};
}

/**
 * Returns those that ended because the service did not know them for long, and why. Started again by each run of the file they
 * would ask for what is not there, and end again.
 */
async function deadAds(
  { client, account, ...session }: TemporalSession,
  adNumbers: readonly string[],
): Promise<AccountState['unread']> {
  const found = await Promise.all(
    adNumbers.map(async (adNumber) => {
      const workflowId = adWorkflowId(account, adNumber);
      if (!(await hasCompleted({ client, account, ...session }, workflowId))) return [];
      const { state, why } = (await client.workflow.getHandle(workflowId).result()) as AdResult;
      return state === 'dead' ? [[adNumber, `${why}; \`peerdesk ad start\` tries again`] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Returns the answer of a running workflow; null when none runs. */
async function answerOf<T>(session: TemporalSession, workflowId: string, ask: () => Promise<T>): Promise<T | null> {
  if (!(await runsAlready(session, workflowId))) return null;
  if (!(await isServed(session))) throw workerMissing(session);
  return await ask();
}
