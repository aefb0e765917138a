import type { AdView } from '../../client/index.ts';
import { ageText, dueText } from '../kit/duration.ts';
import type { Enriched } from '../list/listing.ts';
import { needText } from '../list/need-text.ts';
import { coded } from '../../words/coded.ts';
import type { Column } from '../text/text-table.ts';
import { adStateWords } from '../../words/ads/ad-state-words.ts';
import { amountText } from '../../words/amount-words.ts';

/** One line of the list of ads. */
export type AdRow = ReturnType<typeof adRow>;

/** In shadow the intended price is shown beside the real one. */
function priceCell({ price, intendedPrice }: AdRow): string | null {
  const shown = price === null ? null : amountText(price);
  return intendedPrice === null ? shown : `${shown ?? ''} (${amountText(intendedPrice)})`;
}

/** Returns the line of an ad, with its state where it answered. */
export function adRow({ row, view }: Enriched<AdView>) {
  const { subject, ...rest } = row;
  return {
    adNumber: subject,
    ...rest,
    ...details(view, row.state),
  };
}

function details(view: AdView | null, listedState: string | null) {
  if (view === null) return { ...unknown, state: listedState };
  const { state, price, intendedPrice, rank, reprices, intents, lookedAtMs, asks, override } = view;
  const why = asks[0] ?? view.why;
  const untilMs = 'untilMs' in state ? state.untilMs : (override?.untilMs ?? null);
  return { state: state.kind, price, intendedPrice, rank, reprices, intents, lookedAtMs, untilMs, why };
}

const unknown = {
  price: null,
  intendedPrice: null,
  rank: null,
  reprices: null,
  intents: null,
  lookedAtMs: null,
  untilMs: null,
  why: null,
};

/** Returns the columns. Narrow: counters leave first, and the reason goes below. */
export function adColumns(nowMs: number, { allAccounts }: { allAccounts: boolean }): Column<AdRow>[] {
  return [
    ...(allAccounts ? [{ title: 'ACCOUNT', cell: ({ account }: AdRow) => account }] : []),
    { title: 'AD', cell: (ad) => ad.adNumber },
    { title: 'SIDE', cell: (ad) => ad.side },
    { title: 'PAIR', cell: (ad) => ad.pair },
    { title: 'STATE', cell: stateCell },
    { title: 'PRICE', cell: priceCell, align: 'right' },
    { title: 'RANK', cell: (ad) => ad.rank, align: 'right' },
    { title: 'REPRICES', cell: (ad) => ad.reprices, align: 'right', leaves: 1 },
    { title: 'SEEN', cell: (ad) => seenText(ad.lookedAtMs, nowMs), align: 'right' },
    { title: 'DUE', cell: (ad) => (ad.untilMs === null ? null : dueText(ad.untilMs, nowMs)), align: 'right' },
    { title: 'MODE', cell: (ad) => ad.mode, leaves: 2 },
    { title: 'WHY', cell: whyCell, below: true },
  ];
}

/** Returns a row in one line without its age. */
export function adLine(row: AdRow): string {
  const rank = row.rank === null ? null : `rank ${row.rank}`;
  const parts = [stateCell(row), priceCell(row), rank].filter((part) => part !== null);
  return `ad ${row.adNumber} of ${row.account}: ${parts.join(', ')}: ${whyCell(row)}`;
}

/** The server's list may have a state of another version. */
const stateNames: Readonly<Record<string, string>> = adStateWords;

function stateCell({ status, state }: AdRow): string | null {
  return status !== 'running' || state === null ? status : (stateNames[state] ?? state);
}

/** The sentence, and the code of the state behind it. */
function whyCell({ status, needsHuman, why, state }: AdRow): string {
  const sentence = needsHuman ? needText(why ?? '') : (why ?? '');
  return coded(sentence, status === 'running' ? state : null);
}

/** How old the look is that rank, price and reason come from. */
function seenText(lookedAtMs: number | null, nowMs: number): string | null {
  return lookedAtMs === null ? null : `${ageText(nowMs - lookedAtMs)} ago`;
}

type Urgency = Pick<AdRow, 'status' | 'needsHuman' | 'state' | 'untilMs' | 'adNumber'>;

/** Sorts those that need a human first, then those that do not reprice, the nearest end first; ended ones last. */
export function byUrgency(left: Urgency, right: Urgency): number {
  const rank = ({ status, needsHuman, state }: Urgency): number =>
    status !== 'running' ? 3 : needsHuman ? 0 : state === 'running' ? 2 : 1;
  const [leftUntil, rightUntil] = [left.untilMs ?? Infinity, right.untilMs ?? Infinity];
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  return leftUntil === rightUntil ? left.adNumber.localeCompare(right.adNumber) : leftUntil - rightUntil;
}
