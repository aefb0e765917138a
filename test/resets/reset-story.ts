/** Resets the history of a story to its points, and asks the three questions of each. */
import PQueue from 'p-queue';
import {
  failedTasks,
  messageWishes,
  newestRun,
  resetPoints,
  resetTo,
  type MessageWish,
  type ResetPoint,
  type RunName,
} from './reset-points.ts';
import { replayRuns } from './replay-runs.ts';
import type { ResetWorld, Story, Subject } from './story.ts';

export const questions = ['left', 'said', 'goes on'] as const;
type Question = (typeof questions)[number];

/** One answer that was wrong. */
export interface Failure {
  readonly workflow: string;
  readonly story: string;
  readonly eventId: string;
  /** What the task of the point was for. */
  readonly after: string;
  readonly messages: MessageWish;
  readonly question: Question;
  readonly problem: string;
}

/** One story with or without its messages. */
export interface StoryReport {
  readonly workflow: string;
  readonly story: string;
  readonly messages: MessageWish;
  readonly points: number;
  readonly failures: readonly Failure[];
}

export interface StoryOptions {
  readonly world: ResetWorld;
  readonly story: Story;
  /** Each so many points one is tried, from this one on, counted from 0: at least one of each history. */
  readonly every: number;
  readonly offset: number;
  /** Subjects that are reset side by side, where each point has its own. */
  readonly atOnce: number;
  /** Called after each point with what was wrong. */
  readonly onPoint: (failures: readonly Failure[]) => void;
  /** Called at the end for each run that does not replay. */
  readonly onReplay: (failure: Failure) => void;
}

/** Tries a story; returns what was seen with its messages, and without them. */
export async function resetStory(options: StoryOptions): Promise<StoryReport[]> {
  const { workflow, name: story } = options.story;
  const tried = await replayed(options, options.story.isOnce ? await tryApart(options) : await tryTogether(options));
  return messageWishes.map((messages) => {
    const those = tried.filter((one) => one.messages === messages);
    return { workflow, story, messages, points: those.length, failures: those.flatMap(({ failures }) => failures) };
  });
}

/** Returns which of so many points are tried. */
function triedOf({ every, offset }: StoryOptions, count: number): number[] {
  const first = Math.min(offset, count - 1);
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % every === first % every);
}

/** Adds the runs that do not replay: the next worker that loads one could not carry it on. */
async function replayed({ world, onReplay }: StoryOptions, tried: readonly Tried[]): Promise<Tried[]> {
  const problems = await replayRuns(
    world.client,
    tried.map(({ run }) => run),
  );
  return tried.map((one, index) => {
    const problem = problems[index] ?? null;
    if (problem === null) return one;
    const failure = { ...one.place, messages: one.messages, question: 'said' as const, problem };
    onReplay(failure);
    return { ...one, failures: [...one.failures, failure] };
  });
}

interface Tried {
  readonly messages: MessageWish;
  /** The run that the reset began. */
  readonly run: RunName;
  readonly place: Pick<Failure, 'workflow' | 'story' | 'eventId' | 'after'>;
  readonly failures: readonly Failure[];
}

/** One subject, whose first run is reset again and again. */
async function tryTogether(options: StoryOptions): Promise<Tried[]> {
  const { world, story } = options;
  const subject = await story.play(world, 1);
  const run = await newestRun(world.client, subject.workflowId);
  const all = await resetPoints(world.client, run);
  const points = triedOf(options, all.length).flatMap((index) => all[index] ?? []);
  const tried: Tried[] = [];
  for (const point of points)
    for (const messages of messageWishes) tried.push(await tryPoint(options, { subject, run, point, messages }));
  return tried;
}

/** A subject for each point; one that has played its history in fewer tasks is reset to its last one. */
async function tryApart(options: StoryOptions): Promise<Tried[]> {
  const { world, story, atOnce } = options;
  let count = 0;
  const play = async () => {
    count += 1;
    const subject = await story.play(world, count);
    const run = await newestRun(world.client, subject.workflowId);
    return { subject, run, points: await resetPoints(world.client, run) };
  };
  const first = await play();
  const indexes = triedOf(options, first.points.length);
  const queue = new PQueue({ concurrency: atOnce });
  const wishes = indexes.flatMap((index) => messageWishes.map((messages) => ({ index, messages })));
  return queue.addAll(
    wishes.map(({ index, messages }, place) => async () => {
      const { subject, run, points } = place === 0 ? first : await play();
      const point = points[Math.min(index, points.length - 1)];
      if (point === undefined) throw new Error(`${subject.workflowId} has no completed task`);
      return tryPoint(options, { subject, run, point, messages });
    }),
  );
}

interface Attempt {
  readonly subject: Subject;
  readonly run: RunName;
  readonly point: ResetPoint;
  readonly messages: MessageWish;
}

async function tryPoint({ world, story, onPoint }: StoryOptions, attempt: Attempt): Promise<Tried> {
  const { subject, run, point, messages } = attempt;
  const found: [Question, string | null][] = [];
  const ask = async (question: Question, answer: () => Promise<string | null>): Promise<void> => {
    // What never comes true is an answer, too.
    found.push([question, await answer().catch((error: unknown) => String(error))]);
  };
  const reset = await resetTo(world.client, run, { point, messages });
  await ask('said', subject.said);
  await ask('left', () => subject.left('reset'));
  await ask('goes on', subject.goesOn);
  await ask('left', () => subject.left('gone-on'));
  await ask('said', async () => (await failedTasks(world.client, reset))[0] ?? null);
  const place = { workflow: story.workflow, story: story.name, eventId: String(point.eventId), after: point.after };
  const failures = found.flatMap(([question, problem]) =>
    problem === null ? [] : [{ ...place, messages, question, problem }],
  );
  onPoint(failures);
  return { messages, run: reset, place, failures };
}
