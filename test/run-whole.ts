/**
 * Runs all tests but those of `npm run check`. When few files fail they run once more, alone and one after the other: a
 * machine that was too busy passes then, what is wrong fails again. What failed the first time is named at the end.
 *
 * Usage: node test/run-whole.ts [FILES]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { inProject } from '../src/server/project-root.ts';

/** More failing files than this are no accident of a busy machine. */
const atMost = 6;

interface Report {
  testResults: { name: string; status: 'passed' | 'failed' }[];
}

const given = process.env['PEERDESK_TEST_REPORTS'];
const reports = given ?? mkdtempSync(join(tmpdir(), 'peerdesk-reports-'));
process.on('exit', () => {
  if (given === undefined) rmSync(reports, { recursive: true, force: true });
});

interface Run {
  code: number;
  failed: string[];
}

/** Runs vitest, and returns how it ended and the files that failed: none when it wrote no report. */
async function runVitest(args: readonly string[]): Promise<Run> {
  const vitest = [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'vitest.whole.config.ts'];
  const child = spawn(process.execPath, [...vitest, ...args], {
    stdio: 'inherit',
    env: { ...process.env, PEERDESK_TEST_REPORTS: reports },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, failed: code === 0 ? [] : failedIn(join(reports, `${child.pid}.json`)) };
}

function failedIn(path: string): string[] {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(inProject(), name));
  } catch (error) {
    console.error(`The report of this run cannot be read: ${String(error)}`);
    return [];
  }
}

const first = await runVitest(process.argv.slice(2));
process.exitCode = first.code;
if (first.failed.length > 0 && first.failed.length <= atMost) {
  console.log(`\nOnce more, alone: ${first.failed.join(', ')}\n`);
  const again = await runVitest([...first.failed, '--no-file-parallelism']);
  process.exitCode = again.code;
  const still = first.failed.filter((file) => again.failed.includes(file));
  const passed = first.failed.filter((file) => !still.includes(file));
  if (again.code === 0 || still.length > 0) {
    console.log(
      `failed, and passed alone: ${passed.join(', ') || 'none'}; failed twice: ${still.join(', ') || 'none'}`,
    );
  }
}
