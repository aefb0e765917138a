#!/usr/bin/env node
// Plain JavaScript that even an old Node can read: the program itself is TypeScript and needs Node 22.19 or newer.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const forwardedSignals = ['SIGTERM', 'SIGHUP', 'SIGUSR2'];

if (runsTypeScript(process.versions.node)) {
  dropExperimentalWarnings();
  await import('../src/cli/main.ts');
} else {
  const bundledNode = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url));
  if (existsSync(bundledNode)) runWith(bundledNode);
  else
    fail(`needs Node 22.19 or newer, this is ${process.versions.node}: install it, or run "npm ci" which brings one`);
}

function runsTypeScript(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
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
