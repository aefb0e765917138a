import { WorkflowNotFoundError } from '@temporalio/client';
import type { EgressControl, EgressView } from '../client/index.ts';
import type { Gate, GateState } from '../exchange/index.ts';

const pollMs = 5_000;

interface LinkOptions {
  gate: Gate;
  egress: EgressControl;
  clock: { now(): number };
  /** A report or a look that failed; the gate of this process holds all the same. */
  onError: (error: unknown) => void;
}

export interface EgressLink {
  close(): void;
}

/**
 * Ties a process's gate to the egress workflow: what the workflow knows is set before the first call (a ban outlives
 * the process), what this process meets is reported, and what other workers behind the address met is taken over.
 */
export async function linkEgress(options: LinkOptions): Promise<EgressLink> {
  const { gate, egress, onError } = options;
  const takeOver = createTakeOver(options);
  takeOver(await readEgress(egress));
  const unsubscribe = gate.subscribe(createReporter(options, gate.state()));
  const timer = setInterval(() => {
    readEgress(egress).then(takeOver, onError);
  }, pollMs);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

/** The egress as its workflow knows it; null when it never met anything (its workflow is started by a report). */
async function readEgress(egress: EgressControl): Promise<EgressView | null> {
  try {
    return await egress.state();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

function createTakeOver({ gate, clock }: LinkOptions): (view: EgressView | null) => void {
  // Only a ban that the workflow has shown can be cleared by it: one that is still on its way there must hold.
  let shownUntilMs = 0;
  return (view) => {
    if (view === null) return;
    const nowMs = clock.now();
    const knownUntilMs = gate.state().banUntilMs ?? 0;
    const toldUntilMs = view.ban?.untilMs ?? 0;
    if (toldUntilMs === 0 && shownUntilMs > 0 && knownUntilMs === shownUntilMs) gate.clearBan();
    if (toldUntilMs > Math.max(nowMs, knownUntilMs)) gate.setBan(toldUntilMs);
    shownUntilMs = toldUntilMs;
    takeBreaker(gate, view, nowMs);
  };
}

/** An open breaker of another process, or of this one before its restart, holds here too; a closed one tells nothing. */
function takeBreaker(gate: Gate, { breaker }: EgressView, nowMs: number): void {
  if (breaker === null || (breaker.openUntilMs ?? 0) <= nowMs) return;
  if (gate.state().breaker.phase === 'closed') gate.setBreaker(breaker);
}

/** Reports a new ban and each opening or closing of the breaker, not every counted failure. */
function createReporter({ egress, onError }: LinkOptions, first: GateState): (state: GateState) => void {
  let last = first;
  return (state) => {
    const before = last;
    last = state;
    if (state.banUntilMs !== null && state.banUntilMs !== before.banUntilMs) {
      egress.reportBan({ untilMs: state.banUntilMs, reason: 'HTTP 418 of the service' }).catch(onError);
    }
    if (state.breaker.phase !== before.breaker.phase) egress.reportBreaker(state.breaker).catch(onError);
  };
}
