import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  publishAd,
  type Operator,
  type PublicationControl,
  type PublicationInput,
  type PublicationView,
  type StartedPublication,
} from '../../client/index.ts';
import { refusal } from '../kit/cli-failure.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { coded } from '../../words/coded.ts';

const moving: ReadonlySet<PublicationView['state']> = new Set(['checking', 'publishing', 'outcome-unknown', 'waiting']);
const lookEveryMs = 250;
/** Reserved time for printing what is known. */
const answerMarginMs = 500;

/** What became of a publication within the time; `isStarted` is false for one that was under way. */
interface PublicationLook {
  control: StartedPublication;
  view: PublicationView;
}

/**
 * Publishes the ad of a name, or joins the run under way, and looks until it has ended, waits for a human, or the time
 * is over.
 */
export async function publishAndWait(
  session: TemporalSession,
  input: PublicationInput,
  { group, retryBy }: { group: string; retryBy: string | null },
): Promise<PublicationLook> {
  const untilMs = Date.now() + session.timeoutMs - answerMarginMs;
  const begun = await begin(session, { ...input, group });
  const { control } = isJoinable(begun, input)
    ? begun
    : await beginAnew(session, { old: begun, input, group, by: retryBy });
  let view = await control.within(session.timeoutMs).state();
  if (!control.started && retryBy !== null && (view.state === 'offline' || view.state === 'blocked')) {
    view = await control.within(session.timeoutMs).retry({ by: retryBy });
  }
  const isOver = ({ state }: PublicationView): boolean => !moving.has(state);
  return { control, view: await lookUntil({ session, control, untilMs }, isOver, view) };
}

/**
 * Withdraws a publication, and looks until it has ended, a human is asked, or the time is over: a call that the service
 * has refused is looked for first.
 */
export async function withdrawAndWait(
  session: TemporalSession,
  control: PublicationControl,
  operator: Operator,
): Promise<PublicationView> {
  const untilMs = Date.now() + session.timeoutMs - answerMarginMs;
  const view = await control.within(session.timeoutMs).stop(operator);
  const isOver = ({ state }: PublicationView): boolean => !waits.has(state) && !moving.has(state);
  return lookUntil({ session, control, untilMs }, isOver, view);
}

interface Looking {
  session: TemporalSession;
  control: PublicationControl;
  untilMs: number;
}

async function lookUntil(
  { session, control, untilMs }: Looking,
  isOver: (view: PublicationView) => boolean,
  first: PublicationView,
): Promise<PublicationView> {
  let view = first;
  while (!isOver(view) && Date.now() + lookEveryMs < untilMs) {
    await sleep(lookEveryMs);
    view = await control.within(session.timeoutMs).state();
  }
  return view;
}

/** No message distinguishes null from a key that is absent. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function isJoinable({ control, view }: PublicationLook, input: PublicationInput): boolean {
  return control.started || isDeepStrictEqual(fixedOf(view), fixedOf(input));
}

/** What a publication keeps from its start: an ad that is meant to stay off the market is not the one that goes on it. */
function fixedOf({ mode, terms, rules, online = true }: Pick<PublicationInput, 'mode' | 'terms' | 'rules' | 'online'>) {
  return plain({ mode, terms, rules, online });
}

type GroupInput = Parameters<typeof publishAd>[1];

async function begin({ client, timeoutMs }: TemporalSession, input: GroupInput): Promise<PublicationLook> {
  const control = await publishAd(client, input);
  return { control, view: await control.within(timeoutMs).state() };
}

const waits: ReadonlySet<PublicationView['state']> = new Set(['waiting', 'offline', 'blocked']);

interface OldPublication {
  old: PublicationLook;
  input: PublicationInput;
  group: string;
  by: string | null;
}

/**
 * A publication that was begun with another table of the file would publish what no one wants any more: one that waits
 * is given up when a person publishes again. One whose call may be on its way is never.
 */
async function beginAnew(
  session: TemporalSession,
  { old, input, group, by }: OldPublication,
): Promise<PublicationLook> {
  if (by === null || !waits.has(old.view.state)) throw otherUnderWay(old.view);
  const left = await withdrawAndWait(session, old.control, { by });
  if (left.state !== 'refused' && left.state !== 'published') throw otherUnderWay(left);
  const begun = await begin(session, { ...input, group });
  if (!isJoinable(begun, input)) throw otherUnderWay(begun.view);
  return begun;
}

const otherUnderWay = ({ name, state, why }: PublicationView): Error =>
  refusal(
    `${name} is being published already, with other terms, rules, mode or status than the file has now: ${coded(why, state)}. ` +
      'While it waits, `peerdesk ad withdraw` gives it up; then publish it again',
  );

export function publicationLine({ name, state, adNumber, why }: PublicationView): string {
  return adNumber === null ? `ad ${name}: ${coded(why, state)}` : `ad ${name} is ${state} as ${adNumber}`;
}
