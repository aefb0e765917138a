/** The moves of an attempt of a money step, found by doing to a register in memory whatever may be done to a row. */
import type { StepRow } from '../../../../src/domain/register/step-row.ts';
import { laterMs, startMs, TestDesk } from '../../../register/contract/test-desk.ts';
import { generation, memoryRegister } from '../../../register/memory-register.ts';
import type { Move } from './drawing.ts';

/** One attempt in a register of its own. */
interface Attempt {
  readonly desk: TestDesk;
  readonly step: 'release' | 'place';
  readonly number: number;
}

interface StepEvent {
  readonly name: string;
  /** Absent: of either. */
  readonly of?: Attempt['step'];
  readonly act: (attempt: Attempt) => Promise<unknown>;
}

const subject = 'subject';
const keyOf = ({ desk: { account }, step }: Attempt) => ({ account, step, subject });

const read = (attempt: Attempt, sight: 'done' | 'not-done' | 'ended-without', beganAtMs = laterMs) =>
  attempt.desk.register.takeRead({ ...keyOf(attempt), sight, beganAtMs, nowMs: beganAtMs });

const events: readonly StepEvent[] = [
  { name: 'armed', act: ({ desk, number }) => desk.arm(number, subject) },
  {
    name: 'withdrawn',
    act: ({ desk: { account, register }, number }) =>
      register.withdraw({ account, number, why: 'no connection', nowMs: startMs }),
  },
  { name: 'another claim', act: ({ desk, step }) => desk.claim(subject, { step }) },
  {
    name: 'another term',
    act: ({ desk: { account, register } }) =>
      register.beginTerm({ account, leader: '2@here', signers: null, nowMs: startMs }),
  },
  { name: 'a read shows it', act: (attempt) => read(attempt, 'done') },
  {
    name: 'two reads do not',
    act: async (attempt) => {
      await read(attempt, 'not-done');
      await read(attempt, 'not-done', laterMs + 1);
    },
  },
  { name: 'its order has ended without it', of: 'release', act: (attempt) => read(attempt, 'ended-without') },
  {
    name: 'a person rules',
    of: 'place',
    act: ({ desk: { account, register }, number }) => {
      const word = { by: 'ana', note: 'seen in the app', signed: null, nowMs: laterMs };
      return register.ruleNotDone({ account, step: 'place', subject, generation, attempt: number, ...word });
    },
  },
];

async function stateOf(attempt: Attempt): Promise<StepRow['state'] | null> {
  const rows = await attempt.desk.register.stepRows(keyOf(attempt));
  return rows.find(({ number }) => number === attempt.number)?.state ?? null;
}

/** Returns the states of a new attempt after each of these events; the first one is that of its claim. */
async function statesAfter(step: Attempt['step'], path: readonly StepEvent[]): Promise<string[]> {
  const { register } = memoryRegister();
  await register.mint({ generation, how: 'created', nowMs: startMs });
  const desk = await TestDesk.open({ register, change: async () => undefined });
  const attempt = { desk, step, number: await desk.claimed(subject, { step }) };
  const states = [String(await stateOf(attempt))];
  for (const { act } of path) {
    await act(attempt);
    states.push(String(await stateOf(attempt)));
  }
  await register.close();
  return states;
}

async function movesOf(step: Attempt['step']): Promise<Move[]> {
  const [first = ''] = await statesAfter(step, []);
  const paths = new Map<string, readonly StepEvent[]>([[first, []]]);
  const moves: Move[] = [];
  for (const [from, path] of paths) {
    for (const event of events.filter(({ of = step }) => of === step)) {
      const to = (await statesAfter(step, [...path, event])).at(-1) ?? '';
      moves.push([from, to, event.name]);
      if (!paths.has(to)) paths.set(to, [...path, event]);
    }
  }
  return moves;
}

/** The moves of an attempt of a release, and of a placement, which has no number to be read by. */
export async function stepMoves(): Promise<Move[]> {
  return [...(await movesOf('release')), ...(await movesOf('place'))];
}
