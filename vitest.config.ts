import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Longest time of one test, in milliseconds, for each folder of test/. */
export const testLimitsMs = {
  domain: 60_000,
  exchange: 30_000,
  simulator: 30_000,
  contract: 60_000,
  activities: 30_000,
  workers: 30_000,
  cli: 30_000,
  client: 60_000,
  server: 120_000,
  workflows: 60_000,
  integration: 120_000,
  replay: 60_000,
  project: 60_000,
  chaos: 180_000,
};

/** The server programs that the tests of a folder start; the others never wait for them. */
const setupFiles: Partial<Record<string, string[]>> = {
  workflows: ['test/setup/provide-temporal-cli.ts', 'test/setup/provide-test-server.ts'],
  client: ['test/setup/provide-temporal-cli.ts'],
  server: ['test/setup/provide-temporal-cli.ts'],
  integration: ['test/setup/provide-temporal-cli.ts'],
  chaos: ['test/setup/provide-temporal-cli.ts'],
};

const projects = Object.entries(testLimitsMs).map(([name, limitMs]): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: setupFiles[name] ?? [],
    testTimeout: limitMs,
    hookTimeout: limitMs,
    // Temporal's native module does not survive worker threads.
    pool: 'forks',
    restoreMocks: true,
    unstubEnvs: true,
  },
}));

// `.ci/run` reads its figures from this file.
const report = process.env['PEERDESK_TEST_REPORT'];

export default defineConfig({
  test: {
    projects,
    maxWorkers: 2,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    coverage: {
      provider: 'v8',
      include: ['src/domain/**/*.ts'],
      reporter: [['text', { skipFull: true }]],
      thresholds: { lines: 100, branches: 100, functions: 100, statements: 100 },
    },
  },
});
