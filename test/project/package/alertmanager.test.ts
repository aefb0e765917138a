import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { alertRules } from '../../integration/metrics/promql.ts';
import { inProject } from '../../../src/server/project-root.ts';
import { readProjectFile } from '../project-files.ts';

const routeSchema = z.strictObject({
  receiver: z.string().optional(),
  group_by: z.array(z.string()).optional(),
  matchers: z.array(z.string()).optional(),
  group_wait: z.string().optional(),
  group_interval: z.string().optional(),
  repeat_interval: z.string().optional(),
});
const configSchema = z.strictObject({
  route: routeSchema.extend({ routes: z.array(routeSchema).default([]) }),
  receivers: z.array(
    z.strictObject({
      name: z.string(),
      webhook_configs: z.array(z.strictObject({ url_file: z.string() })).default([]),
    }),
  ),
});
const configOf = (file: string): z.infer<typeof configSchema> =>
  configSchema.parse(parse(readProjectFile(`monitoring/alertmanager/${file}`)));

const bindSchema = z.object({
  type: z.literal('bind'),
  source: z.string(),
  target: z.string(),
  read_only: z.boolean(),
  bind: z.object({ create_host_path: z.boolean() }),
});
const serviceSchema = z.object({
  alertmanager: z.object({
    command: z.array(z.string()),
    volumes: z.array(z.union([z.string(), bindSchema])),
    user: z.string().optional(),
  }),
});
const serviceOf = (file: string): z.infer<typeof serviceSchema>['alertmanager'] =>
  z.object({ services: serviceSchema }).parse(parse(readProjectFile(file), { merge: true })).services.alertmanager;

it('sends every alert to one receiver, pages within seconds and tickets later', () => {
  const { route, receivers } = configOf('alertmanager.yml');
  expect(receivers).toEqual([{ name: 'duty', webhook_configs: [{ url_file: '/run/secrets/alert-address' }] }]);
  expect(route).toMatchObject({ receiver: 'duty', group_wait: '10s' });
  const [tickets, ...others] = route.routes;
  expect([tickets?.matchers, tickets?.receiver, others]).toEqual([['severity="ticket"'], undefined, []]);
  const severities = new Set(alertRules().map(({ labels }) => labels['severity']));
  expect(severities).toEqual(new Set(['page', 'ticket']));
});

it('the simulator notifies no one, and says so by the name of its receiver', () => {
  expect(configOf('no-receiver.yml').receivers).toEqual([{ name: 'no-one', webhook_configs: [] }]);
  expect(serviceOf('docker-compose.yml').command[0]).toBe('--config.file=/etc/alertmanager/no-receiver.yml');
});

it('a desk for real accounts does not start without the address that alerts go to', () => {
  const { command, volumes, user } = serviceOf('docker-compose.live.yml');
  expect(command).toEqual([
    '--config.file=/etc/alertmanager/alertmanager.yml',
    ...serviceOf('docker-compose.yml').command.slice(1),
  ]);
  expect(volumes).toEqual([
    {
      type: 'bind',
      source: '${PEERDESK_HOME:?name the folder with peerdesk.toml}/alert-address',
      target: configOf('alertmanager.yml').receivers[0]?.webhook_configs[0]?.url_file,
      read_only: true,
      bind: { create_host_path: false },
    },
  ]);
  // The file is its owner's alone.
  expect(user).toBe('${PEERDESK_USER:-1000:1000}');
});

it('Prometheus sends what fires to the port that Alertmanager opens', () => {
  const schema = z.object({
    alerting: z.object({
      alertmanagers: z.array(z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) })),
    }),
  });
  const { alerting } = schema.parse(parse(readProjectFile('monitoring/prometheus/prometheus.yml')));
  expect(alerting.alertmanagers).toEqual([{ static_configs: [{ targets: ['alertmanager:9093'] }] }]);
});

it('the worker may run several times: each container has a host name of its own, and none takes a port of the machine', () => {
  for (const file of ['docker-compose.yml', 'docker-compose.live.yml']) {
    const { services } = z
      .object({ services: z.object({ worker: z.record(z.string(), z.unknown()) }) })
      .parse(parse(readProjectFile(file), { merge: true }));
    const names = Object.keys(services.worker);
    const single = ['ports', 'hostname', 'container_name', 'network_mode', 'pid', 'deploy'];
    expect([file, names.filter((name) => single.includes(name))]).toEqual([file, []]);
    expect(names).toContain('volumes');
  }
});

it.runIf(spawnSync('amtool', ['--version']).status === 0)('amtool finds nothing wrong with either file', () => {
  const files = ['alertmanager.yml', 'no-receiver.yml'].map((file) => inProject('monitoring', 'alertmanager', file));
  const { status, stdout, stderr } = spawnSync('amtool', ['check-config', ...files], { encoding: 'utf8' });
  expect([status, stderr], stdout).toEqual([0, '']);
});
