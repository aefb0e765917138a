import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirs } from '../../src/server/cache-dir.ts';
import { run } from './command.ts';

/** The version that the compose files start. */
const version = 'v1.32.0';

/** The production server as its image has it: the server, its tool for the schema, the schema, the configuration. */
export interface Binaries {
  /** A folder with temporal-server and temporal-sql-tool. */
  bin: string;
  schemaDir: string;
  configFile: string;
}

/** Returns the server, built from its Go module if the cache has none: about ten minutes of one core. */
export async function productionServer(say: (line: string) => void): Promise<Binaries> {
  const cache = cacheDirs(process.env).at(-1);
  if (cache === undefined) throw new Error('no folder for a cache: set PEERDESK_CACHE_DIR');
  const home = join(cache, 'production', version);
  const binaries = { bin: join(home, 'bin'), schemaDir: join(home, 'schema'), configFile: join(home, 'docker.yaml') };
  if (existsSync(binaries.configFile)) return binaries;
  const go = process.env['GO'] ?? 'go';
  say(`building the production server ${version} with ${go}: this takes ten minutes, once`);
  mkdirSync(binaries.bin, { recursive: true });
  const env = { ...process.env, GOBIN: binaries.bin };
  await run(
    go,
    ['install', `go.temporal.io/server/cmd/server@${version}`, `go.temporal.io/server/cmd/tools/sql@${version}`],
    {
      env,
    },
  );
  symlinkSync('server', join(binaries.bin, 'temporal-server'));
  symlinkSync('sql', join(binaries.bin, 'temporal-sql-tool'));
  const modules = (await run(go, ['env', 'GOMODCACHE'], { env })).trim();
  const source = join(modules, 'go.temporal.io', `server@${version}`);
  cpSync(join(source, 'schema'), binaries.schemaDir, { recursive: true });
  // Last: its presence says that all of it is there.
  cpSync(join(source, 'config', 'docker.yaml'), binaries.configFile);
  return binaries;
}
