#!/usr/bin/env node
// Plain JavaScript that even an old Node can read: the program itself is TypeScript and needs Node 22.19 or newer.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const forwardedSignals = ['SIGTERM', 'SIGHUP', 'SIGUSR2'];
// A worker and a watchdog last; a report reads all trades of the books.
const heavyCommands = ['worker', 'watchdog', 'report'];
// glibc keeps what each thread has freed for that thread alone, and a worker has twenty threads: read at a start only.
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
// Of young objects V8 would keep 128 MB, most of them dead.
const youngFlag = '--max-semi-space-size';
const youngMb = 16;

if (runsTypeScript(process.versions.node)) {
  dropExperimentalWarnings();
  saveMemory();
  await import('../src/cli/main.ts');
} else {
  const bundledNode = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  // Only a checkout can bring a Node; an installed package has nothing that `npm ci` would work on.
  const isCheckout = existsSync(fileURLToPath(new URL('../packaging/bring-node.mjs', import.meta.url)));
  const remedy = isCheckout ? 'install it, or run "npm ci" which brings one' : 'install it';
  if (existsSync(bundledNode)) runWith(bundledNode);
  else fail(`needs Node 22.19 or newer, this is ${process.versions.node}: ${remedy}`);
}

function runsTypeScript(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

/**
 * Starts a process that lasts, or holds much, once more, as the same process, with an allocator and a heap that keep less (ADR 0031).
 * An allocator or a size that is set already is kept.
 */
function saveMemory() {
  const { argv, env, execArgv, execPath } = process;
  const isHeavy = argv.slice(2).some((word) => heavyCommands.includes(word));
  if (!isHeavy || !mayStartAgain(env)) return;
  const young = isFlagged(youngFlag) ? [] : [`${youngFlag}=${youngMb}`];
  try {
    process.execve(execPath, [execPath, ...young, ...execArgv, ...argv.slice(1)], { ...env, ...allocator });
  } catch {
    // It runs as it is.
  }
}

/** A debugger, and a parent that talks to its child, would lose the process. */
function mayStartAgain(env) {
  if (process.platform !== 'linux' || process.execve === undefined) return false;
  if (process.send !== undefined || isFlagged('--inspect')) return false;
  return !Object.keys(env).some((name) => name.startsWith('MALLOC_') || name === 'GLIBC_TUNABLES');
}

function isFlagged(flag) {
  return [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((given) => given.includes(flag));
}

// Node 22 announces on stderr that running TypeScript is experimental; every other warning stays.
function dropExperimentalWarnings() {
  const listeners = process.listeners('warning');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') for (const listener of listeners) listener.call(process, warning);
  });
}

function runWith(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of forwardedSignals) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to the child too, and a second one would mean "at once"; without a terminal only we get it.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}

function fail(message) {
  process.stderr.write(`peerdesk: ${message}\n`);
  process.exitCode = 1;
}
