import fc from 'fast-check';

/** Fixed, so that a run repeats; PEERDESK_SEED tries another. */
export const seed = Number(process.env['PEERDESK_SEED'] ?? 20_261_121);

console.log(`property tests: seed ${seed} (PEERDESK_SEED sets another)`);

/** Checks a property with the seed; fast-check prints both when it fails. */
export function check<Values>(property: fc.IProperty<Values>, numRuns = 1_000): void {
  fc.assert(property, { seed, numRuns });
}
