import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { processCommands } from '../../../src/cli/commands/process-commands.ts';
import { readProjectFile } from '../project-files.ts';
import { codeBlocks } from './markdown.ts';

const page = readProjectFile('docs/production.md');

const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      spec: z.object({
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        containers: z.array(
          z.object({
            args: z.array(z.string()),
            livenessProbe: z.object({ httpGet: z.object({ path: z.literal('/healthz'), port: z.number() }) }),
            securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
            resources: z.object({ limits: z.object({ memory: z.string() }) }),
          }),
        ),
      }),
    }),
  }),
});

it('the Kubernetes manifest starts a worker without rights, by options that the command has', () => {
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

it('names as many search attributes as a namespace needs', () => {
  const registered = readProjectFile('docker/temporal/namespace.sh').match(/^register /gm) ?? [];
  expect(page).toContain('make the ten of `docker/temporal/namespace.sh`');
  expect(registered).toHaveLength(10);
});
