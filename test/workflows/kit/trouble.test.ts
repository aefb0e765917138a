import { expect, it } from 'vitest';
import type { AsksHuman } from '../../../src/domain/failures/own-failures.ts';
import type { TroubleMemory } from '../../../src/workflows/contract/kept-memory.ts';
import { noRefusedMessages } from '../../../src/workflows/contract/message.ts';
import type { Run } from '../../../src/workflows/kit/run.ts';
import { watchTroubles } from '../../../src/workflows/kit/trouble.ts';

/** What is noted of a failure that the table of failures asks a human about in that way. */
function notedAs(asksHuman: AsksHuman): TroubleMemory['troubles'] {
  const kept: { memory: TroubleMemory } = { memory: { refused: noRefusedMessages, troubles: {} } };
  const remember = (part: Partial<TroubleMemory>): void => {
    kept.memory = { ...kept.memory, ...part };
  };
  const run = { ...kept, remember, present: () => undefined } as unknown as Run<TroubleMemory>;
  watchTroubles(Object.defineProperty(run, 'memory', { get: () => kept.memory })).noteAs(asksHuman, 'reading', {
    code: 'refused',
  });
  return kept.memory.troubles;
}

it('asks a human at once about a failure that does not pass', () => {
  expect(notedAs('at-once')).toMatchObject({ reading: { what: { code: 'refused' }, urgent: true } });
});

it('notes nothing of a failure that asks no human', () => {
  expect(notedAs('never')).toEqual({});
});
