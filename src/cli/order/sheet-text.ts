import type { OrderView } from '../../client/index.ts';
import type { OrderSheet } from '../../domain/sheet/order-sheet.ts';
import { helpCommand, nextOrderCommand } from '../../words/looks.ts';
import {
  readField,
  sheetDifferences,
  sheetHead,
  sheetPaid,
  sheetRest,
  type SheetClock,
  type SheetField,
} from '../../words/sheet-words.ts';
import { ageText } from '../kit/duration.ts';
import { timeText } from '../text/time-zone.ts';
import type { WindowAnswer } from '../window/ask-window.ts';

/** What stands above and below the fields of an order. */
interface SheetParts {
  head: readonly SheetField[];
  rest: readonly SheetField[];
}

/** Returns what the window shows of an order, or the one line that says why it does not. */
export function sheetParts(view: OrderView, answer: WindowAnswer<OrderSheet> | null, nowMs = Date.now()): SheetParts {
  if (answer === null) return { head: [], rest: [] };
  if ('missing' in answer) return { head: [], rest: [unshown(answer.missing)] };
  const next = nextOrderCommand(view);
  const { shown } = answer;
  return {
    head: headOf(shown, view, nowMs),
    rest: [...sheetRest(shown, clockAt(nowMs)), ...(next === null ? [] : [['next', helpCommand(next)] as const])],
  };
}

type ReadSoFar = Parameters<typeof sheetDifferences>[1];

/** Returns which money the window shows to be looked for, or the one line that says why it does not. */
export function lookForFields(answer: WindowAnswer<OrderSheet>, read: ReadSoFar): readonly SheetField[] {
  if ('missing' in answer) return [unshown(answer.missing)];
  const nowMs = Date.now();
  return [...headOf(answer.shown, read, nowMs), readField(answer.shown.readAtMs, clockAt(nowMs))];
}

function headOf(sheet: OrderSheet, read: ReadSoFar, nowMs: number): SheetField[] {
  const clock = clockAt(nowMs);
  return [...sheetHead(sheet, clock), ...sheetPaid(sheet, clock), ...sheetDifferences(sheet, read)];
}

const clockAt = (nowMs: number): SheetClock => ({ nowMs, time: timeText, age: ageText });

const unshown = (reason: string): SheetField => ['order sheet', unshownText(reason)];

/** Returns the line in the place of a sheet. */
export const unshownText = (reason: string): string => `names, methods and chat are not shown: ${reason}`;
