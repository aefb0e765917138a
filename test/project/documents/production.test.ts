import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { actionsADay, cloudLimits, dayMs, deskSizes, partsADay } from '../../../bench/actions/sizes.ts';
import { processCommands } from '../../../src/cli/commands/process-commands.ts';
import { readProjectFile } from '../project-files.ts';
import { codeBlocks } from './markdown.ts';

const page = readProjectFile('docs/production.md');

const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    replicas: z.literal(2),
    strategy: z.strictObject({ type: z.literal('Recreate') }),
    template: z.object({
      // Strict: a pod with hostNetwork or a host name of ours takes its living neighbour for dead.
      spec: z.strictObject({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number().min(40),
        volumes: z.array(z.object({ name: z.string(), persistentVolumeClaim: z.unknown().optional() })),
        // Others may write a folder whose rights each start sets again, and then no pod trusts it.
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          fsGroupChangePolicy: z.literal('OnRootMismatch'),
        }),
        containers: z.array(
          z.object({
            args: z.array(z.string()),
            livenessProbe: z.object({ httpGet: z.object({ path: z.literal('/healthz'), port: z.number() }) }),
            securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            volumeMounts: z.array(
              z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }),
            ),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
          }),
        ),
      }),
    }),
  }),
});

it('the Kubernetes manifest starts workers without rights, by options that the command has, and replaces all of them at once', () => {
  const [block = ''] = codeBlocks(page, 'yaml');
  const documents = parseAllDocuments(block).map((document) => deploymentSchema.parse(document.toJS()));
  const [container] = documents.flatMap(({ spec }) => spec.template.spec.containers);
  const { args = [], livenessProbe } = { ...container };
  const flags = processCommands.find(({ usage }) => usage === 'worker')?.options.map((option) => option.flags) ?? [];
  const unknown = args
    .slice(1)
    .map((arg) => arg.split('=')[0] ?? '')
    .filter((flag) => !flags.some((known) => known.startsWith(`${flag} `)));
  expect(unknown).toEqual([]);
  expect(args).toContain(`--health-port=${livenessProbe?.httpGet.port ?? ''}`);
});

it('the Kubernetes manifest keeps the state folder, which a pod makes, in a volume that outlives the pods and may be written', () => {
  const [block = ''] = codeBlocks(page, 'yaml');
  const documents = parseAllDocuments(block).map((document) => deploymentSchema.parse(document.toJS()));
  for (const { containers, volumes } of documents.map(({ spec }) => spec.template.spec)) {
    for (const { env, volumeMounts } of containers) {
      const folder = env.find(({ name }) => name === 'PEERDESK_STATE_DIR')?.value ?? '';
      const parent = posix.dirname(folder);
      const mount = volumeMounts.find(({ mountPath, readOnly }) => mountPath === parent && readOnly !== true);
      expect(volumes.find(({ name }) => name === mount?.name)?.persistentVolumeClaim).toBeDefined();
    }
  }
  expect(documents).toHaveLength(1);
});

it('names as many search attributes as a namespace needs', () => {
  const registered = readProjectFile('docker/temporal/namespace.sh').match(/^register /gm) ?? [];
  expect(page).toContain('make the ten of `docker/temporal/namespace.sh`');
  expect(registered).toHaveLength(10);
});

describe('what a desk asks of Temporal Cloud', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const figure = (value: number): string => value.toLocaleString('en');

  it('is the sum of its parts for 1, 20 and 100 accounts, as the bench prints it', () => {
    for (const size of deskSizes) {
      const name = new RegExp(`^${size.accounts} accounts? with ${size.adsEach} ads( each)?(, over ten addresses)?$`);
      const [row = [], ...others] = rows.filter(([, first = '']) => name.test(first));
      const aDay = actionsADay(size);
      expect([row[2], row[3], others]).toEqual([figure(aDay), ((1_000 * aDay) / dayMs).toFixed(1), []]);
    }
    const part = (name: string): string | undefined => rows.find(([, first]) => first?.startsWith(name))?.[2];
    expect(part('an ad that is watched')).toBe(figure(partsADay.ad));
    expect(part('the order intake')).toBe(figure(partsADay.intake));
    expect(part('the lead of a process')).toBe(figure(Math.round(partsADay.lead / 100) * 100));
    expect(part('the renewal of each watch')).toBe(`${figure(partsADay.renewals)} an ad`);
  });

  it('stands beside the limits of a namespace, by their names', () => {
    const known = new Map(rows.map(([, first = '', second = '']) => [first, second]));
    for (const [name, limit] of cloudLimits) expect([name, known.get(name)]).toEqual([name, figure(limit)]);
  });
});

it('names the shards that the compose file has, before the commands of the first start', () => {
  const [, shards = ''] = /NUM_HISTORY_SHARDS: '(\d+)'/.exec(readProjectFile('docker-compose.yml')) ?? [];
  const said = page.indexOf(`(\`NUM_HISTORY_SHARDS\`, ${shards})`);
  expect(said).toBeGreaterThan(page.indexOf('**Before the first start**'));
  expect(said).toBeLessThan(page.indexOf('docker compose -f docker-compose.live.yml up'));
});
