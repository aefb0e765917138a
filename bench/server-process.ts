import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const recordSchema = z.object({ arrivals: z.array(z.number()), cpuUs: z.number() });

/** What the server saw since the last query: when requests came, in ms, and its CPU time. */
export type ServerRecord = z.output<typeof recordSchema>;

export interface BenchServer {
  readonly baseUrl: string;
  takeRecord(): Promise<ServerRecord>;
  close(): Promise<void>;
}

/** Starts the server of the benchmarks in a process of its own. */
export async function startServer(): Promise<BenchServer> {
  const program = fileURLToPath(new URL('server.ts', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const baseUrl = `http://127.0.0.1:${line.toString().trim()}`;
  return {
    baseUrl,
    takeRecord: async () => recordSchema.parse(await (await fetch(`${baseUrl}/arrivals`)).json()),
    close: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
