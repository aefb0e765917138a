import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { standingPath } from '../../../src/cli/kit/standing-path.ts';
import { acceptedFile } from '../../../src/cli/reload/accepted-record.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

/** A folder as Kubernetes mounts it: each change makes a new one, and turns a link to it. */
async function volume() {
  const folder = await temporaryDirectory();
  const change = (version: string): void => {
    mkdirSync(join(folder, `..${version}`));
    writeFileSync(join(folder, `..${version}`, 'peerdesk.toml'), version);
    symlinkSync(`..${version}`, join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
  };
  change('1');
  const path = join(folder, 'peerdesk.toml');
  symlinkSync(join('..data', 'peerdesk.toml'), path);
  return { path, change };
}

it('ADR 0030: a file of a volume of Kubernetes keeps its name and what was agreed to, whatever its links lead to', async () => {
  const { path, change } = await volume();
  const names = () => [standingPath(path), acceptedFile({ PEERDESK_STATE_DIR: '/state' }, { path, egress: 'main' })];
  const before = names();
  change('2');
  expect(names()).toEqual(before);
});

it('a folder is the same by each of its names', async () => {
  const folder = await temporaryDirectory();
  symlinkSync('.', join(folder, 'link'));
  expect(standingPath(join(folder, 'link', 'a.toml'))).toBe(standingPath(join(folder, 'a.toml')));
});
