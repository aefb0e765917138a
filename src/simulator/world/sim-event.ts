import type { ChatRow, OrderRecord } from './simulator-state.ts';

export type OrderEventKind =
  | 'created'
  | 'rolled-back'
  | 'paid'
  | 'completed'
  | 'cancelled'
  | 'expired'
  | 'disputed'
  | 'kyc'
  | 'resolved'
  | 'message';

/** What happens inside the simulator, for listeners. */
export type SimEvent =
  | { type: 'order'; event: OrderEventKind; orderNumber: string; adNumber: string; atMs: number }
  /** A transfer has arrived at the desk's bank, or ends as pending. */
  | { type: 'transfer'; reference: string; account: string; atMs: number }
  | { type: 'price'; adNumber: string; price: string; atMs: number }
  | { type: 'request'; operation: string; account: string | null; status: number; code: number | null; atMs: number }
  | { type: 'fault'; operation: string; fault: string; atMs: number };

export type SimListener = (event: SimEvent) => void;
/** Chat rows go to the sockets of the order's parties. */
export type ChatListener = (order: OrderRecord, row: ChatRow) => void;
