import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { z } from 'zod';
import { makePrivateFolder, writePrivateFile } from '../kit/private-files.ts';
import type { UpOptions } from './up-options.ts';

/** Where a demo stores what it needs to continue: one folder per market and seed, so that two markets never mix. */
export interface DemoHome {
  folder: string;
  temporalDb: string;
  temporalLog: string;
  workerLog: string;
  simulatorState: string;
  keys: DemoKeys;
}

interface DemoKeys {
  apiKey: string;
  apiSecret: string;
}

const keysSchema = z.object({ apiKey: z.string().min(16), apiSecret: z.string().min(16) });

/** The folder of everything that a checkout's demo writes. */
export const peerdeskFolder = resolve('.peerdesk');

/** Opens the folder of a demo; `fresh` empties it first. */
export function openDemoHome(options: Pick<UpOptions, 'marketFile' | 'pair' | 'seed' | 'fresh'>): DemoHome {
  const folder = join(peerdeskFolder, demoName(options));
  if (options.fresh) rmSync(folder, { recursive: true, force: true });
  makePrivateFolder(peerdeskFolder);
  makePrivateFolder(folder);
  return {
    folder,
    temporalDb: join(folder, 'temporal.db'),
    temporalLog: join(folder, 'temporal.log'),
    workerLog: join(folder, 'worker.log'),
    simulatorState: join(folder, 'simulator.json'),
    keys: openKeys(join(folder, 'keys.json')),
  };
}

function demoName({ marketFile, pair, seed }: Pick<UpOptions, 'marketFile' | 'pair' | 'seed'>): string {
  const market = marketFile === null ? 'generated' : basename(marketFile, extname(marketFile));
  return [market, pair ?? '', String(seed)]
    .filter((part) => part !== '')
    .join('-')
    .replaceAll(/[^\w.-]/g, '_');
}

/** Keys of the simulator's account: created once, useless elsewhere, readable by their owner only. */
function openKeys(file: string): DemoKeys {
  try {
    return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Missing or damaged: either way the demo gets a new pair.
    const keys = { apiKey: randomBytes(24).toString('hex'), apiSecret: randomBytes(32).toString('hex') };
    writePrivateFile(file, JSON.stringify(keys));
    return keys;
  }
}
