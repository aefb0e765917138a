import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { stateFolder } from '../../config/environment/state-folder.ts';
import type { Environment } from '../kit/command-context.ts';
import { isOwnPrivateFile, writePrivateFile } from '../kit/private-files.ts';

const keptSchema = z.object({
  id: z.uuid(),
  account: z.string(),
  orderNumber: z.string(),
  /** When its last try began. */
  triedAtMs: z.number(),
  isSent: z.boolean(),
});
/** A message that was tried, without what it says: a folder that is copied holds no talk of people. */
export type KeptMessage = Readonly<z.infer<typeof keptSchema>>;

const fileName = /^message-([0-9a-f-]{36})\.json$/;
/** No one repeats an older one. */
const keptMs = 7 * 86_400_000;

const fileOf = (env: Environment, id: string): string => join(stateFolder(env), `message-${id}.json`);

/** Keeps a message in the state folder, before it leaves. Throws when the folder cannot be written. */
export function keepMessage(env: Environment, message: KeptMessage): void {
  for (const { id, triedAtMs } of keptMessages(env)) if (message.triedAtMs - triedAtMs > keptMs) dropMessage(env, id);
  writePrivateFile(fileOf(env, message.id), `${JSON.stringify(message)}\n`);
}

/** Forgets a message that has not left. */
export function dropMessage(env: Environment, id: string): void {
  rmSync(fileOf(env, id), { force: true });
}

/** Returns the messages that were tried from this machine. */
export function keptMessages(env: Environment): KeptMessage[] {
  const folder = stateFolder(env);
  try {
    return readdirSync(folder)
      .filter((name) => fileName.test(name))
      .flatMap((name) => readMessage(join(folder, name)));
  } catch {
    // Nothing was ever kept here.
    return [];
  }
}

function readMessage(file: string): KeptMessage[] {
  try {
    return isOwnPrivateFile(file) ? [keptSchema.parse(JSON.parse(readFileSync(file, 'utf8')))] : [];
  } catch {
    // It is being written, or was taken away.
    return [];
  }
}
