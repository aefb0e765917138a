import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAnswer } from '../../src/exchange/call/answer.ts';
import { ExchangeError, operations } from '../../src/exchange/index.ts';
import { createRedact } from '../../src/exchange/call/redact.ts';
import { seed } from '../domain/seeded.ts';
import { mutate, mutations, type Mutated } from './answer-mutation.ts';
import { requiredFields } from './required-fields.ts';
import { complaintAbout } from './success-check.ts';
import { collectAnswers, type ValidAnswer } from './valid-answers.ts';

const runs = 20_000;
const redact = createRedact(['secret-of-acme', 'key-of-acme']);

/** Reads an answer as the client does, and returns the success or the error. Anything else is a crash. */
function read({ operation, fields }: ValidAnswer, { status, body }: Mutated): { result: unknown } | ExchangeError {
  try {
    const context = { operation, fields, redact, retryAfterMs: null };
    return { result: readAnswer({ status, headers: {}, body }, context) };
  } catch (error) {
    if (error instanceof ExchangeError) return error;
    throw error;
  }
}

it('every operation whose answer must hold something is known to the fuzzing', () => {
  const known = new Set(Object.keys(requiredFields));
  const isFineWithout = ({ data }: (typeof operations)[string]): boolean =>
    [undefined, {}, []].some((nothing) => data.safeParse(nothing).success);
  const unknown = Object.values(operations).filter(({ name }) => !known.has(name));
  expect(unknown.filter((operation) => !isFineWithout(operation)).map(({ name }) => name)).toEqual([]);
  expect([...known].filter((name) => operations[name] === undefined)).toEqual([]);
});

it(`reliability I26: ${runs} spoilt answers: no crash, no false success, no good answer lost`, async () => {
  const answers = await collectAnswers();
  const counts: Record<string, number> = {};
  const property = fc.property(fc.nat(answers.length - 1), mutations, (index, mutation) => {
    const valid = answers[index];
    if (valid === undefined) return;
    const mutated = mutate(valid.text, valid.operation, mutation);
    const outcome = read(valid, mutated);
    const kind = `${mutation.kind} ${outcome instanceof ExchangeError ? 'rejected' : 'accepted'}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const where = `${valid.operation.name}: ${mutated.body.toString('utf8').slice(0, 2_000)}`;
    if (outcome instanceof ExchangeError) {
      expect(mutated.verdict, `${where} was refused: ${outcome.message}`).not.toBe('must-accept');
      expect([outcome.sent, outcome.endpoint]).toEqual(['yes', valid.operation.name]);
      return;
    }
    expect(mutated.verdict, `${where} was taken for a success`).not.toBe('must-reject');
    expect(complaintAbout(valid.operation, outcome.result), where).toBeNull();
  });
  fc.assert(property, { seed, numRuns: runs });
  console.log(`spoilt answers, seed ${seed}: ${JSON.stringify(counts)}`);
});
