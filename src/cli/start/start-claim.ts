import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CliFailure } from '../kit/cli-failure.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { endProcesses, isAlive, isOurs } from '../../server/left-processes.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';

const claimSchema = z.object({
  pid: z.int().positive(),
  since: z.string(),
  children: z.array(z.int().positive()),
  /** Where its health is answered; null: not yet. */
  health: z.string().nullable(),
});

/** Who runs the desk of a state folder. */
type Claim = z.output<typeof claimSchema>;

interface StartClaim {
  /** Notes what else is to be known of it. */
  note(known: Pick<Claim, 'children' | 'health'>): void;
  release(): void;
}

/** Longer than a worker takes that was left alone: it ends by itself, after what has left is answered. */
const leftWaitMs = 45_000;

/**
 * Claims a state folder: throws a failure that says who holds it while another `peerdesk start` does. What one that was
 * killed has left is waited for first, so that two workers never call. `say` gets a line when that takes time.
 */
export async function claimState(
  folder: string,
  { say, nowMs }: { say: (line: string) => void; nowMs: number },
): Promise<StartClaim> {
  const file = join(folder, 'start.json');
  const before = readClaim(file);
  if (before !== null && isStart(before.pid)) throw heldBy(folder, before);
  const left = (before?.children ?? []).filter((pid) => isAlive(pid) && isOurs(pid));
  if (left.length > 0) {
    say(`an earlier \`peerdesk start\` was killed: waiting for what it left (process ${left.join(', ')})`);
    await endProcesses(left, { waitMs: leftWaitMs, areEnding: true });
  }
  const claim = { pid: process.pid, since: new Date(nowMs).toISOString() };
  const write = (known: Pick<Claim, 'children' | 'health'>): void =>
    writePrivateFile(file, JSON.stringify({ ...claim, ...known }));
  write({ children: [], health: null });
  return { note: write, release: () => rmSync(file, { force: true }) };
}

function readClaim(file: string): Claim | null {
  try {
    return isOwnPrivateFile(file) ? claimSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
  } catch {
    // None, or one that was cut off: the database's own claim still holds.
    return null;
  }
}

/** Without /proc no one can know which program has the number, and a loss is worse than a question. */
function isStart(pid: number): boolean {
  return pid !== process.pid && isAlive(pid) && (process.platform === 'linux' ? isOurs(pid) : true);
}

function heldBy(folder: string, { pid, since, health }: Claim): CliFailure {
  const where = health === null ? '' : `, its health: ${health}`;
  return new CliFailure(
    ExitCode.CONFIGURATION,
    `\`peerdesk start\` runs already for ${folder}: process ${pid}, since ${since}${where}; end it (kill ${pid}, or Ctrl-C there), or name another folder by PEERDESK_STATE_DIR`,
  );
}
