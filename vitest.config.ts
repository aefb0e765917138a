import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { compileCacheFolder } from './test/setup/compile-cache.ts';
import { LongestFirst } from './test/setup/longest-first.ts';

/** What tests need in common. Folders are folders of test/. */
interface TestGroup {
  folders: readonly string[];
  /** Longest time of one test, in milliseconds: it ends what hangs, it measures no speed. */
  limitMs: number;
  /** What the tests need before the first of them; the other groups never wait for it. */
  setupFiles: readonly string[];
}

const temporalCli = 'test/setup/provide-temporal-cli.ts';
const temporalServer = 'test/setup/provide-temporal-server.ts';
const testServer = 'test/setup/provide-test-server.ts';
const workflowBundle = 'test/setup/provide-workflow-bundle.ts';

/** What `npm run test:fast` runs: tests that mostly need neither a process nor a Temporal server. */
const quick = [
  'cli',
  'contract',
  'workers',
  'exchange',
  'market',
  'marketplace',
  'simulator',
  'activities',
  'register',
  'door',
  'codec',
  'config',
  'words',
];

const waiting = ['publication', 'account', 'change', 'egress'].map((folder) => `workflows/${folder}`);

/**
 * The groups, and in them the folders, with the longest tests first: in this order they start, so that no long file runs
 * alone at the end. A group is a project for vitest, which ends a process whose next file is of another project: each new
 * one loads Temporal's modules again. A project for each folder cost a tenth of all the work.
 */
export const testGroups = {
  temporal: {
    // Some folders of workflows wait for minutes, as their clauses demand.
    folders: ['chaos', 'integration', 'server', ...waiting, 'client', 'workflows', 'replay'],
    limitMs: 600_000,
    setupFiles: [temporalCli, temporalServer, testServer, workflowBundle],
  },
  units: { folders: ['project', ...quick], limitMs: 400_000, setupFiles: [] },
  domain: { folders: ['domain'], limitMs: 300_000, setupFiles: [] },
} satisfies Record<string, TestGroup>;

/**
 * Tests of the rules that draw thousands of cases. To count what each case covers doubles their time, and the other tests
 * cover all of `src/domain` without them: they run with `npm test`, and neither with the coverage of `npm run check` nor with
 * `npm run test:fast`, of which they were a quarter.
 */
const drawn = [
  'test/domain/**/*-property.test.ts',
  'test/domain/markets/**/*.test.ts',
  'test/domain/pricing/price-race.test.ts',
];

const filesOf = ({ folders }: TestGroup): string[] => folders.map((folder) => `test/${folder}/**/*.test.ts`);

interface ProjectFiles {
  include?: readonly string[];
  exclude?: readonly string[];
}

/** How the tests of a group run: all of its files, or those that are given. */
function projectOf(name: keyof typeof testGroups, files: ProjectFiles = {}): TestProjectInlineConfiguration {
  const group = testGroups[name];
  const { include = filesOf(group), exclude = [] } = files;
  return {
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      globalSetup: [...group.setupFiles],
      testTimeout: group.limitMs,
      hookTimeout: group.limitMs,
      // Temporal's native module does not survive worker threads.
      pool: 'forks',
      // Loading the same modules, Temporal's above all, for each file took longer than most of them.
      isolate: false,
      // A busy machine answers late; what a test asks ends with the test at the latest. Without a cache each thread of a register
      // brings Node's own compiler of TypeScript, in WebAssembly: of many threads that begin and end with it V8 dies now and then.
      env: { PEERDESK_TIMEOUT: '60s', NODE_COMPILE_CACHE: compileCacheFolder },
      restoreMocks: true,
      setupFiles: ['test/setup/unstub-environment.ts'],
    },
  };
}

/** The project of `npm test`: all that `npm run check` leaves, in processes that need not end between two groups. */
export const wholeProject = projectOf('temporal', {
  include: [...filesOf(testGroups.temporal), ...filesOf(testGroups.units), ...drawn],
});

/** The project of `npm run test:fast`, without the files that are excluded. */
export const quickProject = (exclude: readonly string[]): TestProjectInlineConfiguration =>
  projectOf('units', {
    include: filesOf({ ...testGroups.units, folders: [...quick, 'domain'] }),
    exclude: [...exclude, ...drawn],
  });

// `.ci/run` adds up the figures of all files in this folder: `npm test` runs vitest twice.
const reports = process.env['PEERDESK_TEST_REPORTS'];

export default defineConfig({
  test: {
    projects: [
      projectOf('temporal'),
      projectOf('units', { include: [...filesOf(testGroups.units), ...drawn] }),
      projectOf('domain', { exclude: drawn }),
    ],
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
