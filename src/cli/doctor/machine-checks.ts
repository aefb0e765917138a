import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { broken, ok, warning, type Check, type Finding } from './check.ts';
import { watchdog, type WatchdogWorld } from './watchdog-check.ts';

interface MachineWorld extends WatchdogWorld {
  /** Where the worker keeps what it must find again, and what it fetched or built. */
  folders: { state: string; cache: string };
  /** How many bytes are free where an existing folder is. */
  freeBytes: (folder: string) => Promise<number>;
}

const megabyte = 1_000_000;
const leastFreeMb = { broken: 50, warning: 500 } as const;

export const machineChecks: readonly Check<MachineWorld>[] = [
  {
    id: 'disk',
    look: async ({ folders, freeBytes }) => {
      const places = [...new Set([existing(folders.state), existing(folders.cache)])];
      return Promise.all(places.map(async (place) => diskFinding(place, (await freeBytes(place)) / megabyte)));
    },
  },
  {
    id: 'state',
    look: ({ folders: { state } }) => {
      if (isWritable(existing(state))) return ok(`this result can be kept in ${state}`);
      return warning(`${state} cannot be written: this result is not kept`, 'PEERDESK_STATE_DIR names another folder');
    },
  },
  { id: 'watchdog', look: watchdog },
];

/** Returns the free bytes of the file system below a folder. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function diskFinding(place: string, freeMb: number): Finding {
  const text = `${Math.floor(freeMb)} MB are free at ${place}`;
  const remedy = 'make room: logs and the bundle of the workflows are written there';
  if (freeMb < leastFreeMb.broken) return broken(text, remedy);
  return freeMb < leastFreeMb.warning ? warning(text, remedy) : ok(text);
}

function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
