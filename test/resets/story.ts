/** What is reset, and what is asked of it afterwards. */
import type { DeskWorld } from '../integration/desk-harness.ts';
import type { DeskSettings } from '../../src/domain/settings.ts';
import type { ReleaseRules } from '../../src/domain/orders/release-rules.ts';
import type { Register } from '../../src/register/register.ts';

/** A worker, a server and a marketplace, and a second sight of the register beside the worker's. */
export interface ResetWorld extends DeskWorld {
  readonly register: Register;
}

/** When it is asked what has left: after the reset, or once it has gone on. */
export type Stage = 'reset' | 'gone-on';

/** A workflow whose history is there. Each question returns what is wrong, or null. */
export interface Subject {
  readonly workflowId: string;
  /** What its page says once the run that was reset has come to its rest. */
  readonly said: () => Promise<string | null>;
  /** What the service and the register show that should not be there. */
  readonly left: (stage: Stage) => Promise<string | null>;
  /** Says the word that it waits for, and waits for its end, or for its next work. */
  readonly goesOn: () => Promise<string | null>;
}

/** A history of one type of workflow. */
export interface Story {
  readonly workflow: string;
  readonly name: string;
  /** True: it can go on once only, so each point has a subject of its own. False: one subject serves all points. */
  readonly isOnce: boolean;
  /** The release rules of the desk that takes its orders in; absent: no desk is started. */
  readonly desk?: ReleaseRules;
  /** Beside those of every story. */
  readonly settings?: Partial<DeskSettings>;
  /** Plays the history; `number` distinguishes the subjects of a world. */
  readonly play: (world: ResetWorld, number: number) => Promise<Subject>;
}
