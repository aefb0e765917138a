import { describe, expect, it } from 'vitest';
import { variableNames } from '../../../../src/config/environment/variable-table.ts';
import { projectFiles, readProjectFile } from '../../project-files.ts';
import { tableRows, writtenBlock } from '../markdown.ts';
import {
  clientFile,
  clientPage,
  clientSettingRows,
  settingRows,
  settingsFile,
  settingsPage,
  variableRows,
} from './settings-table.ts';

describe('docs/reference/settings.md', () => {
  it('is what `npm run docs` writes', async () => {
    expect(readProjectFile(settingsFile)).toBe(await settingsPage());
  });

  it('says of every setting what it does', () => {
    const silent = settingRows().filter((row) => (row.at(-2) ?? '').length < 10);
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

describe('the appendix of variables', () => {
  it('has each variable that the programs read, and no other; each variable and each setting is read somewhere', () => {
    const sources = projectFiles().filter((file) => /^(src|bin)\//.test(file) && !file.endsWith('variable-table.ts'));
    const names = sources.flatMap((file) => [...readProjectFile(file).matchAll(/\bPEERDESK_[A-Z]+(?:_[A-Z]+)*/g)]);
    const read = new Set(names.map(([name]) => name).filter((name) => !name.startsWith('PEERDESK_SETTING')));
    // Refused where it is set: the keys of payloads stand in no variable.
    const known = [...variableNames, 'PEERDESK_CODEC_KEYS'];
    expect([...read].filter((name) => !known.includes(name))).toEqual([]);
    const unread = [...variableRows(), ...settingRows()].filter((row) => row.at(-1) === '');
    expect(unread.map(([name]) => name)).toEqual([]);
  });

  it('is the only page with such a table', () => {
    const others = projectFiles().filter((file) => /^docs\/.*\.md$/.test(file) && file !== settingsFile);
    const tables = others.filter((file) =>
      tableRows(readProjectFile(file)).some(([first = '']) => /^`PEERDESK_[A-Z_]+`/.test(first)),
    );
    expect(tables).toEqual([]);
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
