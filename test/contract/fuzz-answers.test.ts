import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../src/exchange/call/answer.ts';
import { ExchangeError, operations } from '../../src/exchange/index.ts';
import { createRedact } from '../../src/exchange/call/redact.ts';
import { seed } from '../domain/seeded.ts';
import { mutate, mutations, type Mutated } from './answer-mutation.ts';
import { requiredFields } from './scenarios.ts';
import { complaintAbout, leavesOneOut, rowsIn } from './success-check.ts';
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

/** Spoils an answer and reads it; `counts` learns what became of each kind. */
function spoiltAnswers(answers: readonly ValidAnswer[], counts: Record<string, number>) {
  return fc.property(fc.nat(answers.length - 1), mutations, (index, mutation) => {
    const valid = answers[index];
    if (valid === undefined) return;
    const mutated = mutate(valid.text, valid.operation, mutation);
    const outcome = read(valid, mutated);
    const kind = `${mutation.kind} ${outcome instanceof ExchangeError ? 'rejected' : 'accepted'}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    const where = `${valid.operation.name}: ${mutated.body.toString('utf8').slice(0, 2_000)}`;
    if (outcome instanceof ExchangeError) {
      expect(['must-reject', 'either'], `${where} was refused: ${outcome.message}`).toContain(mutated.verdict);
      expect([outcome.sent, outcome.endpoint]).toEqual(['yes', valid.operation.name]);
      return;
    }
    expect(mutated.verdict, `${where} was taken for a success`).not.toBe('must-reject');
    const isLeftOut = mutated.verdict !== 'must-leave-out' || leavesOneOut(outcome.result, rowsIn(valid.text));
    expect(isLeftOut, `${where}: the odd row, and that alone, is left out`).toBe(true);
    expect(complaintAbout(valid.operation, outcome.result), where).toBeNull();
  });
}

it(`reliability I26: ${runs} spoilt answers: no crash, no false success, no good answer lost`, async () => {
  const counts: Record<string, number> = {};
  fc.assert(spoiltAnswers(await collectAnswers(), counts), { seed, numRuns: runs });
  console.log(`spoilt answers, seed ${seed}: ${JSON.stringify(counts)}`);
});

describe('wire-facts 3: a side that the client does not know', () => {
  // What these seeds spoil is a tradeType: AELL for SELL, and 2.
  it.each([
    { drawn: 5, path: '14209' },
    { drawn: 6, path: '13098' },
  ])('is no failure of the answer around it, seed $drawn', async ({ drawn, path }) => {
    const property = spoiltAnswers(await collectAnswers(), {});
    fc.assert(property, { seed: drawn, path, numRuns: 1 });
  });

  it('passes as the service wrote it, wherever an answer has a side', async () => {
    const withSide = Object.keys(requiredFields).filter((name) =>
      requiredFields[name]?.some(({ kind }) => kind === 'side'),
    );
    const answers = (await collectAnswers()).filter(({ operation }) => withSide.includes(operation.name));
    expect(answers.map(({ operation }) => operation.name).toSorted()).toEqual(withSide.toSorted());
    for (const answer of answers) {
      const body = Buffer.from(answer.text.replaceAll(/"tradeType":"(BUY|SELL)"/g, '"tradeType":"LEND"'));
      const outcome = read(answer, { status: 200, body, verdict: 'must-accept' });
      if (outcome instanceof ExchangeError) throw outcome;
      expect(JSON.stringify(outcome.result)).toContain('"tradeType":"LEND"');
      expect(complaintAbout(answer.operation, outcome.result)).toBeNull();
    }
  });
});
