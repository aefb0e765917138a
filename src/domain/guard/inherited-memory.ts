import { mergedBlockLists } from './block-list.ts';
import { maxPublications, type GuardMemory, type Publication } from './guard-memory.ts';

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
    permitted: former.generation === own.generation ? Math.max(own.permitted, former.permitted) : former.permitted,
  };
}

function mergedPublications(own: readonly Publication[], former: readonly Publication[]): Publication[] {
  const added = own.filter(({ name, adNumber }) =>
    former.every((one) => one.name !== name && one.adNumber !== adNumber),
  );
  return [...former, ...added].slice(0, maxPublications);
}
