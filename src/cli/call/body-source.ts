import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { misuse } from '../cli-failure.ts';

/** The text of a body and what it is called in a message. */
export interface BodySource {
  text: string;
  from: string;
}

/**
 * Takes the value of --body and standard input, and gives the text that is meant: of a file for `@path`, of standard
 * input for `-`, else the value itself. What stands in a command line is seen by every user of the machine and kept by the
 * shell, which a one-time code should not be. Throws a failure for a file that cannot be read.
 */
export async function readBody(value: string, stdin: Readable): Promise<BodySource> {
  if (value === '-') return { text: await text(stdin), from: 'standard input (--body -)' };
  if (!value.startsWith('@')) return { text: value, from: '--body' };
  const from = `the file of --body ${value}`;
  try {
    return { text: await text(createReadStream(value.slice(1))), from };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw misuse(`${from} cannot be read (${code}): check its path and permissions`);
  }
}
