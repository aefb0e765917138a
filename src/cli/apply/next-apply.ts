/** What the next `config apply` undoes of a command: the plan of the file, beside what the command has changed. */
import { guardControl, type AdView } from '../../client/index.ts';
import type { AccountState, AccountWish, PlannedChange, RunningAd, WantedAd } from '../../config/account-plan.ts';
import { numberOf } from '../../config/ad-plan.ts';
import { accountWishes } from '../../config/file/account-wishes.ts';
import { planAccount } from '../../config/plan.ts';
import type { SwitchName } from '../../domain/guard/guard-memory.ts';
import type { Mode } from '../../domain/mode.ts';
import { isSameTyped } from '../../domain/orders/counterparty.ts';
import type { ReleaseRules } from '../../domain/orders/release-rules.ts';
import { plannedData, changeLine } from './change-text.ts';
import { offeredAds } from './offered-ads.ts';
import { runningAd } from './running-state.ts';
import type { CommandContext } from '../kit/command-context.ts';
import type { TemporalSession } from '../session/temporal-session.ts';

/** What a command has changed. What it leaves alone counts as the file wants it. */
export type Stated =
  | { kind: 'rules'; rules: ReleaseRules | null }
  | { kind: 'block'; counterparty: string; isBlocked: boolean }
  | { kind: 'switch'; name: SwitchName; thrown: boolean }
  /** Null: it was stopped. */
  | { kind: 'desk'; mode: Mode | null }
  /** Null: it is not kept any more. `states` is what the command has changed of it. */
  | { kind: 'ad'; adNumber: string; ad: RunningAd | null; states: readonly AdPart[] }
  /** Taken off the market by a word that waits for a worker. */
  | { kind: 'off-market'; adNumber: string }
  | { kind: 'terms'; adNumber: string }
  /** For good, at the service: nothing brings it back. */
  | { kind: 'closed'; adNumber: string }
  | { kind: 'withdrawn'; name: string };

export type AdPart = 'rules' | 'mode' | 'market';

/** What the answer of a command adds of the next apply: nothing where the file says nothing else, or there is none. */
export interface NextApply {
  /** The same for a program; absent without a file. */
  data: { nextApply?: readonly object[] | null };
  /** Lines to add to the answer. */
  end: string;
}

const noFile: NextApply = { data: {}, end: '' };

/**
 * Returns what the next `config apply` undoes of what a command has just done, by name and value. It never fails: the
 * command is done already.
 */
export async function nextApply(
  context: CommandContext,
  session: AskedFor,
  ...stated: readonly Stated[]
): Promise<NextApply> {
  const { file, fileOption = '' } = context;
  if (file === undefined || stated.length === 0) return noFile;
  const wish = accountWishes(file.file).find(({ account }) => account === session.account);
  if (wish === undefined) return noFile;
  const apply = `\`peerdesk config apply${fileOption}\``;
  try {
    const plans = await Promise.all(stated.map(async (one) => ({ one, changes: await undoing(session, wish, one) })));
    const headOf = ({ kind }: Stated): string =>
      kind === 'closed'
        ? `\n${file.path} still has it: take it out there, or the next ${apply} does this and finds it closed: `
        : `\n${file.path} says otherwise: the next ${apply} undoes this, unless you write it there: `;
    return {
      data: { nextApply: plans.flatMap(({ changes }) => changes.map(plannedData)) },
      end: plans.flatMap(({ one, changes }) => changes.map((change) => headOf(one) + changeLine(change))).join(''),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { data: { nextApply: null }, end: `\nwhat the next ${apply} undoes of this is not known: ${why}` };
  }
}

/** Where Temporal is away the account alone is known: what the guard has by name is not asked about then. */
type AskedFor = TemporalSession | Pick<TemporalSession, 'account'>;

async function undoing(session: AskedFor, wish: AccountWish, stated: Stated): Promise<PlannedChange[]> {
  const published = await publishedOf(session, wish, stated);
  const part = partOf(wish, stated, published);
  const state: AccountState = { ...stateAsWished(wish), published, ...stateAfter(part, stated) };
  if (stated.kind !== 'terms' || !('client' in session)) return planAccount(part, state);
  const offered = await offeredAds(session, part, { published, withheld: new Map() });
  return planAccount(part, { ...state, ...offered }).filter(({ change }) => change.kind === 'ad-terms');
}

const isOfAd: ReadonlySet<Stated['kind']> = new Set(['ad', 'off-market', 'terms', 'closed']);

/** Only the guard knows which number a name of the file owns. */
async function publishedOf(
  session: AskedFor,
  { ads }: AccountWish,
  { kind }: Stated,
): Promise<AccountState['published']> {
  const isAsked = isOfAd.has(kind) && ads.some(({ adNumber }) => adNumber === null);
  if (!isAsked || !('client' in session)) return {};
  const { client, account, timeoutMs } = session;
  return (await guardControl(client, account).within(timeoutMs).state()).publications;
}

/** Returns the part of the file that is about what was changed. */
function partOf(wish: AccountWish, stated: Stated, published: AccountState['published']): AccountWish {
  const none = { ...wish, rules: null, blocked: null, kill: {}, ads: [], stopsOtherAds: false };
  switch (stated.kind) {
    case 'rules':
      return { ...none, rules: wish.rules };
    case 'block':
      return { ...none, blocked: wish.blocked?.filter((one) => isSameTyped(one, stated.counterparty)) ?? null };
    case 'switch': {
      const wanted = wish.kill[stated.name];
      return { ...none, kill: wanted === undefined ? {} : { [stated.name]: wanted } };
    }
    case 'desk':
      return none;
    case 'ad':
    case 'off-market':
    case 'closed':
    case 'terms': {
      const ads = wish.ads.filter((ad) => numberOf(ad, { published }) === stated.adNumber);
      return { ...none, ads, stopsOtherAds: stated.kind === 'ad' && wish.stopsOtherAds };
    }
    case 'withdrawn':
      return { ...none, ads: wish.ads.filter(({ name, adNumber }) => name === stated.name && adNumber === null) };
  }
}

function stateAsWished({ desk, mode }: AccountWish): AccountState {
  const nothing = { published: {}, differences: {}, unread: {}, intents: {} };
  return { desk: desk ? { mode } : null, guard: null, ads: [], ...nothing };
}

function stateAfter(wish: AccountWish, stated: Stated): Partial<AccountState> {
  const guard = { rules: null, blocked: [], thrown: [] };
  switch (stated.kind) {
    case 'rules':
      return { guard: { ...guard, rules: stated.rules } };
    case 'block':
      return { guard: { ...guard, blocked: stated.isBlocked ? [stated.counterparty] : [] } };
    case 'switch':
      return { guard: { ...guard, thrown: stated.thrown ? [stated.name] : [] } };
    case 'desk':
      return { desk: stated.mode === null ? null : { mode: stated.mode } };
    case 'ad':
      return { ads: stated.ad === null ? [] : [adAfter(wish, stated.ad, stated.states)] };
    case 'off-market':
      return { ads: wish.ads.map((ad) => takenOff(wish, { ...ad, adNumber: stated.adNumber })) };
    case 'closed':
      return { ads: [] };
    case 'terms':
    case 'withdrawn':
      return {};
  }
}

const takenOff = ({ mode }: AccountWish, ad: WantedAd & { adNumber: string }): RunningAd => ({
  adNumber: ad.adNumber,
  mode: ad.mode ?? mode,
  rules: ad.rules,
  side: null,
  offBy: 'command',
});

/** An ad as the file wants it, but for what was changed. */
function adAfter({ ads: [wanted], mode }: AccountWish, ad: RunningAd, states: readonly AdPart[]): RunningAd {
  if (wanted === undefined) return ad;
  const { adNumber, side, offBy, isBackInApp } = ad;
  const place = {
    ...(offBy === undefined ? {} : { offBy }),
    ...(isBackInApp === undefined ? {} : { isBackInApp }),
  };
  const wantedPlace = wanted.status === 'offline' ? { offBy: 'command' as const } : {};
  return {
    adNumber,
    side,
    mode: states.includes('mode') ? ad.mode : (wanted.mode ?? mode),
    rules: states.includes('rules') ? ad.rules : wanted.rules,
    ...(states.includes('market') ? place : wantedPlace),
  };
}

/** Returns what a command has changed of an ad, by its answer. */
export function statedOf(view: AdView, ...states: readonly AdPart[]): Stated {
  return { kind: 'ad', adNumber: view.adNumber, ad: runningAd(view), states };
}
