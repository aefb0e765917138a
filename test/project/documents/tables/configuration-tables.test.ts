import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { readFileText } from '../../../../src/config/file/read-file.ts';
import { readProjectFile } from '../../project-files.ts';
import {
  configurationFile,
  configurationPage,
  schemaFile,
  schemaPage,
  sectionRows,
  sections,
} from './configuration-tables.ts';
import { codeBlocks } from '../markdown.ts';

describe('docs/configuration.md', () => {
  it('has the tables that `npm run docs` writes', async () => {
    expect(readProjectFile(configurationFile)).toBe(await configurationPage());
  });

  it('says of every key of our own what it does', () => {
    const own = sections.filter((section) => section !== 'rules').flatMap((section) => sectionRows(section));
    const rules = new Set(sectionRows('rules').map(([key]) => key));
    expect(own.filter(([key, , , , text = '']) => !rules.has(key) && text.length < 8)).toEqual([]);
  });

  it('shows files that are valid', () => {
    const files = codeBlocks(readProjectFile(configurationFile), 'toml');
    expect(files.length).toBeGreaterThan(0);
    for (const text of files) {
      expect(() => parse(text)).not.toThrow();
      expect(readFileText(text)).toMatchObject({ file: {} });
    }
  });
});

it('docs/peerdesk.schema.json is what `npm run docs` writes', async () => {
  expect(readProjectFile(schemaFile)).toBe(await schemaPage());
});
