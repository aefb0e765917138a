import { readAnswer } from '../src/exchange/call/answer.ts';
import { operations } from '../src/exchange/index.ts';
import { searchAnswer } from './canned-answers.ts';
import { spreadOf, type Spread } from './statistics.ts';

/** Reading the answer of a search with 20 rows, in microseconds. */
export interface DecodeCost {
  readonly bytes: number;
  /** From bytes to checked rows: UTF-8, JSON without lost digits, envelope, the schema of every row. */
  readonly readAnswerUs: Spread;
  /** From the same bytes with JSON.parse alone. */
  readonly jsonParseUs: Spread;
}

const repeats = 300;

/** Measures both in turn, `rounds` times. */
export function measureDecode(rounds: number): DecodeCost {
  const operation = operations['search'];
  if (operation === undefined) throw new Error('the table of operations has no search');
  const body = Buffer.from(JSON.stringify(searchAnswer));
  const context = { operation, fields: {}, redact: (text: string) => text, retryAfterMs: null };
  const read = (): unknown => readAnswer({ status: 200, headers: {}, body }, context);
  const parse = (): unknown => JSON.parse(body.toString());
  const costs = { read: [] as number[], parse: [] as number[] };
  microsecondsOf(read);
  microsecondsOf(parse);
  for (let round = 0; round < rounds; round += 1) {
    costs.read.push(microsecondsOf(read));
    costs.parse.push(microsecondsOf(parse));
  }
  return { bytes: body.length, readAnswerUs: spreadOf(costs.read, 0), jsonParseUs: spreadOf(costs.parse, 0) };
}

function microsecondsOf(work: () => unknown): number {
  const startMs = performance.now();
  for (let repeat = 0; repeat < repeats; repeat += 1) work();
  return ((performance.now() - startMs) * 1000) / repeats;
}
