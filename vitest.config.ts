import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';

/** Longest time of one test, in milliseconds, for each folder of test/: it ends what hangs, it measures no speed. */
export const testLimitsMs = {
  chaos: 600_000,
  integration: 500_000,
  workflows: 400_000,
  server: 400_000,
  client: 400_000,
  project: 400_000,
  replay: 400_000,
  cli: 300_000,
  codec: 300_000,
  config: 300_000,
  contract: 300_000,
  exchange: 300_000,
  simulator: 300_000,
  activities: 300_000,
  workers: 300_000,
  domain: 300_000,
};

type Folder = keyof typeof testLimitsMs;

/** What the tests of a folder need before the first of them; the others never wait for it. */
const setupFiles: Partial<Record<Folder, string[]>> = {
  workflows: [
    'test/setup/provide-temporal-server.ts',
    'test/setup/provide-test-server.ts',
    'test/setup/provide-workflow-bundle.ts',
  ],
  client: ['test/setup/provide-temporal-server.ts'],
  server: ['test/setup/provide-temporal-cli.ts'],
  replay: ['test/setup/provide-workflow-bundle.ts'],
  integration: [
    'test/setup/provide-temporal-cli.ts',
    'test/setup/provide-temporal-server.ts',
    'test/setup/provide-workflow-bundle.ts',
  ],
  chaos: ['test/setup/provide-temporal-cli.ts', 'test/setup/provide-workflow-bundle.ts'],
};

/** What `npm run test:fast` runs: folders whose tests mostly need neither a process nor a Temporal server. */
export const quickFolders: readonly Folder[] = [
  'cli',
  'codec',
  'config',
  'contract',
  'exchange',
  'simulator',
  'activities',
  'workers',
  'domain',
];

/** How the tests of a folder run, without the files that are excluded. */
export function projectOf(folder: Folder, exclude: readonly string[] = []): TestProjectInlineConfiguration {
  return {
    test: {
      name: folder,
      include: [`test/${folder}/**/*.test.ts`],
      exclude: [...exclude],
      globalSetup: setupFiles[folder] ?? [],
      testTimeout: testLimitsMs[folder],
      hookTimeout: testLimitsMs[folder],
      // Temporal's native module does not survive worker threads.
      pool: 'forks',
      // Loading the same modules, Temporal's above all, for each file took longer than most of them.
      isolate: false,
      // A busy machine answers late; what a test asks ends with the test at the latest.
      env: { PEERDESK_TIMEOUT: '60s' },
      restoreMocks: true,
      unstubEnvs: true,
    },
  };
}

/**
 * Tests of the rules that draw thousands of cases. To count what each case covers doubles their time, and the other tests
 * cover all of `src/domain` without them: they run with `npm test`, and not with the coverage of `npm run check`.
 */
const drawn = [
  'test/domain/**/*-property.test.ts',
  'test/domain/markets/**/*.test.ts',
  'test/domain/pricing/price-race.test.ts',
];

const folders = Object.keys(testLimitsMs) as Folder[];
const drawnTests: TestProjectInlineConfiguration = {
  test: { ...projectOf('domain').test, name: 'domain-drawn', include: drawn },
};

// `.ci/run` adds up the figures of all files in this folder: `npm test` runs vitest twice.
const reports = process.env['PEERDESK_TEST_REPORTS'];

export default defineConfig({
  test: {
    projects: [...folders.map((folder) => projectOf(folder, folder === 'domain' ? drawn : [])), drawnTests],
    // Most of the long tests wait for a process, a timer or a server; eight files keep two cores busy.
    maxWorkers: 4 * availableParallelism(),
    // Tests side by side within a file have a server and two workers each: about a gigabyte.
    maxConcurrency: 3,
    sequence: { sequencer: LongestFirst },
    reporters:
      reports === undefined ? ['default'] : ['default', ['json', { outputFile: `${reports}/${process.pid}.json` }]],
    coverage: {
      provider: 'v8',
      include: ['src/domain/**/*.ts'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
  },
});
