import { expect, it } from 'vitest';
import { z } from 'zod';
import { readingShape, sessionShape } from '../../src/cli/kit/option-values.ts';
import { runInProcess } from '../setup/run-in-process.ts';

it.each(['audit', 'order history'])(
  '%s reads more histories than fit into the time of one answer: it waits for minutes, and its help says how long',
  async (path) => {
    const { stdout } = await runInProcess([...path.split(' '), '--help']);
    expect(stdout).toMatch(/--timeout <duration> +how long to wait for the server in all\s+\(default: 5m\)/);
    expect(z.object(readingShape).parse({}).timeout).toBe(300_000);
    expect(z.object(sessionShape).parse({}).timeout).toBe(10_000);
  },
);
