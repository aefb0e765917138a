import { operations, type Operation } from '../../src/exchange/index.ts';
import { openWorld } from '../simulator/sim-fixture.ts';
import { rawCall, servedBy } from './raw-call.ts';
import { scenarios } from './scenarios.ts';

/** An answer of the simulator, and the call that it answers. */
export interface ValidAnswer {
  operation: Operation;
  fields: Record<string, unknown>;
  text: string;
}

/** One good answer for every operation. */
export async function collectAnswers(): Promise<ValidAnswer[]> {
  const answers: ValidAnswer[] = [];
  for (const operation of Object.values(operations)) {
    const world = await openWorld();
    const fields = { ...(await scenarios[operation.name]?.(world)) };
    const { text } = await rawCall(world, { operation: servedBy(operation.name), input: fields });
    answers.push({ operation, fields, text });
  }
  return answers;
}
