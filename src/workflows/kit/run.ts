import { proxySinks, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { SearchAttributeUpdatePair } from '@temporalio/common';
import type { AskingSinks } from '../contract/asking-sinks.ts';
import type { KeptMemory } from '../contract/kept-memory.ts';
import { peerdeskNeedsHuman, peerdeskState } from '../contract/search-attributes.ts';

/** What the Web UI shows of a workflow. */
export interface Presentation {
  /** Markdown; costs no history. */
  details: string;
  attributes: SearchAttributeUpdatePair[];
  /** True for a state that ends at once: lists keep the state before it. */
  isPassing?: boolean;
}

/**
 * The run of a long-lived workflow (an order, an ad, …): its memory, and a revision that counts the changes that may
 * require work. A round captures the revision at its start and waits for a change since then, so that a message that
 * arrives during a look is never lost.
 */
export interface Run<Memory extends KeptMemory> {
  readonly memory: Memory;
  readonly revision: number;
  /** The newest revision that the main loop has taken into account. */
  readonly settledRevision: number;
  /** Replaces parts of the memory and wakes nothing. */
  remember(part: Partial<Memory>): void;
  /** Replaces parts of the memory and wakes whatever waits for a change. */
  change(part: Partial<Memory>): void;
  /** Marks the look under this revision as finished: commands that wait for it may answer. */
  settle(revision: number): void;
  /** Shows the memory in the Web UI. */
  present(): void;
}

/** Creates the run of a workflow. `page` returns what the Web UI shows of a memory. */
export function createRun<Memory extends KeptMemory>(
  first: Memory,
  page: (memory: Memory) => Presentation,
): Run<Memory> {
  const kept = { memory: first, revision: 0, settledRevision: -1 };
  const present = createPresenter(() => page(kept.memory));
  const remember = (part: Partial<Memory>): void => {
    kept.memory = { ...kept.memory, ...part };
  };
  return {
    get memory() {
      return kept.memory;
    },
    get revision() {
      return kept.revision;
    },
    get settledRevision() {
      return kept.settledRevision;
    },
    remember,
    change: (part) => {
      remember(part);
      kept.revision += 1;
    },
    settle: (revision) => {
      kept.settledRevision = Math.max(kept.settledRevision, revision);
    },
    present,
  };
}

/** Who notifies people need not wait for its next look at the list of the server (ADR 0020). */
const { asking } = proxySinks<AskingSinks>();

/** Details cost no history; search attributes are written only when one has changed. */
function createPresenter(page: () => Presentation): () => void {
  let shown = '';
  return () => {
    const { details, attributes, isPassing = false } = page();
    setCurrentDetails(details);
    const key = JSON.stringify(attributes.map((pair) => pair.value));
    if (key === shown || (isPassing && shown !== '')) return;
    shown = key;
    upsertSearchAttributes(attributes);
    const state = askingState(attributes);
    if (state !== null) asking.begun(state);
  };
}

/** Returns the state in which a workflow of these attributes asks for a person; null: it asks no one. */
function askingState(pairs: readonly SearchAttributeUpdatePair[]): string | null {
  const valueOf = ({ name }: { name: string }): unknown => pairs.find(({ key }) => key.name === name)?.value;
  const state = valueOf(peerdeskState);
  const asks = valueOf(peerdeskNeedsHuman) === true || state === 'outcome-unknown';
  return asks ? (typeof state === 'string' ? state : '') : null;
}
