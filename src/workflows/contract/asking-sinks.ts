import type { Sinks } from '@temporalio/workflow';

/** What workflows say to the process that carries them, beside their history; a replay says nothing. */
export interface AskingSinks extends Sinks {
  asking: {
    /** It has begun to ask for a person, in this state. */
    begun(state: string): void;
  };
}
