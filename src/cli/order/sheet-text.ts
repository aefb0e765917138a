import type { OrderView } from '../../client/index.ts';
import type { OrderSheet } from '../../domain/sheet/order-sheet.ts';
import { helpCommand, nextOrderCommand } from '../../words/looks.ts';
import {
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
  if ('missing' in answer) return { head: [], rest: [['order sheet', unshownText(answer.missing)]] };
  const clock: SheetClock = { nowMs, time: timeText, age: ageText };
  const next = nextOrderCommand(view);
  const { shown } = answer;
  return {
    head: [...sheetHead(shown, clock), ...sheetPaid(shown, clock), ...sheetDifferences(shown, view)],
    rest: [...sheetRest(shown, clock), ...(next === null ? [] : [['next', helpCommand(next)] as const])],
  };
}

/** Returns the line in the place of a sheet. */
export const unshownText = (reason: string): string => `names, methods and chat are not shown: ${reason}`;
