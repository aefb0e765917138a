import { defaultSettings } from '../../domain/settings.ts';
import type { DeskSettings } from '../../domain/settings.ts';
import type { AccountDeskInput, DeskMemory, DeskView } from '../contract/desk-contract.ts';

/** An account's desk inside its workflow. */
export interface Desk {
  readonly input: AccountDeskInput;
  readonly settings: DeskSettings;
  memory: DeskMemory;
  present: () => void;
}

/** Makes the desk from the workflow's input; continues the memory that continue-as-new carried. */
export function createDesk(input: AccountDeskInput): Desk {
  const settings = { ...defaultSettings, ...input.settings };
  return { input, settings, memory: input.memory ?? freshMemory(input), present: () => undefined };
}

function freshMemory(input: AccountDeskInput): DeskMemory {
  return {
    switches: { all: null, releases: null, repricing: null },
    release: input.release,
    report: null,
    proofs: [],
    adopted: [],
    lastProblem: null,
    stopped: false,
  };
}

/** Replaces parts of the memory. */
export function remember(desk: Desk, part: Partial<DeskMemory>): void {
  desk.memory = { ...desk.memory, ...part };
}

/** What the `state` query answers. */
export function deskView(desk: Desk): DeskView {
  const { input, memory } = desk;
  return {
    account: input.account,
    mode: input.mode,
    state: memory.stopped ? 'stopped' : 'running',
    release: memory.release,
    settings: input.settings ?? {},
    switches: memory.switches,
    report: memory.report,
    adopted: memory.adopted,
    lastProblem: memory.lastProblem,
  };
}
