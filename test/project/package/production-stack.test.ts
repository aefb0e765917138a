import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { namespaceEnvironment, serverEnvironment } from '../../../tools/production/stack.ts';
import { readProjectFile } from '../project-files.ts';

const serviceSchema = z.object({ image: z.string(), environment: z.record(z.string(), z.string()) });
const { services } = z
  .object({ services: z.object({ temporal: serviceSchema, 'temporal-namespace': serviceSchema }) })
  .parse(parse(readProjectFile('docker-compose.yml'), { merge: true }));

/** Addresses and passwords of a run of its own. */
const ofTheRun = ['DB_PORT', 'POSTGRES_SEEDS', 'POSTGRES_PWD', 'SQL_PASSWORD', 'BIND_ON_IP', 'PROMETHEUS_ENDPOINT'];

describe('npm run production-check runs what the compose file runs', () => {
  it('with each variable of the server, and with the same value unless it is an address', async () => {
    const env = await serverEnvironment({
      folder: '',
      cli: '',
      binaries: { bin: '', schemaDir: '', configFile: '' },
      database: { port: 5_432, stop: () => Promise.resolve() },
    });
    const { DYNAMIC_CONFIG_FILE_PATH: settings = '', ...wanted } = services.temporal.environment;
    expect(Object.keys(wanted).filter((name) => !(name in env))).toEqual([]);
    const fixed = Object.entries(wanted).filter(([name]) => !ofTheRun.includes(name));
    expect(fixed.filter(([name, value]) => env[name] !== value)).toEqual([]);
    // The server takes requests without a login by this variable alone, here as there: no option stands in for it.
    const needed = ['NUM_HISTORY_SHARDS', 'TEMPORAL_ALLOW_NO_AUTH'];
    expect(fixed.map(([name]) => name)).toEqual(expect.arrayContaining(needed));
    expect(readProjectFile('tools/production/stack.ts')).not.toContain('allow-no-auth');
    expect(basename(env['DYNAMIC_CONFIG_FILE_PATH'] ?? '')).toBe(basename(settings));
  });

  it('of the same version, with the same retention', () => {
    const [, version = ''] = /:-([\d.]+)\}/.exec(services.temporal.image) ?? [];
    expect(readProjectFile('tools/production/binaries.ts')).toContain(`const version = 'v${version}';`);
    const { RETENTION: retention = '' } = services['temporal-namespace'].environment;
    expect(retention).toBe(`\${TEMPORAL_RETENTION:-${namespaceEnvironment('').RETENTION ?? ''}}`);
  });
});
