import { expect, it } from 'vitest';
import { updatesLast } from '../../../src/workflows/kit/updates-last.ts';

/** The jobs of a task as the workflow is handed them. */
const handed = (...names: readonly string[]): string[] =>
  updatesLast(names.map((name) => ({ [name]: {} }))).flatMap((job) => Object.keys(job));

it('design 6: a task has its updates last, as a replay has them, and everything else in its order', () => {
  expect(handed('doUpdate', 'resolveActivity')).toEqual(['resolveActivity', 'doUpdate']);
  expect(handed('signalWorkflow', 'doUpdate', 'fireTimer', 'signalWorkflow')).toEqual([
    'signalWorkflow',
    'fireTimer',
    'signalWorkflow',
    'doUpdate',
  ]);
  expect(handed('initializeWorkflow', 'signalWorkflow')).toEqual(['initializeWorkflow', 'signalWorkflow']);
  expect(handed()).toEqual([]);
});
