/** Inputs and results of the intake. Plain JSON; workflows import these as types only. */
import type { IntakeMemory } from '../../domain/orders/intake/intake-memory.ts';
import type { IntakeReport } from '../../workflows/contract/desk-contract.ts';

export interface WatchOrdersInput {
  periodMs: number;
  /** What the previous watch knew; null: nothing, so every order is announced once. */
  intake: IntakeMemory | null;
}

export interface WatchOrdersVerdict {
  kind: 'period-over';
  polls: number;
  started: number;
  intake: IntakeMemory;
  /** Of its last look; null: it never looked. */
  report: IntakeReport | null;
}

/** The heartbeat of the intake: the pending activity in the Web UI shows it, and a retry resumes from it. */
export interface IntakeHeartbeat {
  /** When it last read the list to its end. */
  lookedAtMs: number | null;
  polls: number;
  running: number;
  started: number;
  problem: string | null;
  /** Listed orders that are not taken up yet, the next one first; as many as are remembered. */
  waiting: string[];
  intake: IntakeMemory;
}
