import { accessSync, constants, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
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
  volumes: z.array(z.string()).default([]),
  command: z.array(z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.null()),
});
const { services } = composeSchema.parse(parse(readProjectFile('docker-compose.yml'), { merge: true }));

const oneShots = ['temporal-schema', 'temporal-namespace'];
const service = (name: string): z.infer<typeof serviceSchema> => serviceSchema.parse(services[name]);
/** The value when none of its variables is set. */
const filled = (text: string): string => text.replace(/\$\{\w+:-([^}]*)\}/g, '$1');

describe('docker-compose.yml', () => {
  it('has the server on PostgreSQL, its two one-shot services, the Web UI, a worker and the simulator', () => {
    const expected = ['postgresql', 'temporal', 'temporal-ui', 'simulator', 'worker', ...oneShots];
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
  ])('%s is pinned to %s', (name, image) => {
    expect(filled(service(name).image)).toBe(image);
  });

  it('names our own image by the version of the package', () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(readProjectFile('package.json')));
    expect([service('worker').image, service('simulator').image]).toEqual(Array(2).fill(`peerdesk:${version}`));
  });

  it('what keeps running has a health check; what runs once has none and is not started for ever', () => {
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

  it('opens ports on this machine only, and gives nobody the rights of root', () => {
    const open = Object.values(services).flatMap(({ ports }) => ports);
    expect(open.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(Object.values(services).filter(({ user, privileged }) => user !== undefined || privileged)).toEqual([]);
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

  it('asks after the task queue of the account that the worker serves', () => {
    const { environment, healthcheck } = service('worker');
    expect(healthcheck?.test.at(-1)).toBe(`peerdesk:${environment['PEERDESK_ACCOUNT']}`);
  });

  it('mounts only what is there', () => {
    const mounts = Object.values(services).flatMap(({ volumes }) => volumes);
    const sources = mounts.map((mount) => mount.split(':')[0] ?? '').filter((source) => source.startsWith('.'));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((source) => !existsSync(inProject(source)))).toEqual([]);
  });
});

describe('docker-compose.live.yml, for a real account', () => {
  const text = readProjectFile('docker-compose.live.yml');
  const liveSchema = z.object({
    services: z.record(
      z.string(),
      z.object({
        extends: z.object({ file: z.literal('docker-compose.yml'), service: z.string() }).optional(),
        environment: z.record(z.string(), z.string()).default({}),
        ports: z.array(z.string()).default([]),
      }),
    ),
  });
  const live = liveSchema.parse(parse(text)).services;

  it('has no simulator and no mode, and writes only where somebody says yes', () => {
    expect(Object.keys(live)).toEqual(Object.keys(services).filter((name) => name !== 'simulator'));
    const { environment = {} } = live['worker'] ?? {};
    expect(Object.keys(environment).filter((name) => /MODE|IS_SIMULATOR|API_KEY$|API_SECRET$/.test(name))).toEqual([]);
    expect(filled(environment['PEERDESK_ALLOW_LIVE'] ?? '')).toBe('');
    expect(filled(environment['PEERDESK_RELEASE_POLICIES'] ?? '')).toBe('approve');
  });

  it('has a Web UI that only shows, opens no port of its own, and demands a password', () => {
    expect(live['temporal-ui']?.environment).toEqual({ TEMPORAL_DISABLE_WRITE_ACTIONS: 'true' });
    expect(Object.values(live).flatMap(({ ports }) => ports)).toEqual([]);
    expect(text).toMatch(/POSTGRES_PASSWORD:\?set/);
  });

  it('takes everything else from docker-compose.yml by its name', () => {
    const taken = Object.entries(live).filter(([name]) => name !== 'worker');
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

  it('copies only what .dockerignore lets through and what exists', () => {
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
