import type {
  AccountState,
  AccountWish,
  WantedStatus,
  Change,
  PlannedChange,
} from '../../../src/config/account-plan.ts';
import { numberOf } from '../../../src/config/ad-plan.ts';
import { termDifferences } from '../../../src/domain/ads/listed-terms.ts';
import type { TermsPart } from '../../../src/domain/ads/published-terms.ts';
import type { SwitchName } from '../../../src/domain/guard/guard-memory.ts';
import { listedAd } from '../../domain/ads/terms-fixture.ts';

/** What runs of an account, and what its ads offer at the service. */
export interface DeskModel {
  state: Omit<AccountState, 'differences' | 'unread'>;
  offers: Readonly<Record<string, TermsPart>>;
}

const side = 'SELL' as const;

/** An ad that is kept beside those of the file. */
export const otherAd = '99';

/** Returns an account at which everything that a file wants has been carried out, and a further ad is kept. */
export function ranModel(wish: AccountWish): DeskModel {
  const published = Object.fromEntries(
    wish.ads.filter(({ adNumber }) => adNumber === null).map(({ name }) => [name, `of-${name}`]),
  );
  const numbered = wish.ads.map((ad) => ({ ...ad, adNumber: numberOf(ad, { published }) ?? '' }));
  const [first] = wish.ads;
  const ads = numbered.map(({ adNumber, rules, mode, status }) =>
    onOrOff({ adNumber, rules, mode: mode ?? wish.mode, side }, status),
  );
  const switches = Object.entries(wish.kill) as [SwitchName, boolean][];
  return {
    state: {
      desk: wish.desk ? { mode: wish.mode } : null,
      guard: {
        rules: wish.rules,
        blocked: wish.blocked ?? [],
        thrown: switches.filter(([, thrown]) => thrown).map(([name]) => name),
      },
      ads: first === undefined ? ads : [...ads, { adNumber: otherAd, rules: first.rules, mode: wish.mode, side }],
      published,
      intents: {},
    },
    offers: Object.fromEntries(numbered.map(({ adNumber, terms }) => [adNumber, terms ?? {}])),
  };
}

/** An account of which nothing runs. */
export const emptyModel: DeskModel = {
  state: { desk: null, guard: null, ads: [], published: {}, intents: {} },
  offers: {},
};

/** Returns what a plan is made from: what runs, and in what the offers differ from the file. */
export function stateOf({ state, offers }: DeskModel, { ads }: AccountWish): AccountState {
  const compared = ads.flatMap((ad) => {
    const adNumber = numberOf(ad, state);
    if (adNumber === null || ad.terms === null) return [];
    return [[adNumber, termDifferences(ad.terms, listedOf(offers[adNumber] ?? {}))] as const];
  });
  return { ...state, differences: Object.fromEntries(compared), unread: {} };
}

function listedOf({ payMethods, ...terms }: TermsPart) {
  const given = Object.entries(terms).filter(([, value]) => value !== undefined);
  const methods = (payMethods ?? ['BANK']).map((name) => ({ payId: '', identifier: name, name }));
  return listedAd({ ...Object.fromEntries(given), payMethods: methods });
}

/** Returns the account after a change was carried out. */
export function afterChange(model: DeskModel, { change }: PlannedChange): DeskModel {
  const { state, offers } = model;
  if (change.kind === 'ad-terms') {
    // As the worker does: nothing leaves in shadow, and what an ad keeps for life is refused with all that is sent beside it.
    const isRefused = change.mode === 'shadow' || change.differences.some(({ isForLife }) => isForLife);
    if (isRefused) return model;
    return { state, offers: { ...offers, [change.adNumber]: { ...offers[change.adNumber], ...change.terms } } };
  }
  if (change.kind === 'publish-ad' && change.mode === 'shadow') {
    const { name, terms, rules, status } = change;
    return { offers, state: { ...state, intents: { ...state.intents, [name]: { terms, rules, status } } } };
  }
  if (change.kind === 'publish-ad') {
    const adNumber = `of-${change.name}`;
    const published = { ...state.published, [change.name]: adNumber };
    const started = adsAfter(state.ads, { ...change, kind: 'start-ad', adNumber });
    return { state: { ...state, published, ads: started }, offers: { ...offers, [adNumber]: change.terms } };
  }
  return {
    offers,
    state: {
      ...state,
      desk: deskAfter(state.desk, change),
      guard: guardAfter(state.guard, change),
      ads: adsAfter(state.ads, change),
    },
  };
}

function deskAfter(desk: AccountState['desk'], change: Change): AccountState['desk'] {
  if (change.kind === 'stop-desk') return null;
  return change.kind === 'start-desk' || change.kind === 'desk-mode' ? { mode: change.mode } : desk;
}

function guardAfter(guard: AccountState['guard'], change: Change): AccountState['guard'] {
  const { rules, blocked, thrown } = guard ?? { rules: null, blocked: [], thrown: [] };
  switch (change.kind) {
    case 'release-rules':
      return { rules: change.rules, blocked, thrown };
    case 'block':
      return { rules, blocked: [...blocked, change.counterparty], thrown };
    case 'unblock':
      return { rules, blocked: blocked.filter((one) => one !== change.counterparty), thrown };
    case 'switch': {
      const others = thrown.filter((name) => name !== change.name);
      return { rules, blocked, thrown: change.thrown ? [...others, change.name] : others };
    }
    default:
      return guard;
  }
}

type RunningAd = AccountState['ads'][number];

function onOrOff({ adNumber, mode, rules, side: its }: RunningAd, status: WantedStatus | null): RunningAd {
  const ad = { adNumber, mode, rules, side: its };
  return status === 'offline' ? { ...ad, offBy: 'command' } : ad;
}

function adsAfter(ads: AccountState['ads'], change: Change): AccountState['ads'] {
  switch (change.kind) {
    case 'start-ad':
      return [
        ...ads,
        onOrOff({ adNumber: change.adNumber, mode: change.mode, rules: change.rules, side }, change.status),
      ];
    case 'ad-rules':
      return ads.map((ad) =>
        ad.adNumber === change.adNumber ? { ...ad, rules: { ...ad.rules, ...change.part } } : ad,
      );
    case 'ad-mode':
      return ads.map((ad) => (ad.adNumber === change.adNumber ? { ...ad, mode: change.mode } : ad));
    case 'ad-status':
      return ads.map((ad) => (ad.adNumber === change.adNumber ? onOrOff(ad, change.status) : ad));
    case 'stop-ad':
      return ads.filter(({ adNumber }) => adNumber !== change.adNumber);
    default:
      return ads;
  }
}
