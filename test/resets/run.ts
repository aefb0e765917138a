/**
 * `npm run resets`: plays histories of every workflow on a server, a worker and a marketplace, resets each to every
 * completed task, with and without the messages that came after it, and asks: what has left at the service, what does
 * the page say, does it go on? Exits with 1 when an answer is wrong, with 4 when an option is.
 */
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { textTable, type Column } from '../../src/cli/text/text-table.ts';
import { findTemporalCli } from '../../src/server/find-server.ts';
import { startTemporalServer } from '../../src/server/temporal-server.ts';
import { createRandom } from '../../src/simulator/world/seeded-random.ts';
import { searchAttributeKeys } from '../../src/workflows/contract/search-attributes.ts';
import { openResetWorld } from './reset-world.ts';
import { questions, resetStory, type Failure, type StoryReport } from './reset-story.ts';
import { stories } from './stories/all-stories.ts';
import type { Story } from './story.ts';

const usage = 'npm run resets -- [--workflow orderLifecycle] [--story held] [--every 1] [--seed 1] [--json]';
/** Of the whole run: what hangs ends. */
const longestMs = 3_600_000;
/** For everything to end, once it is to. */
const lastMs = 30_000;
const atOnce = 4;
const progressEvery = 10;

interface Wish {
  readonly stories: readonly Story[];
  readonly every: number;
  readonly seed: number;
  readonly json: boolean;
}

function readWish(): Wish {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = { workflow: text, story: text, every: text, seed: text, json: flag, help: flag };
  const { values } = parseArgs({ options });
  if (values.help) throw new TypeError(usage);
  const [every, seed] = [Number(values.every ?? '1'), Number(values.seed ?? '1')];
  if (!Number.isInteger(every) || every < 1 || !Number.isInteger(seed)) throw new TypeError(usage);
  const { workflow, story = '' } = values;
  const wanted = stories.filter((one) => (workflow ?? one.workflow) === one.workflow && one.name.includes(story));
  if (wanted.length > 0) return { stories: wanted, every, seed, json: values.json };
  throw new TypeError(
    `there is no such story; workflows: ${[...new Set(stories.map((one) => one.workflow))].join(', ')}`,
  );
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function tellFailure({ story, eventId, after, messages, question, problem }: Failure): string {
  return `${story}, event ${eventId} (${after}), ${messages} messages, ${question}: ${problem}`;
}

type End = () => void | Promise<void>;

/** What is still open ends, the last first. */
async function endAll(open: End[]): Promise<void> {
  for (let end = open.pop(); end !== undefined; end = open.pop()) await end();
}

interface Place {
  readonly wish: Wish;
  readonly address: string;
  readonly number: number;
  readonly open: End[];
}

/** One world a story, one after the other: what one leaves behind must not hide what the next one does. */
async function tryStory(story: Story, { wish, address, number, open }: Place): Promise<StoryReport[]> {
  const startedMs = performance.now();
  const offset = createRandom(wish.seed + number).integer(0, wish.every - 1);
  let tried = 0;
  try {
    const server = { address, namespace: namespaceOf(number) };
    const world = await openResetWorld({ server }, story, (end) => open.push(end));
    const onPoint = (failures: readonly Failure[]): void => {
      tried += 1;
      if (tried % progressEvery === 0) say(`${story.workflow}, ${story.name}: ${tried} resets`);
      for (const failure of failures) say(`NOT ok: ${tellFailure(failure)}`);
    };
    const onReplay = (failure: Failure): void => say(`NOT ok: ${tellFailure(failure)}`);
    return await resetStory({ world, story, every: wish.every, offset, atOnce, onPoint, onReplay });
  } finally {
    await endAll(open);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    say(`${story.workflow}, ${story.name}: ${tried} resets in ${seconds} s`);
  }
}

const namespaceOf = (number: number): string => `resets-${number}`;

async function tryAll(wish: Wish): Promise<StoryReport[]> {
  const found = await findTemporalCli({ env: process.env, log: say });
  const server = await startTemporalServer({
    cliPath: found.path,
    env: { HOME: homedir() },
    uiPort: null,
    namespaces: wish.stories.map((_, index) => namespaceOf(index)),
    searchAttributes: [...searchAttributeKeys],
  });
  const open: End[] = [];
  const stopped = Promise.withResolvers<never>();
  const stop = (why: string): void => {
    // What does not end by itself is ended with its server.
    setTimeout(() => {
      process.kill(server.pid, 'SIGKILL');
      process.exit(1);
    }, lastMs).unref();
    stopped.reject(new Error(`NOT ok: ${why}`));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(`ended by ${signal}`));
  const late = setTimeout(() => stop(`not done in ${longestMs / 60_000} minutes`), longestMs);
  const reports: StoryReport[] = [];
  try {
    for (const [number, story] of wish.stories.entries()) {
      const place = { wish, address: server.address, number, open };
      reports.push(...(await Promise.race([tryStory(story, place), stopped.promise])));
    }
  } finally {
    clearTimeout(late);
    await endAll(open);
    await server.stop();
  }
  return reports;
}

const answer = (report: StoryReport, question: (typeof questions)[number]): string => {
  const wrong = report.failures.filter((failure) => failure.question === question).length;
  return wrong === 0 ? 'ok' : `${wrong} wrong`;
};

const columns: readonly Column<StoryReport>[] = [
  { title: 'workflow', cell: ({ workflow }) => workflow },
  { title: 'history', cell: ({ story }) => story },
  { title: 'messages', cell: ({ messages }) => messages },
  { title: 'points', cell: ({ points }) => points, align: 'right' },
  ...questions.map((question) => ({ title: question, cell: (report: StoryReport) => answer(report, question) })),
];

function tell(reports: readonly StoryReport[], { json }: Wish): void {
  const failures = reports.flatMap((report) => report.failures);
  if (json) return void process.stdout.write(`${JSON.stringify({ reports }, null, 2)}\n`);
  process.stdout.write(`${textTable(columns, reports)}\n`);
  for (const failure of failures) process.stdout.write(`${tellFailure(failure)}\n`);
  const points = reports.reduce((sum, report) => sum + report.points, 0);
  process.stdout.write(failures.length === 0 ? `ok: ${points} resets\n` : `NOT ok: ${failures.length} wrong answers\n`);
}

try {
  const wish = readWish();
  const reports = await tryAll(wish);
  tell(reports, wish);
  process.exitCode = reports.every(({ failures }) => failures.length === 0) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // What waits for a world that is gone waits for long.
  process.exit(error instanceof TypeError ? 4 : 1);
}
