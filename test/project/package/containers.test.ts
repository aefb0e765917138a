import { accessSync, constants, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readBaseUrl } from '../../../src/config/environment/service-environment.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { searchAttributeKeys } from '../../../src/workflows/contract/search-attributes.ts';
import { searchAttributeTypeName } from '../../../src/server/temporal-server.ts';
import { projectFiles, readProjectFile } from '../project-files.ts';

const conditionSchema = z.enum(['service_healthy', 'service_completed_successfully']);
const serviceSchema = z.object({
  image: z.string(),
  restart: z.string(),
  user: z.string().optional(),
  privileged: z.boolean().optional(),
  depends_on: z.record(z.string(), z.object({ condition: conditionSchema })).default({}),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.union([z.string(), z.object({ source: z.string() })])).default([]),
  command: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  networks: z.array(z.string()),
  mem_limit: z.string(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
  volumes: z.record(z.string(), z.null()),
});
const { services, networks } = composeSchema.parse(parse(readProjectFile('docker-compose.yml'), { merge: true }));

const oneShots = ['temporal-schema', 'temporal-namespace'];
const service = (name: string): z.infer<typeof serviceSchema> => serviceSchema.parse(services[name]);
/** The value when none of its variables is set. */
const filled = (text: string): string => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

describe('docker-compose.yml', () => {
  it('has the server on PostgreSQL, its two one-shot services, the Web UI, a worker, the simulator, metrics, alerts and boards', () => {
    const own = ['simulator', 'worker', 'prometheus', 'alertmanager', 'grafana'];
    const expected = ['postgresql', 'temporal', 'temporal-ui', ...own, ...oneShots];
    expect(Object.keys(services).toSorted((a, b) => a.localeCompare(b))).toEqual(
      expected.toSorted((a, b) => a.localeCompare(b)),
    );
  });

  it.each([
    ['postgresql', 'postgres:17.6-bookworm'],
    ['temporal', 'temporalio/server:1.32.0'],
    ['temporal-schema', 'temporalio/admin-tools:1.32.0'],
    ['temporal-namespace', 'temporalio/admin-tools:1.32.0'],
    ['temporal-ui', 'temporalio/ui:2.54.1'],
    ['prometheus', 'prom/prometheus:v3.5.0'],
    ['alertmanager', 'prom/alertmanager:v0.28.1'],
    ['grafana', 'grafana/grafana:12.1.1'],
  ])('%s is pinned to %s', (name, image) => {
    expect(filled(service(name).image)).toBe(image);
  });

  it('names our own image by the version of the package', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readProjectFile('package.json')));
    expect([service('worker').image, service('simulator').image]).toEqual(Array(2).fill(`peerdesk:${version}`));
  });

  it('a lasting service has a health check; one that runs once has none and is not restarted forever', () => {
    for (const [name, { healthcheck, restart }] of Object.entries(services)) {
      expect([name, healthcheck === undefined]).toEqual([name, oneShots.includes(name)]);
      expect([name, restart]).toEqual([name, oneShots.includes(name) ? 'on-failure:5' : 'unless-stopped']);
    }
  });

  it('starts in order: database, schema, server, namespace, and then worker and Web UI', () => {
    const conditions = (name: string): Record<string, string> =>
      Object.fromEntries(Object.entries(service(name).depends_on).map(([on, { condition }]) => [on, condition]));
    expect(conditions('temporal-schema')).toEqual({ postgresql: 'service_healthy' });
    expect(conditions('temporal')).toEqual({ 'temporal-schema': 'service_completed_successfully' });
    expect(conditions('temporal-namespace')).toEqual({ temporal: 'service_healthy' });
    expect(conditions('temporal-ui')).toEqual({ 'temporal-namespace': 'service_completed_successfully' });
    expect(conditions('worker')).toEqual({
      'temporal-namespace': 'service_completed_successfully',
      simulator: 'service_healthy',
    });
  });

  it('opens ports on this machine only, and runs no service with the rights of root', () => {
    const open = Object.values(services).flatMap(({ ports }) => ports);
    expect(open.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(Object.values(services).filter(({ user, privileged }) => user !== undefined || privileged)).toEqual([]);
    for (const [name, { cap_drop: dropped, security_opt: options }] of Object.entries(services)) {
      expect([name, dropped, options]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
    }
  });

  it('has no password of its own: one must be chosen before the start', () => {
    for (const file of ['docker-compose.yml', 'docker-compose.live.yml']) {
      const lines = readProjectFile(file).split('\n');
      const secrets = lines.filter((line) => /^\s*\w*(PASSWORD|PWD|TOKEN):/.test(line));
      expect(secrets.filter((line) => !/\$\{POSTGRES_PASSWORD:\?[^}]{10,}\}/.test(line))).toEqual([]);
    }
    expect(services['postgresql']?.environment['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(services['grafana']?.environment).toMatchObject({
      GF_SECURITY_DISABLE_INITIAL_ADMIN_CREATION: 'true',
      GF_AUTH_DISABLE_LOGIN_FORM: 'true',
      GF_AUTH_ANONYMOUS_ORG_ROLE: 'Viewer',
    });
  });

  it('connects each service with what it needs: the database is for Temporal alone, and no way leads out of it', () => {
    const within = (network: string): string[] =>
      Object.keys(services).filter((name) => service(name).networks.includes(network));
    expect(within('database')).toEqual(['postgresql', 'temporal-schema', 'temporal']);
    expect(networks['database']).toEqual({ internal: true });
    expect(service('postgresql').networks).toEqual(['database']);
    expect(service('worker').networks).toEqual(['temporal', 'desk', 'monitoring']);
    expect(within('monitoring')).toEqual(['worker', 'prometheus', 'grafana']);
    expect(within('alerts')).toEqual(['prometheus', 'alertmanager']);
    expect(service('simulator').networks).toEqual(['desk']);
    const known = Object.keys(networks);
    expect(Object.values(services).flatMap((one) => one.networks.filter((name) => !known.includes(name)))).toEqual([]);
  });

  it('bounds the memory of everything, and only the images of Temporal may write to their own file system', () => {
    const megabytes = Object.values(services).map(
      ({ mem_limit: text }) => Number.parseInt(text) * (text.endsWith('g') ? 1024 : 1),
    );
    expect(megabytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(6 * 1024);
    const writable = Object.keys(services).filter((name) => !service(name).read_only);
    expect(writable).toEqual(['temporal-schema', 'temporal', 'temporal-namespace', 'temporal-ui']);
    const bare = Object.keys(services).filter(
      (name) => service(name).read_only && !service(name).tmpfs.includes('/tmp'),
    );
    expect(bare).toEqual([]);
  });

  it('shows no buttons in the Web UI that reset an activity or a workflow, or act on many at once', () => {
    expect(service('temporal-ui').environment).toMatchObject({
      TEMPORAL_ACTIVITY_COMMANDS_DISABLED: 'true',
      TEMPORAL_WORKFLOW_RESET_DISABLED: 'true',
      TEMPORAL_BATCH_ACTIONS_DISABLED: 'true',
    });
  });

  it('asks worker and simulator themselves whether they are well, and the worker opens the port of its metrics', () => {
    expect(service('worker').healthcheck?.test.at(-1)).toBe('http://127.0.0.1:8402/healthz');
    expect(service('simulator').healthcheck?.test.at(-1)).toBe('http://127.0.0.1:8400/api/v3/time');
    const command = ['worker', '--health-port', '8402', '--metrics-port', '9464', '--metrics-host', '0.0.0.0'];
    expect(service('worker').command).toEqual(command);
  });

  it('puts the worker in mode sim against the simulator, both with the same keys', () => {
    const worker = service('worker').environment;
    const simulator = service('simulator').environment;
    expect(worker).toMatchObject({
      PEERDESK_MODE: 'sim',
      PEERDESK_IS_SIMULATOR: 'yes',
      PEERDESK_BASE_URL: 'http://simulator:8400',
      TEMPORAL_ADDRESS: 'temporal:7233',
    });
    for (const key of ['PEERDESK_API_KEY', 'PEERDESK_API_SECRET']) expect(worker[key]).toBe(simulator[key]);
    expect(service('simulator').command).toEqual(['simulator', '--host', '0.0.0.0', '--port', '8400']);
  });

  it('a proxy that Docker hands to its containers keeps no worker from the simulator', () => {
    const { environment } = service('worker');
    const handed = { HTTP_PROXY: 'http://proxy.example.net:3128', HTTPS_PROXY: 'http://proxy.example.net:3128' };
    expect(readBaseUrl({ ...handed, ...environment })).toBe('http://simulator:8400');
  });

  it('ADR 0048: the register outlives the container of the worker', () => {
    const { environment, volumes } = service('worker');
    expect(volumes).toEqual([`desk:${environment['PEERDESK_STATE_DIR']}`]);
  });

  it('mounts only what is there', () => {
    const mounts = Object.values(services).flatMap(({ volumes }) => volumes);
    const sources = mounts
      .map((mount) => (typeof mount === 'string' ? (mount.split(':')[0] ?? '') : mount.source))
      .filter((source) => source.startsWith('.'));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((source) => !existsSync(inProject(source)))).toEqual([]);
  });
});

describe('docker-compose.live.yml, for real accounts', () => {
  const text = readProjectFile('docker-compose.live.yml');
  const liveSchema = z.object({
    services: z.record(
      z.string(),
      serviceSchema.partial().extend({
        extends: z.object({ file: z.literal('docker-compose.yml'), service: z.string() }).optional(),
      }),
    ),
    networks: z.record(z.string(), z.object({ internal: z.boolean() }).nullable()),
  });
  const { services: live, networks: liveNetworks } = liveSchema.parse(parse(text, { merge: true }));
  const ownServices = ['codec', 'worker'];

  it('has no simulator, the server of the codec, and a worker that goes by the mounted file alone', () => {
    const expected = [...Object.keys(services).filter((name) => name !== 'simulator'), 'codec'];
    expect(Object.keys(live).toSorted()).toEqual(expected.toSorted());
    const { environment = {}, command = [], volumes = [] } = live['worker'] ?? {};
    const settings = Object.keys(environment).filter((name) => name.startsWith('PEERDESK_'));
    expect(settings).toEqual(['PEERDESK_STATE_DIR', 'PEERDESK_ALLOW_PLAIN_TEMPORAL']);
    expect(command.slice(0, 3)).toEqual(['worker', '--config', '/etc/peerdesk/peerdesk.toml']);
    const home = '${PEERDESK_HOME:?name the folder with peerdesk.toml}';
    expect(volumes).toEqual([`${home}:/etc/peerdesk:ro`, `${home}/state:/var/lib/peerdesk`]);
  });

  it('has a Web UI that only shows, and that asks the codec server of this machine', () => {
    expect(live['temporal-ui']?.environment).toEqual({
      TEMPORAL_DISABLE_WRITE_ACTIONS: 'true',
      TEMPORAL_CODEC_ENDPOINT: 'http://localhost:8401',
      TEMPORAL_CODEC_INCLUDE_CREDENTIALS: 'true',
    });
    expect(live['codec']?.ports).toEqual(['127.0.0.1:8401:8401']);
    expect(live['codec']?.command?.slice(0, 2)).toEqual(['codec', 'serve']);
  });

  it('runs its own services without rights, on a file system that they cannot write, with a bound on their memory', () => {
    const { read_only, cap_drop, mem_limit, user } = { ...live['worker'] };
    expect({ read_only, cap_drop, user }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      user: '${PEERDESK_USER:-1000:1000}',
    });
    expect([mem_limit, live['codec']?.mem_limit]).toEqual(['1g', '256m']);
    expect(live['codec']).toMatchObject({ read_only, cap_drop, user, networks: ['codec'] });
    expect(live['worker']?.networks).toEqual(service('worker').networks);
    expect(liveNetworks).toEqual({ ...networks, codec: null });
  });

  it('takes everything else from docker-compose.yml by its name', () => {
    const taken = Object.entries(live).filter(([name]) => !ownServices.includes(name));
    expect(taken.filter(([name, part]) => part.extends?.service !== name)).toEqual([]);
  });
});

it('no key that is exported reaches the simulator', () => {
  const { environment } = service('simulator');
  expect(Object.values(environment).filter((value) => value.includes('PEERDESK_'))).toEqual([]);
});

describe('the script that makes the namespace', () => {
  it('registers every search attribute of Peerdesk with its type', () => {
    const script = readProjectFile('docker/temporal/namespace.sh');
    const registered = [...script.matchAll(/^register (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]);
    expect(registered).toEqual(searchAttributeKeys.map(({ name, type }) => [name, searchAttributeTypeName(type)]));
  });

  it('is executable like its neighbours', () => {
    const scripts = projectFiles().filter((file) => file.endsWith('.sh'));
    for (const script of scripts) accessSync(inProject(script), constants.X_OK);
    expect(scripts).toContain('docker/temporal/namespace.sh');
  });
});

describe('Dockerfile', () => {
  const dockerfile = readProjectFile('Dockerfile');
  const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);

  it('stands on one pinned Node image with glibc, the Node that the project is developed with', () => {
    const version = readProjectFile('.nvmrc').trim();
    expect(new Set(stages)).toEqual(new Set([`node:${version}-bookworm-slim`]));
  });

  it('runs as a user without rights, after everything that needs them', () => {
    const users = [...dockerfile.matchAll(/^USER (\S+)/gm)].map(([, user]) => user);
    expect(users).toEqual(['node']);
    expect(dockerfile.slice(dockerfile.indexOf('USER node'))).not.toMatch(/^(RUN|COPY)/m);
  });

  it('copies only files that .dockerignore keeps and that exist', () => {
    const kept = readProjectFile('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    for (const file of copied) {
      expect(kept).toContain(`!${file.replace(/^\.\//, '')}`);
      expect(existsSync(inProject(file))).toBe(true);
    }
  });
});
