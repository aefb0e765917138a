import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withProgress } from '../../src/server/download-progress.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

it('a download says how long it has taken and how much has arrived, and returns what it was for', async () => {
  const folder = await temporaryDirectory();
  await writeFile(join(folder, 'part'), Buffer.alloc(2_000_000));
  const times = [0, 4_000];
  const said = Promise.withResolvers<string>();
  const download = { folder, say: said.resolve, clock: () => times.shift() ?? 4_000, everyMs: 1 };
  const result = await withProgress(download, () => said.promise.then((text) => `after: ${text}`));
  expect(result).toBe('after: 4 s, 2 MB so far');
});
