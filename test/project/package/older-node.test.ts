import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inProject } from '../../../src/server/project-root.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { claimedNode } from './claimed-node.ts';

const script = join('packaging', 'bring-node.mjs');

/** A checkout that holds only the script of `postinstall`. */
async function checkout(): Promise<string> {
  const directory = await temporaryDirectory();
  cpSync(inProject(script), join(directory, script));
  return directory;
}

/** Puts a Node where the script keeps the one that it has fetched. */
function fetchedNode(directory: string, version: string): string {
  const folder = join(directory, 'packaging', 'node', 'node_modules', 'node', 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'node'), `#!/bin/sh\necho ${version}\n`);
  chmodSync(join(folder, 'node'), 0o755);
  return join(folder, 'node');
}

/** Runs the script, which believes that it runs on that version of Node, where no npm can be found. */
function bring(directory: string, version: string): { status: number | null; stdout: string; stderr: string } {
  const command = [...claimedNode(version), join(directory, script)];
  return spawnSync(process.execPath, command, { encoding: 'utf8', env: { PATH: '' }, timeout: 30_000 });
}

/** Installs a package that no Node is new enough for, with these settings of npm, and returns what npm warns of. */
async function warningsOfInstall(settings: string | null): Promise<string> {
  const directory = await temporaryDirectory();
  const manifest = { name: 'too-new', version: '1.0.0', engines: { node: '>=999' } };
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest));
  if (settings !== null) cpSync(settings, join(directory, '.npmrc'));
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  const env = { ...Object.fromEntries(inherited), npm_config_userconfig: join(directory, 'no-settings-of-a-user') };
  const command = ['install', '--offline', '--no-audit', '--no-fund'];
  const run = spawnSync('npm', command, { cwd: directory, encoding: 'utf8', env, timeout: 120_000 });
  expect(run.status).toBe(0);
  return run.stderr;
}

describe('npm ci on a Node that cannot run TypeScript', () => {
  it.each(['20.20.2', '22.18.0'])(
    'of version %s says in one line which Node is used, and links it',
    async (version) => {
      const directory = await checkout();
      const fetched = fetchedNode(directory, 'v24.0.0');
      const run = bring(directory, version);
      expect(run).toMatchObject({ status: 0, stderr: '' });
      expect(run.stdout).toBe(
        `Peerdesk needs Node 22.19 or newer, this is ${version}: this checkout brings Node 24 of its own.\n`,
      );
      expect(realpathSync(join(directory, 'node_modules', '.bin', 'node'))).toBe(realpathSync(fetched));
    },
  );

  it('fetches one where the one that was fetched before is too old, too', async () => {
    const directory = await checkout();
    fetchedNode(directory, 'v22.18.0');
    const run = bring(directory, '20.20.2');
    expect(run.stderr).toContain('spawnSync npm ENOENT');
    expect(existsSync(join(directory, 'node_modules'))).toBe(false);
  });

  it('prints no warning of npm, which asks for a Node that is not the one that runs Peerdesk', async () => {
    expect(await warningsOfInstall(null)).toContain('EBADENGINE');
    expect(await warningsOfInstall(inProject('.npmrc'))).toBe('');
  });
});

describe('npm ci on a Node that runs TypeScript', () => {
  it.each(['22.19.0', '24.0.0'])('of version %s brings none', async (version) => {
    const directory = await checkout();
    expect(bring(directory, version)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(existsSync(join(directory, 'node_modules'))).toBe(false);
  });
});
