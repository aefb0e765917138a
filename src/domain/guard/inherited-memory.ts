import { mergedBlockLists } from './block-list.ts';
import { maxPublications, type GuardMemory, type Publication } from './guard-memory.ts';
import { isSameCall, numberOf, type PermittedCall } from './permitted-call.ts';

/** What a guard takes over: from a run of it that was ended, or from the register. */
type Inherited = Pick<GuardMemory, 'switches' | 'rules' | 'blocked' | 'publications' | 'generation' | 'permitted'>;

/**
 * Returns the memory of a guard that takes over from another one: everything of both. Switches and rules set since win; a
 * switch that only the former had stays engaged, and a name keeps the ad that the former knew.
 */
export function inheritMemory(own: GuardMemory, former: Inherited): GuardMemory {
  const { switches } = own;
  const before = former.switches;
  return {
    ...own,
    switches: {
      all: switches.all ?? before.all,
      releases: switches.releases ?? before.releases,
      repricing: switches.repricing ?? before.repricing,
      ads: switches.ads ?? before.ads,
    },
    publications: mergedPublications(own.publications, former.publications),
    rules: own.rules ?? former.rules,
    blocked: mergedBlockLists(former.blocked, own.blocked),
    generation: former.generation ?? own.generation,
    permitted: former.generation === own.generation ? higher(own.permitted, former.permitted) : former.permitted,
  };
}

/** What a worker sends to a guard that is behind: what the register restricts, and which calls are known there. */
interface Caught extends Pick<GuardMemory, 'switches' | 'rules' | 'blocked'> {
  readonly generation: string;
  /** The highest call of which the register knows that it was permitted. */
  readonly known: PermittedCall | null;
  /** The guard's own highest one, as it was compared with the register. */
  readonly compared: PermittedCall | null;
}

/**
 * Returns the memory of a guard that has caught up with its register. Its last call gives way only while it is the one that
 * was compared: one that another copy of the register was permitted since is the only sign that there is one.
 */
export function catchUpMemory(own: GuardMemory, { known, compared, ...told }: Caught): GuardMemory {
  const isCompared = own.generation !== told.generation || isSameCall(own.permitted, compared);
  const permitted = isCompared ? known : own.permitted;
  return inheritMemory(own, { ...told, publications: own.publications, permitted });
}

/** Of two calls with one number it keeps its own. */
function higher(own: PermittedCall | null, former: PermittedCall | null): PermittedCall | null {
  return numberOf(former) > numberOf(own) ? former : own;
}

function mergedPublications(own: readonly Publication[], former: readonly Publication[]): Publication[] {
  const added = own.filter(({ name, adNumber }) =>
    former.every((one) => one.name !== name && one.adNumber !== adNumber),
  );
  return [...former, ...added].slice(0, maxPublications);
}
