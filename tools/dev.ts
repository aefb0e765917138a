/**
 * `npm run dev`: the demo of `peerdesk up`, whose worker restarts when a file of the worker changes. Options are those
 * of `peerdesk up`. Running workflows are replayed on the changed code, so an incompatible change shows at once.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { findRunningDemo } from '../src/cli/up/running-demo.ts';
import { inProject } from '../src/server/project-root.ts';

/** The folders of a worker. The simulator and the command line run in the demo itself: restart it by hand for those. */
const watched = ['domain', 'exchange', 'workflows', 'activities', 'workers', 'client', 'config', 'codec'];
/** Editors write a file in several steps, and a change of branch writes many. */
const quietMs = 300;

const say = (line: string): void => void process.stderr.write(`dev: ${line}\n`);

function restartWorker(changed: string): void {
  const workerPid = findRunningDemo()?.workerPid ?? null;
  if (workerPid === null) return say(`${changed} changed; no worker runs yet`);
  say(`${changed} changed; restarting the worker`);
  process.kill(workerPid, 'SIGTERM');
}

/** Ctrl-C reaches the demo by itself: both belong to one terminal. */
process.on('SIGINT', () => undefined);

const demo = spawn(process.execPath, [inProject('bin', 'peerdesk.mjs'), 'up', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.on('SIGTERM', () => demo.kill('SIGTERM'));

let timer: NodeJS.Timeout | null = null;
const watchers = watched.map((folder) =>
  watch(inProject('src', folder), { recursive: true }, (_event, file) => {
    if (file === null || !file.endsWith('.ts')) return;
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => restartWorker(`src/${folder}/${file}`), quietMs);
  }),
);
await once(demo, 'exit');
for (const watcher of watchers) watcher.close();
if (timer !== null) clearTimeout(timer);
process.exitCode = demo.exitCode ?? 1;
