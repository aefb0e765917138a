import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { inProject } from '../../src/server/project-root.ts';

const announcementSchema = z.object({ workerPid: z.int().nullable() });
const countsSchema = z.record(z.string(), z.number());
/** What a demo prints as its last line. */
const summarySchema = z.object({
  ok: z.boolean(),
  reprices: z.number(),
  orders: z.object({ arrived: z.number(), completed: z.number(), cancelled: z.number(), waiting: countsSchema }),
  ledger: countsSchema,
  repeatedAttempts: z.number(),
  requests: z.number(),
  workerRestarts: z.number(),
  problems: z.array(z.string()),
});

export type DeskSummary = z.output<typeof summarySchema>;

/** `peerdesk up` in a folder of its own, as a process of its own. */
export interface DeskProcess {
  /** The process of its worker; null while none runs. */
  workerPid(): Promise<number | null>;
  /** Its last line, when it has ended by itself. Rejects when it ended without one. */
  readonly summary: Promise<DeskSummary>;
  /** Ends it, when it still runs, and takes its folder away. */
  stop(): Promise<void>;
}

/** Starts `peerdesk up` with these arguments on free ports; it ends by itself when they say so. */
export async function startDesk(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<DeskProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'peerdesk-chaos-'));
  const program = [inProject('bin', 'peerdesk.mjs'), 'up', '--port', '0', '--ui-port', '0', '--json', ...args];
  const child = spawn(process.execPath, program, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  return {
    workerPid: async () => {
      const text = await readFile(join(folder, '.peerdesk', 'up.json'), 'utf8').catch(() => null);
      return text === null ? null : announcementSchema.parse(JSON.parse(text)).workerPid;
    },
    summary: lastLine(child).then((line) => summarySchema.parse(JSON.parse(line))),
    stop: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function lastLine(child: ChildProcess): Promise<string> {
  let last = '';
  let rest = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = lines.pop() ?? '';
    last = lines.at(-1) ?? last;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (last === '') throw new Error(`the desk ended with code ${code} and said nothing`);
  return last;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}
