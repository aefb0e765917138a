import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { spreadUnits } from './test/setup/longest-first.ts';
import config, { testGroups, wholeProject } from './vitest.config.ts';

// `npm test`: all tests but those of the rules, whose coverage `npm run check` has counted, as one group.
const units: readonly string[] = [...testGroups.units.folders, 'domain'];
const isUnit = (file: string): boolean => units.includes(relative(import.meta.dirname, file).split('/')[1] ?? '');

// Nine files keep two processors busy, since most of them wait; each process more loads all modules once more.
const maxWorkers = Math.ceil(4.5 * availableParallelism());

export default defineConfig({
  test: { ...config.test, projects: [wholeProject], maxWorkers, sequence: { sequencer: spreadUnits(isUnit) } },
});
