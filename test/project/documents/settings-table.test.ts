import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../project-files.ts';
import { settingRows, settingsFile, settingsPage } from './settings-table.ts';

describe('docs/reference/settings.md', () => {
  it('is what `npm run docs` writes', async () => {
    expect(readProjectFile(settingsFile)).toBe(await settingsPage());
  });

  it('says of every setting what it does', () => {
    const silent = settingRows().filter((row) => (row.at(-1) ?? '').length < 10);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});
