import { defaultPayloadConverter, type FailureConverter } from '@temporalio/common';
import { expect, it } from 'vitest';
import { aheadOfTaskText } from '../../../src/workflows/contract/ahead-of-task.ts';
import { AheadOfTask } from '../../../src/workflows/kit/ahead-of-task.ts';

/** As Temporal loads it: by its path. */
const path = new URL('../../../src/workflows/kit/failure-converter.ts', import.meta.url).href;

it('S1: a failure travels with its words as a payload; the one that asks for a repetition can be read', async () => {
  const { failureConverter } = (await import(path)) as { failureConverter: FailureConverter };
  const words = (error: Error): unknown => failureConverter.errorToFailure(error, defaultPayloadConverter).message;
  expect(words(new Error('Ana Torres was paid'))).toBe('Encoded failure');
  expect(words(new AheadOfTask())).toBe(aheadOfTaskText);
});
