import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { inProject } from '../../src/server/project-root.ts';

const isInstalled = spawnSync('promtool', ['--version']).status === 0;
if (!isInstalled) process.stdout.write('promtool is not installed: the alert rules are not tested here\n');

it.runIf(isInstalled).each([
  ['check', 'config', 'prometheus.yml'],
  ['test', 'rules', 'alerts.test.yml'],
])('promtool %s %s %s finds nothing wrong', (...args) => {
  const cwd = inProject('monitoring', 'prometheus');
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
});
