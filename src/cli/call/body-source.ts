import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { misuse } from '../kit/cli-failure.ts';

/** The text of a body and its name in messages. */
export interface BodySource {
  text: string;
  from: string;
}

/**
 * Returns the text of --body: of a file for `@path`, of standard input for `-`, else the value itself. Every user of
 * the machine can see a command line, and the shell keeps it, which is wrong for a one-time code. Throws a failure for
 * an unreadable file.
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
