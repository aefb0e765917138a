import type { InjectedSinks } from '@temporalio/worker';
import { NamedBell } from '../../market/named-bell.ts';
import type { AskingSinks } from '../../workflows/contract/asking-sinks.ts';
import { parseWorkflowId } from '../../workflows/contract/workflow-ids.ts';
import { needTypeOf } from './own-needs.ts';

/** A workflow that has just begun to ask for a person. */
export interface AskingWorkflow {
  readonly workflowId: string;
  readonly state: string;
  readonly atMs: number;
}

/** An account, and the outgoing address that it has. */
interface Askers {
  readonly account: string;
  readonly egress: string;
}

/** The server's list has it by then, whatever it is kept in. */
const listedWithinMs = 10_000;
/** More than a look takes up; the list has the rest. */
const maxKept = 200;

/**
 * Which workflows have begun to ask for a person, as those say that this process carries. The list of the server is a moment
 * late and is looked at now and then; what another process carries stands in it alone (ADR 0020).
 */
export class AskingWorkflows {
  readonly #kept = new Map<string, AskingWorkflow>();
  readonly #bell = new NamedBell();
  readonly #clock: { now(): number };

  constructor(clock: { now(): number } = Date) {
    this.#clock = clock;
  }

  /** What takes the word of a workflow. */
  sinks(): InjectedSinks<AskingSinks> {
    const begun = { fn: ({ workflowId }: { workflowId: string }, state: string) => this.#note(workflowId, state) };
    return { asking: { begun } };
  }

  /** Calls `listener` for each that begins; returns the function that ends it. */
  listen({ account, egress }: Askers, listener: () => void): () => void {
    const ends = [account, egressName(egress)].map((name) => this.#bell.listen(name, listener));
    return () => ends.forEach((end) => end());
  }

  /** Returns those that the list of the server may not have yet. */
  recent({ account, egress }: Askers): readonly AskingWorkflow[] {
    const nowMs = this.#clock.now();
    const names = [account, egressName(egress)];
    return [...this.#kept.values()].filter(
      ({ workflowId, atMs }) => Math.abs(nowMs - atMs) <= listedWithinMs && names.includes(ownerOf(workflowId) ?? ''),
    );
  }

  #note(workflowId: string, state: string): void {
    const owner = ownerOf(workflowId);
    if (owner === null) return;
    this.#kept.delete(workflowId);
    this.#kept.set(workflowId, { workflowId, state, atMs: this.#clock.now() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    this.#bell.ring(owner);
  }
}

/** No account has such a name. */
const egressName = (egress: string): string => `egress:${egress}`;

/** Returns whose it is; null: no need is reported of it. */
function ownerOf(workflowId: string): string | null {
  const parts = parseWorkflowId(workflowId);
  if (parts === null || needTypeOf[parts.kind] === null) return null;
  return parts.kind === 'egress' ? egressName(parts.owner) : parts.owner;
}
