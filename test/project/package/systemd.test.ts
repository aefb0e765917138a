import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inProject } from '../../../src/server/project-root.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

const analyze = '/usr/bin/systemd-analyze';

it.runIf(existsSync(analyze))('systemd accepts the unit of a worker without a word', async () => {
  const unit = join(await temporaryDirectory(), 'peerdesk-worker@main.service');
  await copyFile(inProject('packaging', 'systemd', 'peerdesk-worker@.service'), unit);
  const { status, stderr } = spawnSync(analyze, ['verify', unit], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('peerdesk-worker'))).toEqual([]);
  expect(status).toBe(0);
});
