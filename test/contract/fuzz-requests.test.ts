import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SimOperation } from '../../src/simulator/world/sim-call.ts';
import { seed } from '../domain/seeded.ts';
import { openContract } from './contract-world.ts';
import { rawCall, served } from './raw-call.ts';
import { scenarios } from './scenarios.ts';
import { anyText } from '../setup/any-text.ts';

const runs = 60;

/** Values that a field is not made for, or only just. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e21, 1e-7, -1e300, 2 ** 53, [], {}, [null], [{}], [[1]]),
  fc.constantFrom('', ' ', '0', '-1', '1e3', '0.1', '9'.repeat(16), '9'.repeat(30), `0.${'0'.repeat(29)}1`, 'NaN'),
  fc.constantFrom(
    '\ud800',
    '\udc00.png',
    '\ud800.png',
    '\u0000',
    '__proto__',
    'constructor',
    '%',
    '=',
    'x'.repeat(999),
  ),
  anyText(),
  fc.jsonValue(),
);
const wellFormed = (value: unknown): string => String(value).toWellFormed();

interface Change {
  field: number;
  value: unknown;
}
const changes = fc.array(fc.record({ field: fc.nat(30), value: strange }), { minLength: 1, maxLength: 3 });

/** The call of the scenario with some of its fields changed, known ones and an unknown one. */
function spoil({ input, parameters }: SimOperation, valid: object, change: readonly Change[]) {
  const names = [...Object.keys(input.shape), 'surprise'];
  const changed = change.map(({ field, value }) => [names[field % names.length] ?? '', value] as const);
  const entries = parameters === 'query' ? changed.map(([name, value]) => [name, wellFormed(value)] as const) : changed;
  return { ...valid, ...Object.fromEntries(entries) };
}

it.each(served)('$name: no input makes the simulator fail (wire-facts 2.2)', async (operation) => {
  const world = await openContract({ weightLimits: null });
  const valid = (await scenarios[operation.name]?.(world)) ?? {};
  const property = fc.asyncProperty(changes, async (change) => {
    const { status, text } = await rawCall(world, { operation, input: spoil(operation, valid, change) });
    expect([200, 400, 401, 404, 429], text).toContain(status);
  });
  await fc.assert(property, { seed, numRuns: runs });
});
