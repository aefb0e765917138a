/** People at the terminal: who is blocked, what is noted, and what was with them before. */
import { blocksIn, type Restriction } from '../../domain/guard/restriction.ts';
import {
  blockEntryOf,
  blockKey,
  blockText,
  isSameTarget,
  type BlockEntry,
  type BlockTarget,
} from '../../domain/orders/counterparty.ts';
import { dealingCounts, type Dealing } from '../../domain/people/dealing.ts';
import type { Remark } from '../../domain/people/remark.ts';
import { amountText } from '../../words/amount-words.ts';
import { dealingsText } from '../../words/people/people-words.ts';
import { refusalText } from '../../words/refusal-words.ts';
import { refusal } from '../kit/cli-failure.ts';
import type { CommandCall } from '../kit/command-spec.ts';
import { readArgument, textValue } from '../kit/option-values.ts';
import { fieldList, textTable, type Cell } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';

const personValue = textValue.max(80, 'must be at most 80 characters');

/** Returns the person that a command names, as it was typed. */
export function typedPerson(call: CommandCall): string {
  return readArgument(personValue, call, { index: 0, name: 'the person' });
}

/** Returns whom a text names. Throws a refusal for one that names no one. */
export function personOf(text: string): BlockTarget {
  const read = blockEntryOf(text);
  if (read.target === null) throw refusal(refusalText(read.refusal));
  return read.target;
}

/** Returns what a number may be that stands in no order. */
export const unseenText = (number: string): string =>
  `the desk has read no order with ${number}: compare it with \`peerdesk order show\``;

/** What is known of one person. */
export interface PersonRow {
  /** As it may be typed again. */
  readonly person: string;
  readonly blocked: Pick<BlockEntry, 'by' | 'note' | 'atMs'> | null;
  readonly remark: Omit<Remark, 'person'> | null;
}

/** What the register has of people. */
interface KeptPeople {
  readonly entries: readonly Restriction[];
  readonly remarks: readonly Remark[];
}

/** Returns who is blocked or remarked of, each once: those that are blocked first. */
export function personRows({ entries, remarks }: KeptPeople): PersonRow[] {
  const blocks = blocksIn(entries);
  const keys = new Set(blocks.map(blockKey));
  const others = remarks.flatMap(({ person }) => (keys.has(person) ? [] : [personOf(person)]));
  return [...blocks, ...others].map((target) => personRow(target, { entries, remarks }));
}

/** Returns what is known of one person. */
export function personRow(target: BlockTarget, { entries, remarks }: KeptPeople): PersonRow {
  const blocked = blocksIn(entries).find((entry) => isSameTarget(entry, target));
  const said = remarks.find(({ person }) => person === blockKey(target));
  return {
    person: blockText(target),
    blocked: blocked === undefined ? null : { by: blocked.by, note: blocked.note, atMs: blocked.atMs },
    remark: said === undefined ? null : { text: said.text, by: said.by, atMs: said.atMs },
  };
}

/** Formats people as a table. */
export function personTable(rows: readonly PersonRow[], columns: number): string {
  if (rows.length === 0) return 'no one is blocked, and nothing is noted of anyone';
  return textTable(
    [
      { title: 'PERSON', cell: ({ person }) => person },
      { title: 'BLOCKED', cell: ({ blocked }) => (blocked === null ? '-' : saidText(blocked)) },
      { title: 'WHY', cell: ({ blocked }) => blocked?.note ?? '-' },
      { title: 'NOTE', cell: ({ remark }) => remark?.text ?? '-' },
      { title: 'BY', cell: ({ remark }) => (remark === null ? '-' : saidText(remark)) },
    ],
    rows,
    columns,
  );
}

const saidText = ({ by, atMs }: { readonly by: string; readonly atMs: number }): string =>
  `by ${by} at ${timeText(atMs)}`;

const shownOrders = 10;

/** Formats one person with the last orders. */
export function personText({ person, blocked, remark }: PersonRow, dealings: readonly Dealing[]): string {
  return fieldList([
    ['person', person],
    ['blocked', blocked === null ? 'no' : [saidText(blocked), blocked.note ?? []].flat().join(': ')],
    ['note', remark === null ? '-' : `${remark.text} (${saidText(remark)})`],
    ['with you', dealingsText(dealingCounts(dealings))],
    ...dealings.slice(-shownOrders).toReversed().map(orderField),
  ]);
}

function orderField({ orderNumber, side, total, fiat, status, wasAppealed, changedAtMs }: Dealing): [string, Cell] {
  const appeal = wasAppealed && status !== 'IN_APPEAL' ? ', was in appeal' : '';
  return ['order', `${orderNumber} ${side} ${amountText(total)} ${fiat}, ${status}${appeal}, ${timeText(changedAtMs)}`];
}
