import PQueue from 'p-queue';
import { publicationControl } from '../../client/index.ts';
import type { AccountState, AccountWish } from '../../config/account-plan.ts';
import { numberOf, termsWithout } from '../../config/ad-plan.ts';
import type { ListedMethod } from '../../domain/ads/listed-terms.ts';
import type { TermsPart } from '../../domain/ads/published-terms.ts';
import { refusal } from '../kit/cli-failure.ts';
import { isServed, workerMissing, type TemporalSession } from '../session/temporal-session.ts';
import { hasCompleted } from '../session/workflow-start.ts';
import { changeAndWait } from './change-and-wait.ts';

/** So many ads are read at once: prices come first. */
const comparedAtOnce = 3;

type Published = Pick<AccountState, 'published'>;

interface KnownAds extends Published {
  /** The payment methods that its caps have taken out of an ad, by its number. */
  readonly withheld: ReadonlyMap<string, readonly ListedMethod[]>;
}

/** Returns in what the ads whose terms the file names differ from it: the worker reads each. */
export async function offeredAds(
  session: TemporalSession,
  { ads, mode, egress }: AccountWish,
  state: KnownAds,
): Promise<Pick<AccountState, 'differences' | 'unread'>> {
  const differing: Record<string, AccountState['differences'][string]> = {};
  const unread: Record<string, string> = {};
  const queue = new PQueue({ concurrency: comparedAtOnce });
  const compare = async (adNumber: string, terms: TermsPart): Promise<void> => {
    if (!(await isServed(session))) throw workerMissing(session);
    const shown = termsWithout(terms, state.withheld.get(adNumber) ?? []);
    const wish = { adNumber, mode, by: 'config diff', act: 'compare', terms: shown } as const;
    const { state: end, why, differences } = await changeAndWait(session, wish, egress);
    if (end === 'refused') unread[adNumber] = why;
    else if (end === 'done') differing[adNumber] = differences;
    else throw refusal(`the terms of ad ${adNumber} are not known: ${why}`);
  };
  await queue.addAll(
    ads.flatMap(({ name, adNumber, terms }) => {
      const number = numberOf({ name, adNumber }, state);
      return number === null || terms === null ? [] : [() => compare(number, terms)];
    }),
  );
  return { differences: differing, unread };
}

/** Returns what a shadow desk has said that it would publish, of the ads that the file wants published. */
export async function intendedAds(
  session: TemporalSession,
  { ads, mode }: Pick<AccountWish, 'ads' | 'mode'>,
  state: Published,
): Promise<AccountState['intents']> {
  const shadows = ads.filter((ad) => (ad.mode ?? mode) === 'shadow' && numberOf(ad, state) === null);
  const found = await Promise.all(shadows.map(({ name }) => intentOf(session, name)));
  return Object.fromEntries(found.flat());
}

type Intent = readonly [name: string, AccountState['intents'][string]];

async function intentOf(session: TemporalSession, name: string): Promise<Intent[]> {
  const { client, account, timeoutMs } = session;
  const control = publicationControl(client, account, name).within(timeoutMs);
  if (!(await hasCompleted(session, control.workflowId)) || !(await isServed(session))) return [];
  const { state, terms, rules, online } = await control.state();
  return state === 'intent' ? [[name, { terms, rules, status: online ? 'online' : 'offline' }]] : [];
}
