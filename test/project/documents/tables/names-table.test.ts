import { expect, it } from 'vitest';
import { readProjectFile } from '../../project-files.ts';
import { namesFile, namesPage } from './names-table.ts';

it('docs/reference/names.md has every letter that names are compared by, as `npm run docs` writes it', async () => {
  expect(readProjectFile(namesFile)).toBe(await namesPage());
});
