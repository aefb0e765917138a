import { inject, onTestFinished } from 'vitest';
import { orderControl } from '../../../src/client/index.ts';
import { startTemporalServer } from '../../../src/server/temporal-server.ts';
import { searchAttributeKeys } from '../../../src/workflows/contract/search-attributes.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { runInProcess } from '../../setup/run-in-process.ts';
import { account, until, type DeskWorld, type WorkerProcess } from '../desk-harness.ts';
import { environmentOf } from '../operator.ts';
import { storeBundle } from './next-version.ts';

/** The shared server has no workers of its own, and those carry deployments. */
export async function ownServer(): Promise<{ address: string; namespace: string }> {
  const searchAttributes = [...searchAttributeKeys];
  const server = await startTemporalServer({ cliPath: inject('temporalCli'), uiPort: null, searchAttributes });
  onTestFinished(() => server.stop());
  return { address: server.address, namespace: 'default' };
}

/** A cache in which a worker finds a bundle as that of its sources. */
export async function cacheWith(code: string, kind: 'clear' | 'sealed' = 'clear'): Promise<string> {
  const cacheDir = await temporaryDirectory();
  await storeBundle(cacheDir, code, kind);
  return cacheDir;
}

/** Starts a worker process that serves a version of the deployment `desk` with a bundle of its own. */
export async function startVersion(
  world: DeskWorld,
  version: { buildId: string; code: string },
  ...args: string[]
): Promise<WorkerProcess> {
  const env = { PEERDESK_DEPLOYMENT: 'desk', PEERDESK_BUILD_ID: version.buildId };
  return world.startWorker({ PEERDESK_CACHE_DIR: await cacheWith(version.code), ...env }, args);
}

/** Runs `peerdesk deploy` against a world. */
export function deploy(world: DeskWorld, ...args: string[]) {
  return runInProcess(['deploy', ...args], environmentOf(world));
}

/** Waits for a text in the log of the workers. */
export async function said({ log }: DeskWorld, text: string): Promise<void> {
  await until(text, log, (lines) => lines.includes(text));
}

/** What the last start of a worker of another build has replayed, and in what time by its log, as a line of figures. */
export async function replayFigures({ log }: DeskWorld): Promise<string> {
  const entries = (await log())
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; time: string });
  const last = (words: RegExp) => entries.findLast(({ msg }) => words.test(msg));
  const [began, ended] = [last(/^replaying \d+ open/), last(/replay on this code/)];
  if (began === undefined || ended === undefined) throw new Error('no worker has replayed anything');
  return `${ended.msg}: ${Date.parse(ended.time) - Date.parse(began.time)} ms`;
}

/** The version that began the present run of a workflow: the next one notes itself. */
export async function versionOf({ client }: DeskWorld, workflowId: string): Promise<unknown> {
  const { memo } = await client.workflow.getHandle(workflowId).describe();
  return memo?.['version'] ?? 'first';
}

/** A person takes an ad. */
export function take({ simulator }: DeskWorld, adNumber: string): string {
  return simulator.counterparties.take({ adNumber, totalPrice: '500.00', realName: 'ANA', nickname: 'ana' });
}

/** Waits until an order waits for something, such as its payment. */
export async function waitsFor({ client }: DeskWorld, orderNumber: string, what: string): Promise<void> {
  await until(
    `${orderNumber} waits for ${what}`,
    () => orderControl(client, account, orderNumber).state(),
    ({ waitingFor }) => waitingFor.code === what,
  );
}
