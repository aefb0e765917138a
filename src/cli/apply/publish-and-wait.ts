import { setTimeout as sleep } from 'node:timers/promises';
import { publishAd, type PublicationInput, type PublicationView, type StartedPublication } from '../../client/index.ts';
import type { TemporalSession } from '../temporal-session.ts';

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
  const control = await publishAd(session.client, { ...input, group });
  let view = await control.within(session.timeoutMs).state();
  if (!control.started && retryBy !== null && (view.state === 'offline' || view.state === 'blocked')) {
    view = await control.within(session.timeoutMs).retry({ by: retryBy });
  }
  while (moving.has(view.state) && Date.now() + lookEveryMs < untilMs) {
    await sleep(lookEveryMs);
    view = await control.within(session.timeoutMs).state();
  }
  return { control, view };
}

/** One publication in a line. */
export function publicationLine({ name, state, adNumber, why }: PublicationView): string {
  return adNumber === null ? `ad ${name} is ${state}: ${why}` : `ad ${name} is ${state} as ${adNumber}`;
}
