import PQueue from 'p-queue';
import { adControl, deskControl, guardControl, listWorkflows } from '../../client/index.ts';
import type { AccountState, AccountWish } from '../../config/account-plan.ts';
import { numberOf } from '../../config/ad-plan.ts';
import type { TermDifference } from '../../domain/ads/listed-terms.ts';
import type { TermsPart } from '../../domain/ads/published-terms.ts';
import { switchNames, thrownBy } from '../../domain/guard/guard-memory.ts';
import { adWorkflowId, deskWorkflowId, guardWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { refusal } from '../cli-failure.ts';
import { isServed, workerMissing, type TemporalSession } from '../temporal-session.ts';
import { runsAlready } from '../workflow-start.ts';
import { changeAndWait } from './change-and-wait.ts';

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
  const differences = await termsDifferences(session, wish, published);
  return {
    published,
    differences,
    desk: desk === null || desk.state === 'stopped' ? null : { mode: desk.mode },
    guard:
      guard === null
        ? null
        : {
            rules: guard.rules,
            blocked: guard.blocked,
            thrown: switchNames.filter((name) => thrownBy(guard.switches, name) !== null),
          },
    ads: ads
      .filter((ad) => ad !== null && ad.state.kind !== 'stopped' && ad.state.kind !== 'dead')
      .flatMap((ad) => (ad === null ? [] : [{ adNumber: ad.adNumber, mode: ad.mode, rules: ad.rules, side: ad.side }])),
  };
}

/** So many ads are read at once: prices come first. */
const comparedAtOnce = 3;

/** Returns by ad number in what its terms differ from the file: the worker reads each ad whose terms the file names. */
async function termsDifferences(
  session: TemporalSession,
  { ads, mode, egress }: AccountWish,
  published: AccountState['published'],
): Promise<Record<string, readonly TermDifference[]>> {
  const found: Record<string, readonly TermDifference[]> = {};
  const queue = new PQueue({ concurrency: comparedAtOnce });
  const compare = async (adNumber: string, terms: TermsPart): Promise<void> => {
    if (!(await isServed(session))) throw workerMissing(session.account);
    const wish = { adNumber, mode, by: 'config diff', act: 'compare', terms } as const;
    const { state, why, differences } = await changeAndWait(session, wish, egress);
    if (state !== 'done' && state !== 'refused') throw refusal(`the terms of ad ${adNumber} are not known: ${why}`);
    found[adNumber] = differences;
  };
  await queue.addAll(
    ads.flatMap(({ name, adNumber, terms }) => {
      const number = numberOf({ name, adNumber }, { published });
      return number === null || terms === null ? [] : [() => compare(number, terms)];
    }),
  );
  return found;
}

/** Returns the answer of a running workflow; null when none runs. */
async function answerOf<T>(session: TemporalSession, workflowId: string, ask: () => Promise<T>): Promise<T | null> {
  if (!(await runsAlready(session, workflowId))) return null;
  if (!(await isServed(session))) throw workerMissing(session.account);
  return await ask();
}
