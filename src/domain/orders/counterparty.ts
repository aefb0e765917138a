/** Who a counterparty is, and whether the block list names them: by the user number, or by a nickname (S13). */
import { jsonBytes } from '../kept-text.ts';
import type { OrderFacts } from './order-facts.ts';
import type { BlockReason } from './release-check.ts';

/** Room for a nickname of twenty letters of any script. */
export const maxNicknameBytes = 64;
/** A user number has 33 characters. */
export const maxNumberBytes = 41;

/** Invisible characters, and controls that are no blanks. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;

/** Returns a nickname as it is shown: NFKC, without what no one sees, with single blanks. */
function shownNickname(text: string): string {
  const bare = text.normalize('NFKC').replace(invisible, '').normalize('NFKC');
  return bare.replace(/\s+/gu, ' ').trim();
}

/**
 * Returns what nicknames are compared by: NFKC, no invisible characters, no controls, single blanks, case folded. Through
 * upper case, because one letter may have two small forms.
 */
export function nicknameKey(text: string): string {
  return shownNickname(shownNickname(text).toUpperCase().toLowerCase());
}

/** Whom an entry of the block list names; a number is in small letters. */
export type BlockTarget =
  | { readonly kind: 'number'; readonly number: string }
  | { readonly kind: 'nickname'; readonly key: string; readonly shown: string };

/** Who blocked a counterparty, why, and when. */
interface BlockOrigin {
  readonly by: string;
  readonly note: string | null;
  readonly atMs: number;
}

export type BlockEntry = BlockTarget & BlockOrigin;

/** Why what a person typed names no one who could be blocked. */
export interface Unblockable {
  readonly code: 'unblockable';
  readonly why: 'no-user-number' | 'no-one' | 'masked' | 'too-long';
}

/** What a person typed, read; or why it names no one. A nickname can change, and is not unique. */
type ReadBlock =
  | { readonly target: BlockTarget; readonly isNickname: boolean }
  | { readonly target: null; readonly refusal: Unblockable };

/** What stands for letters that are hidden, or were lost on their way. In a nickname one alone may be an ornament. */
const masks = '•●○◯◦∙⚫⭘×✱✲∗⁎■□▪█░▒▓';
/** Three dots at the end are what is left of …; lines and dots elsewhere are part of many nicknames. */
const surelyMasked = new RegExp(`[*\\ufffd]|([${masks}])\\1|([#?])\\2\\2|\\.{3}$`, 'u');
const maybeMasked = new RegExp(`[${masks}]|${surelyMasked.source}`, 'u');

const nicknamePrefix = /^nickname:/i;
/** `s` and hexadecimal digits, as the service writes it; with a digit, because Sade and Seba are names. */
const serviceNumber = /^s(?=[a-f]*\d)[0-9a-f]{3,40}$/i;
const plainNumber = /^\d{5,16}$/;
/** Orders and ads have some twenty digits. */
const orderOrAdNumber = /^\d{17,}$/;
const overlongNumber = /^s(?=[a-f]*\d)[0-9a-f]{41,}$/i;

/** Reads what a person types to block or unblock: a user number, `nickname:Name`, or else a nickname. */
export function blockEntryOf(text: string): ReadBlock {
  const typed = shownNickname(text);
  if (nicknamePrefix.test(typed)) return nicknameOf(typed.replace(nicknamePrefix, ''));
  if (serviceNumber.test(typed) || plainNumber.test(typed)) {
    return { target: { kind: 'number', number: typed.toLowerCase() }, isNickname: false };
  }
  if (orderOrAdNumber.test(typed) || overlongNumber.test(typed)) return refused('no-user-number');
  return nicknameOf(typed);
}

function nicknameOf(text: string): ReadBlock {
  const shown = shownNickname(text);
  const key = nicknameKey(shown);
  if (key === '') return refused('no-one');
  if (surelyMasked.test(key)) return refused('masked');
  if (Math.max(jsonBytes(shown), jsonBytes(key)) > maxNicknameBytes) return refused('too-long');
  return { target: { kind: 'nickname', key, shown }, isNickname: true };
}

const refused = (why: Unblockable['why']): ReadBlock => ({ target: null, refusal: { code: 'unblockable', why } });

/** Reports whether two entries name the same. */
export function isSameTarget(left: BlockTarget, right: BlockTarget): boolean {
  return blockKey(left) === blockKey(right);
}

/** Returns what an entry is known by. */
export const blockKey = (target: BlockTarget): string =>
  target.kind === 'number' ? target.number : `nickname:${target.key}`;

/** Reports whether two texts, each as a person types it, name the same; one that names no one is only like itself. */
export function isSameTyped(left: string, right: string): boolean {
  const [{ target: one }, { target: other }] = [blockEntryOf(left), blockEntryOf(right)];
  return one === null || other === null ? left === right : isSameTarget(one, other);
}

/** Returns an entry as it may be typed again: `s1a2b3c4`, `nickname:Ana`. */
export function blockText(target: BlockTarget): string {
  return target.kind === 'number' ? target.number : `nickname:${target.shown}`;
}

/** A counterparty as a read of the order names it; null: not named. */
interface CounterpartyIdentity {
  readonly number: string | null;
  readonly nickname: string | null;
}

type BlockVerdict =
  | { readonly kind: 'clear' }
  | { readonly kind: 'blocked'; readonly entry: BlockEntry }
  /** The list has an entry with which this counterparty cannot be compared. */
  | { readonly kind: 'unknown' };

/** Compares a counterparty with the block list. What is not known is not clear (S13). */
export function blockVerdict(entries: readonly BlockEntry[], { number, nickname }: CounterpartyIdentity): BlockVerdict {
  const known = { number: number?.toLowerCase() ?? null, nickname: comparedNickname(nickname) };
  const shown = nicknameKey(nickname ?? '');
  const entry = entries.find((one) => (one.kind === 'number' ? one.number === known.number : one.key === shown));
  if (entry !== undefined) return { kind: 'blocked', entry };
  return entries.some(({ kind }) => known[kind] === null) ? { kind: 'unknown' } : { kind: 'clear' };
}

/** A nickname that may be masked, or is invisible, is none: it could be anyone's. */
function comparedNickname(nickname: string | null): string | null {
  const key = nickname === null ? '' : nicknameKey(nickname);
  return key === '' || maybeMasked.test(key) ? null : key;
}

/** The part of an order that says who its people are. */
type OrderPeople = Pick<OrderFacts, 'counterpartyNumber' | 'ownNumber' | 'counterpartyNickname'>;

/**
 * Compares the counterparty of an order with the block list. An order does not say which of its two numbers is the desk's
 * own: a person may have taken the ad of someone else in the app. The desk's own is on no block list, so both are compared.
 */
export function orderBlockVerdict(
  entries: readonly BlockEntry[],
  { counterpartyNumber, ownNumber, counterpartyNickname }: OrderPeople,
): BlockVerdict {
  const verdict = blockVerdict(entries, { number: counterpartyNumber, nickname: counterpartyNickname });
  const numbers = entries.filter(({ kind }) => kind === 'number');
  const other = blockVerdict(numbers, { number: ownNumber, nickname: null });
  return [verdict, other].find(({ kind }) => kind === 'blocked') ?? (verdict.kind === 'clear' ? other : verdict);
}

/** Returns why nothing is released to a counterparty, without the nickname: it stands in a history. Null: it is clear. */
export function blockReason(verdict: BlockVerdict): BlockReason | null {
  if (verdict.kind === 'clear') return null;
  if (verdict.kind === 'unknown') return { kind: 'unknown' };
  const { by, note } = verdict.entry;
  return { kind: 'blocked', by, note };
}
