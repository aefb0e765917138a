import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/server/project-root.ts';
import { readProjectFile } from '../project-files.ts';

/** A test that a document names: its file, then its title. */
export interface CitedTest {
  file: string;
  title: string;
}

/** A table cell escapes some characters of a title. */
const plain = (text: string): string => text.replaceAll(/\\([\\|*_<>[\]])/g, '$1');

/** Parses "`file`: title"; null for a cell of another form. */
export function citedTest(cell: string): CitedTest | null {
  const found = /^`([^`]+)`: (.+)$/.exec(cell);
  return found === null ? null : { file: found[1] ?? '', title: plain(found[2] ?? '') };
}

export const existsInProject = (file: string): boolean => existsSync(join(projectRoot, file));

const quotedForms = (title: string): string[] => [
  `'${title.replaceAll("'", String.raw`\'`)}'`,
  `"${title}"`,
  `\`${title}\``,
];

/** Reports whether the file holds a test, or a group of tests, of that title. */
export function holdsTitle({ file, title }: CitedTest): boolean {
  return existsInProject(file) && quotedForms(title).some((text) => readProjectFile(file).includes(text));
}

/** Reports whether the title is that of a group: which of its tests fails is then open. */
export function isGroup({ file, title }: CitedTest): boolean {
  const source = readProjectFile(file).replaceAll(/describe[.\w]*\(\s*/g, 'describe(');
  return quotedForms(title).some((text) => source.includes(`describe(${text}`));
}
