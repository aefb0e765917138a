/** What goes between a process and the thread of its register. */
import type { RegisterFault, SilentFault } from '../../domain/register/register-fault.ts';
import type { Founding } from '../operations/founding.ts';
import type { OperationCall } from '../operation-call.ts';

/** What the thread is started with. */
export interface ThreadOptions {
  readonly file: string;
  /** Brings an older file up to date. */
  readonly migrate: boolean;
  /** How long it waits for another process that writes. */
  readonly busyMs: number;
}

/** What takes the place of a register, and where the one that was there stays. */
export interface Replacement {
  readonly by: string;
  readonly aside: string;
}

/** What the thread is asked; `deadline` in the nanoseconds of `process.hrtime`. */
export type ThreadRequest =
  | { readonly task: 'open' }
  | { readonly task: 'operation'; readonly call: OperationCall; readonly deadline: bigint }
  | { readonly task: 'create'; readonly founding: Founding }
  | { readonly task: 'back-up'; readonly to: string }
  | ({ readonly task: 'replace' } & Replacement)
  | { readonly task: 'close' };

/** What it answers, in the order of the requests. */
export type ThreadAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly isSilent: true; readonly fault: SilentFault }
  | { readonly ok: false; readonly isSilent: false; readonly fault: RegisterFault };
