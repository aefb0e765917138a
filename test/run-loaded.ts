/**
 * Runs `npm test` while two busy loops take the processors, three times in a row: no outcome may depend on speed.
 *
 * Usage: npm run test:loaded [-- ARGUMENTS OF VITEST, which then runs alone]
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../src/server/project-root.ts';

const rounds = 3;
const loops = 2;

const wanted = process.argv.slice(2);
const vitest = [process.execPath, inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', ...wanted];
const [program = '', ...args] = wanted.length === 0 ? ['npm', 'test'] : vitest;

async function runSuite(): Promise<number> {
  const suite = spawn(program, args, { stdio: 'inherit' });
  const [code] = (await once(suite, 'close')) as [number | null];
  return code ?? 1;
}

const startLoop = (): ChildProcess => spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
const busy = Array.from({ length: loops }, startLoop);
const endLoops = (): void => {
  for (const loop of busy) loop.kill('SIGKILL');
};
process.on('exit', endLoops);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

let failed = 0;
for (let round = 1; round <= rounds; round += 1) {
  const startedMs = performance.now();
  const code = await runSuite();
  if (code !== 0) failed += 1;
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
  console.log(`under load, round ${round} of ${rounds}: ${code === 0 ? 'passed' : 'failed'} in ${seconds} s`);
}
endLoops();
process.exitCode = failed === 0 ? 0 : 1;
