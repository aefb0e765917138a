import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { projectRoot } from '../../src/server/project-root.ts';

/** What git ignores (see .gitignore), and git's own folder. */
const ignoredNames = new Set(['node_modules', 'coverage', 'dist', '.peerdesk', '.cache', '.git']);
const binaryExtensions = new Set(['.png', '.jpg', '.ico', '.gz', '.sqlite']);

let known: readonly string[] | null = null;

/** Every file that belongs to the project, as paths with slashes, relative to its root. They are looked up once. */
export function projectFiles(): readonly string[] {
  known ??= listFiles(projectRoot).map((file) => relative(projectRoot, file).split(sep).join('/'));
  return known;
}

/** The project's files whose content is text. */
export function textFiles(): string[] {
  return projectFiles().filter((file) => !binaryExtensions.has(extname(file)));
}

/** The TypeScript files below the given top folders. */
export function typescriptFiles(...folders: string[]): string[] {
  return projectFiles().filter((file) => file.endsWith('.ts') && folders.some((top) => file.startsWith(`${top}/`)));
}

/** The content of one of the project's files. */
export function readProjectFile(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (ignoredNames.has(entry.name) || entry.name.endsWith('.log')) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
  });
}
