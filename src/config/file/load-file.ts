import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import { ConfigurationError } from '../environment/service-environment.ts';
import { readTrustedFile } from '../environment/trusted-file.ts';
import { findFile, type FilePlace, type Whereabouts } from './find-file.ts';
import type { Mistake } from './mistake.ts';
import { readFileText, type ReadFile } from './read-file.ts';

/** A configuration file that can be used. */
export interface LoadedFile extends ReadFile {
  path: string;
  folder: string;
  isNamed: boolean;
  /** Differs between any two texts of the file. */
  fingerprint: string;
}

/** A file that cannot be used; its message is one line with the first mistake. */
export class FileMistakes extends ConfigurationError {
  readonly path: string;
  readonly mistakes: readonly Mistake[];

  constructor(path: string, mistakes: readonly [Mistake, ...Mistake[]]) {
    const [first, ...others] = mistakes;
    const more = others.length === 0 ? '' : ` (and ${others.length} more: \`peerdesk config validate\` lists them)`;
    super(`${mistakeLine(path, first)}${more}`);
    this.path = path;
    this.mistakes = mistakes;
  }
}

/** A mistake in one line: file:line: key what, and what to write. */
export function mistakeLine(path: string, { line, key, text }: Mistake): string {
  return `${basename(path)}:${line}: ${key === '' ? '' : `${key} `}${text}`;
}

/** Finds and reads the configuration file; null without any. Throws ConfigurationError. */
export function loadFile(option: string | undefined, whereabouts: Whereabouts): LoadedFile | null {
  const place = findFile(option, whereabouts);
  return place === null ? null : loadPlace(place);
}

/** Reads a configuration file. Throws ConfigurationError. */
export function loadPlace({ path, isNamed }: FilePlace): LoadedFile {
  const text = readTrustedFile(path);
  const read = readFileText(text);
  if (!Array.isArray(read)) return { ...read, path, folder: dirname(path), isNamed, fingerprint: fingerprintOf(text) };
  const [first, ...others] = read;
  throw new FileMistakes(path, [first ?? { line: 1, key: '', text: 'cannot be read' }, ...others]);
}

/** Returns a short text that no other content has. */
const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex');
