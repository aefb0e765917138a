import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** What a process holds and has used. */
export interface Usage {
  rssMb: number;
  cpuSeconds: number;
}

/** Returns the use of a process. Linux only: elsewhere it throws. */
export function usageOf(pid: number): Usage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return {
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024,
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
  };
}
