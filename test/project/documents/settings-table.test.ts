import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../project-files.ts';
import { tableRows, writtenBlock } from './markdown.ts';
import {
  clientFile,
  clientPage,
  clientSettingRows,
  settingRows,
  settingsFile,
  settingsPage,
} from './settings-table.ts';

describe('docs/reference/settings.md', () => {
  it('is what `npm run docs` writes', async () => {
    expect(readProjectFile(settingsFile)).toBe(await settingsPage());
  });

  it('says of every setting what it does', () => {
    const silent = settingRows().filter((row) => (row.at(-1) ?? '').length < 10);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

describe('docs/exchange.md', () => {
  it('lists the settings of the client, as `npm run docs` writes them, and no other', async () => {
    const page = readProjectFile(clientFile);
    expect(page).toBe(await clientPage());
    const shown = tableRows(writtenBlock(page, 'settings')).flatMap(([name = '']) =>
      name.startsWith('`') ? name : [],
    );
    expect(shown).toEqual(clientSettingRows().map(([name]) => name));
  });
});
