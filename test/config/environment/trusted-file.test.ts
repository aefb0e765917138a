import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrustedFile } from '../../../src/config/environment/trusted-file.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

async function folder(): Promise<{ cwd: string; file: string }> {
  const cwd = await temporaryDirectory();
  const file = join(cwd, 'peerdesk.toml');
  writeFileSync(file, '', { mode: 0o600 });
  return { cwd, file };
}

describe('a file is refused', () => {
  it('that others may write', async () => {
    const file = (await folder()).file;
    expect(readTrustedFile(file)).toBe('');
    chmodSync(file, 0o620);
    expect(() => readTrustedFile(file)).toThrow(/others may write .*chmod go-w/);
  });

  it('in a folder that others may write, unless they may not replace what is in it', async () => {
    const { cwd, file } = await folder();
    chmodSync(cwd, 0o777);
    expect(() => readTrustedFile(file)).toThrow(/replace it/);
    chmodSync(cwd, 0o1777);
    expect(readTrustedFile(file)).toBe('');
  });

  it('that cannot be read', async () => {
    const { cwd } = await folder();
    expect(() => readTrustedFile(join(cwd, 'none'))).toThrow(/cannot be read/);
  });
});
