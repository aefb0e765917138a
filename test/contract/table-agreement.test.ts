import { describe, expect, it } from 'vitest';
import { operations } from '../../src/exchange/index.ts';
import { endpoints } from './field-tables.ts';
import { served } from './raw-call.ts';

const clientRows = Object.values(operations);

/** The facts of an operation that both sides must agree on. */
const factsOf = (row: { name: string; method: string; path: string; auth: string; ep: string | null }) =>
  [row.name, row.method, row.path, row.auth, row.ep ?? '-'].join(' ');

describe('the table of the client and the operations of the simulator agree', () => {
  it('in both directions: name, method, path, authentication, number', () => {
    expect(served.map(factsOf).sort()).toEqual(clientRows.map(factsOf).sort());
  });

  it('on where the parameters travel and which answers are paged', () => {
    for (const row of clientRows) {
      const operation = served.find(({ name }) => name === row.name);
      expect([row.name, operation?.parameters, operation?.paged]).toEqual([
        row.name,
        row.parameters,
        row.envelope === 'page',
      ]);
    }
  });

  it('on what is mandatory: the simulator asks for nothing that the client leaves open', () => {
    const needed = (shape: Readonly<Record<string, { safeParse: (value: unknown) => { success: boolean } }>>) =>
      Object.keys(shape).filter((name) => shape[name]?.safeParse(undefined).success === false);
    for (const row of clientRows) {
      const operation = served.find(({ name }) => name === row.name);
      const asked = needed(operation?.input.shape ?? {});
      // Without an amount no order can be placed, although the field tables call it optional.
      const known = row.name === 'placeOrder' ? ['totalAmount'] : [];
      expect([row.name, ...asked.toSorted()]).toEqual([row.name, ...[...needed(row.input.shape), ...known].toSorted()]);
    }
  });

  it('and both hold all of release 7.4', () => {
    const places = served.map(({ method, path }) => `${method} ${path}`);
    expect(endpoints.filter(({ method, path }) => !places.includes(`${method} ${path}`))).toEqual([]);
  });
});
