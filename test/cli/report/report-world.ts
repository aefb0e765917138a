import type { EndedHistoryOrder } from '../../../src/domain/books/trade.ts';
import type { HistoryMark } from '../../../src/domain/books/history-mark.ts';
import { shownAs, someTrade } from '../../domain/books/some-trade.ts';
import { RegisterMachine } from '../register/register-world.ts';

export const account = 'main';
export const createdAtMs = Date.parse('2026-11-03T02:00:00Z');

/** A completed purchase of 100 USDT for 1000 BOB as the service shows it, unless the test says otherwise. */
export function ended(orderNumber: string, change: Partial<EndedHistoryOrder> = {}): EndedHistoryOrder {
  const trade = someTrade({ orderNumber, adNumber: '11', createdAtMs });
  return { ...shownAs(trade), end: trade.end, ...change };
}

/** Until when the history was read in these worlds. */
export const readTo = (readToMs: number): HistoryMark => ({ fromMs: readToMs, readToMs, round: null });

/** A machine whose register has these trades, and whose history was read until now. */
export async function machineWith(
  orders: readonly EndedHistoryOrder[],
  next: HistoryMark | null = readTo(Date.now() + 60_000),
  name: 'register' | 'register-sim' = 'register',
): Promise<RegisterMachine> {
  const machine = await RegisterMachine.open();
  machine.env['PEERDESK_ACCOUNT'] = account;
  const file = machine.file(name);
  await machine.make(file);
  const mark = next === null ? null : { known: null, next };
  await machine.within((register) => register.keepTrades({ account, orders, mark, nowMs: createdAtMs }), file);
  return machine;
}
