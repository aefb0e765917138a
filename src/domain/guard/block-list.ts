/** The block list of an account: to whom nothing is released, who said so, and when (design 6). */
import { z } from 'zod';
import { boundedText, cutText, jsonBytes } from '../kept-text.ts';
import {
  blockEntryOf,
  blockText,
  isSameTarget,
  maxNicknameBytes,
  maxNumberBytes,
  type BlockEntry,
  type Unblockable,
} from '../orders/counterparty.ts';

export const maxBlocked = 1_000;
/** The largest size of the whole list in JSON: the memory of the guard has to fit into one payload. */
export const maxBlockListBytes = 100_000;
const maxByBytes = 80;
/** Of why one is blocked, and of what is remarked of a person. */
export const maxNoteBytes = 160;

const origin = {
  by: boundedText(maxByBytes),
  note: boundedText(maxNoteBytes).nullable(),
  atMs: z.number().nonnegative(),
};
const nickname = boundedText(maxNicknameBytes);

/** One entry of the list. */
export const blockEntrySchema = z.union([
  z.strictObject({ kind: z.literal('number'), number: boundedText(maxNumberBytes), ...origin }).readonly(),
  z.strictObject({ kind: z.literal('nickname'), key: nickname, shown: nickname, ...origin }).readonly(),
]);

/** Newest last, one entry for each counterparty. */
export const blockListSchema = z
  .array(blockEntrySchema)
  .max(maxBlocked)
  .refine((list) => bytesOf(list) <= maxBlockListBytes, `must have at most ${maxBlockListBytes} bytes`)
  .meta({ jsonBytes: maxBlockListBytes })
  .readonly();

type BlockList = readonly BlockEntry[];

const bytesOf = (list: BlockList): number => list.reduce((sum, entry) => sum + bytesOfEntry(entry), 2);
/** With its comma. */
const bytesOfEntry = (entry: BlockEntry): number =>
  Object.entries(entry).reduce((sum, [name, value]) => sum + name.length + 4 + bytesOfValue(value), 2);
const bytesOfValue = (value: string | number | null): number =>
  typeof value === 'string' ? jsonBytes(value) + 2 : String(value).length;

/** What a person sends to block a counterparty; `atMs` is when it arrived. */
interface BlockWord {
  readonly counterparty: string;
  readonly by: string;
  readonly note?: string | undefined;
  readonly atMs: number;
}

/** The list takes no more: of its entries there may be `max`; null: of its bytes. */
interface ListFull {
  readonly code: 'block-list-full';
  readonly max: number | null;
}

/** Returns why the counterparty cannot be blocked, or null. */
export function blockRefusal(list: BlockList, word: BlockWord): Unblockable | ListFull | null {
  const read = blockEntryOf(word.counterparty);
  if (read.target === null) return read.refusal;
  const after = withBlocked(list, word);
  if (after.length > maxBlocked) return { code: 'block-list-full', max: maxBlocked };
  return bytesOf(after) > maxBlockListBytes ? { code: 'block-list-full', max: null } : null;
}

/** Adds the counterparty to the list, unless `blockRefusal` has a reason; one that is on it keeps its first entry. */
export function block(list: BlockList, word: BlockWord): BlockList {
  return blockRefusal(list, word) === null ? withBlocked(list, word) : list;
}

function withBlocked(list: BlockList, { counterparty, by, note = '', atMs }: BlockWord): BlockList {
  const { target } = blockEntryOf(counterparty);
  if (target === null || list.some((entry) => isSameTarget(entry, target))) return list;
  const kept = note.trim() === '' ? null : cutText(note.trim(), maxNoteBytes);
  return [...list, { ...target, by: cutText(by, maxByBytes), note: kept, atMs }];
}

/** What is not on the list, with the newest that is, and how many more are. */
interface NotBlocked {
  readonly code: 'not-blocked';
  readonly counterparty: string;
  readonly listed: readonly string[];
  readonly more: number;
}

/** Returns why there is nothing to take off the list, or null. */
export function unblockRefusal(list: BlockList, counterparty: string): NotBlocked | null {
  if (withoutBlocked(list, counterparty).length < list.length) return null;
  const listed = list.slice(-maxListed).map(blockText);
  return { code: 'not-blocked', counterparty: counterparty.trim(), listed, more: list.length - listed.length };
}

/** The list without the counterparty. */
export function withoutBlocked(list: BlockList, counterparty: string): BlockList {
  const { target } = blockEntryOf(counterparty);
  return target === null ? list : list.filter((entry) => !isSameTarget(entry, target));
}

const maxListed = 20;

/** Returns both lists as one, newest last: whom either has. What does not fit any more is the newest of `own`. */
export function mergedBlockLists(former: BlockList, own: BlockList): BlockList {
  const added = own.filter((entry) => !former.some((one) => isSameTarget(one, entry)));
  if (added.length === 0) return former;
  return added
    .reduce<BlockList>((list, entry) => (fits([...list, entry]) ? [...list, entry] : list), former)
    .toSorted((one, other) => one.atMs - other.atMs);
}

const fits = (list: BlockList): boolean => list.length <= maxBlocked && bytesOf(list) <= maxBlockListBytes;
