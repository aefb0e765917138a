import { describe, expect, it } from 'vitest';
import { maxShownText } from '../../../src/workflows/contract/kept-memory.ts';
import { bounded } from '../../../src/workflows/kit/bounded.ts';
import { showWait } from '../../../src/workflows/kit/rest.ts';
import { watchTroubles } from '../../../src/workflows/kit/trouble.ts';
import type { Run } from '../../../src/workflows/kit/run.ts';
import type { RestMemory } from '../../../src/workflows/contract/rest-memory.ts';

const long = 'x'.repeat(maxShownText + 1);
const cut = long.slice(1);

/** A run that only remembers. */
function runOf(first: Partial<RestMemory>): Run<RestMemory> {
  const kept = { memory: first as RestMemory };
  const remember = (part: Partial<RestMemory>): void => {
    kept.memory = { ...kept.memory, ...part };
  };
  return {
    get memory() {
      return kept.memory;
    },
    revision: 0,
    settledRevision: 0,
    remember,
    change: remember,
    settle: () => undefined,
    present: () => undefined,
  };
}

describe('S14: what a failed call says fills no memory', () => {
  it('each text is cut, wherever it stands; all else stays', () => {
    const value = { code: 'a', texts: [long, { deep: long }], count: 3, none: null, is: true };
    expect(bounded(value)).toEqual({ code: 'a', texts: [cut, { deep: cut }], count: 3, none: null, is: true });
  });

  it('why something waits, and what troubles it, are kept cut', () => {
    const run = runOf({ troubles: {} });
    const cause = { code: 'not-executed', message: long } as const;
    showWait({ run }, { code: 'waiting', until: 'pause', cause } as RestMemory['wait']);
    watchTroubles(run).note('reading', { code: 'unanswered', message: long }, null);
    expect(run.memory).toMatchObject({
      wait: { cause: { message: cut } },
      troubles: { reading: { what: { message: cut } } },
    });
  });
});
