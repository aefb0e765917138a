import { expect, it } from 'vitest';
import { readOptions } from '../../src/cli/kit/option-values.ts';
import { readingOptions, sessionOptions } from '../../src/cli/options/common-options.ts';
import { runInProcess } from '../setup/run-in-process.ts';

it.each(['audit', 'order history'])(
  '%s reads more histories than fit into the time of one answer: it waits for minutes, and its help says how long',
  async (path) => {
    const { stdout } = await runInProcess([...path.split(' '), '--help']);
    expect(stdout).toMatch(/--timeout <duration> +how long to wait for the server in all\s+\(default: 5m\)/);
    const call = { args: [], options: {}, path: `peerdesk ${path}`, help: () => '' };
    expect(readOptions(readingOptions, call).timeout).toBe(300_000);
    expect(readOptions(sessionOptions, call).timeout).toBe(10_000);
  },
);
