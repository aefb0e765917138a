/** One process of `npm run bench:queues`, with all workers of one arrangement. Answers each message with its gauges. */
import { readFileSync } from 'node:fs';
import { NativeConnection, Runtime, Worker, DefaultLogger, type WorkerOptions } from '@temporalio/worker';
import { workerConverter } from '../../src/codec/data-converter.ts';
import { plainCodec } from '../../src/codec/payload-codec.ts';
import { defaultSettings, type DeskSettings } from '../../src/domain/settings.ts';
import { ClockWatch } from '../../src/workers/clocks/clock-watch.ts';
import type { AccountActivities } from '../../src/workers/dispatch/account-activities.ts';
import { AccountWork, sharesOf } from '../../src/workers/dispatch/account-work.ts';
import { createRandom } from '../../src/simulator/world/seeded-random.ts';
import { callingWorkers, type WorkerPlace } from '../../src/workers/queues/desk-workers.ts';
import { groupTaskQueue } from '../../src/workflows/contract/task-queues.ts';
import { createActivities, type BenchActivities } from './activities.ts';
import { group, seed, type Arrangement } from './routes.ts';
import { AskingWorkflows } from '../../src/workers/notices/asking-workflows.ts';
import type { Gauges, ProcessSetup } from './worker-client.ts';

const namespace = 'default';
const random = createRandom(seed);
const setup = JSON.parse(process.argv[2] ?? '') as ProcessSetup;
const { address, accounts, adsEach, atOnce } = setup;
Runtime.install({ logger: new DefaultLogger('ERROR') });
const connection = await NativeConnection.connect({ address });
const settings: DeskSettings = { ...defaultSettings, actingSlots: atOnce, moneySlots: atOnce, watchSlots: adsEach };
const place: WorkerPlace = {
  clockWatch: new ClockWatch({ serviceDifferenceMs: () => null, onChange: () => undefined }),
  config: { group, egress: group, settings },
  connection,
  namespace,
  codec: plainCodec,
  workflowBundle: { code: readFileSync(setup.bundleFile, 'utf8') },
  asking: new AskingWorkflows(),
  version: null,
};
const { activities, watchesMs } = createActivities(atOnce);
const wanted: Readonly<Record<Arrangement, () => WorkerOptions[]>> = {
  shared: () => deskWorkers(group),
  own: () => accounts.flatMap(ownWorkers),
  fair: () => [oneWorker()],
  rated: () => [oneWorker()],
};
const own = {
  connection,
  namespace,
  taskQueue: groupTaskQueue(group),
  workflowBundle: place.workflowBundle,
  dataConverter: workerConverter(plainCodec, namespace),
  maxConcurrentWorkflowTaskExecutions: settings.workflowSlots,
};
const workers = await Promise.all([own, ...wanted[setup.arrangement]()].map((options) => Worker.create(options)));
const ended = Promise.all(workers.map((worker) => worker.run()));
process.on('message', sendGauges);
// The benchmark that started it is over, however it ended.
process.on('disconnect', () => process.exit());
sendGauges();
await ended;

function sendGauges(): void {
  const inFlight = workers.reduce((sum, worker) => sum + worker.getStatus().numInFlightActivities, 0);
  process.send?.({ watchesMs, inFlight } satisfies Gauges);
}

/** The workers of a desk: each activity runs by the dispatcher, within its account's share. */
function deskWorkers(ofGroup: string): WorkerOptions[] {
  const shares = sharesOf(settings);
  const admitted = Promise.resolve(true);
  const ofQueues = { calls: activities, money: activities, watch: activities } as unknown as AccountActivities;
  const clock = (): number => performance.now();
  const works = new Map(accounts.map((name) => [name, new AccountWork(ofQueues, { shares, admitted, clock })]));
  const dispatching = {
    isOpen: () => Promise.resolve(true),
    workOf: (account: string) => works.get(account) ?? null,
    refusalOf: () => null,
    onSentBack: () => undefined,
    random: () => random.next(),
  };
  const config = { ...place.config, group: ofGroup };
  return callingWorkers({ ...place, config }, Array<DeskSettings>(accounts.length).fill(settings), dispatching);
}

/** The slots of the workers are the account's share. */
function ownWorkers(account: string): WorkerOptions[] {
  const slots = [settings.actingSlots, settings.moneySlots, settings.watchSlots];
  return deskWorkers(account).map((options, index) => plainly(options, slots[index] ?? 0));
}

/** Room for every watch, and for as many calls and money steps as the accounts may have at once. */
function oneWorker(): WorkerOptions {
  const [calls] = deskWorkers(group);
  const { actingSlots, moneySlots, watchSlots } = settings;
  if (calls === undefined) throw new Error('a desk has no worker for calls');
  return plainly(calls, accounts.length * (actingSlots + moneySlots + watchSlots));
}

function plainly(options: WorkerOptions, slots: number): WorkerOptions {
  const plain: BenchActivities = activities;
  return { ...options, activities: plain, maxConcurrentActivityTaskExecutions: slots };
}
