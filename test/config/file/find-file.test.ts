import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFile } from '../../../src/config/file/find-file.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

async function folders() {
  const path = await temporaryDirectory();
  for (const name of ['here', 'user/peerdesk', 'named']) mkdirSync(join(path, name), { recursive: true });
  const write = (name: string): string => {
    writeFileSync(join(path, name), '', { mode: 0o600 });
    return join(path, name);
  };
  return { path, write, env: { XDG_CONFIG_HOME: join(path, 'user') }, cwd: join(path, 'here') };
}

describe('the file is', () => {
  it('that of the option, else of the variable, else of this folder, else of the user', async () => {
    const { write, env, cwd, path } = await folders();
    expect(findFile(undefined, { env, cwd })).toBeNull();
    const user = write('user/peerdesk/peerdesk.toml');
    expect(findFile(undefined, { env, cwd })).toEqual({ path: user, isNamed: false });
    const here = write('here/peerdesk.toml');
    expect(findFile(undefined, { env, cwd })).toEqual({ path: here, isNamed: false });
    const named = write('named/desk.toml');
    const variable = { ...env, PEERDESK_CONFIG: named };
    expect(findFile(undefined, { env: variable, cwd })).toEqual({ path: named, isNamed: true });
    expect(findFile(user, { env: variable, cwd })).toEqual({ path: user, isNamed: true });
    expect(() => findFile('nope.toml', { env, cwd })).toThrow(/--config names nope.toml, which does not exist/);
    expect(() => findFile(undefined, { env: { PEERDESK_CONFIG: join(path, 'no') }, cwd })).toThrow(
      /PEERDESK_CONFIG names/,
    );
  });
});
