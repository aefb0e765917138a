import { setTimeout as sleep } from 'node:timers/promises';
import { changeAd, type AdChangeInput, type AdChangeView } from '../../client/index.ts';
import { refusal } from '../kit/cli-failure.ts';
import type { TemporalSession } from '../session/temporal-session.ts';
import { coded } from '../../words/coded.ts';

const ended: ReadonlySet<AdChangeView['state']> = new Set(['done', 'refused', 'intent', 'offline', 'blocked']);
const lookEveryMs = 200;
/** Reserved time for printing what is known. */
const answerMarginMs = 500;

/** Changes an ad, and looks until the change has ended, waits for a human, or the time is over. */
export async function changeAndWait(
  session: TemporalSession,
  input: Omit<AdChangeInput, 'account'>,
  group: string,
): Promise<AdChangeView> {
  const { client, account, timeoutMs } = session;
  const untilMs = Date.now() + timeoutMs - answerMarginMs;
  const control = await changeAd(client, { ...input, account, group });
  let view = await control.state(timeoutMs);
  if (!control.started)
    throw refusal(`another change of ad ${input.adNumber} is under way: ${coded(view.why, view.state)}`);
  while (!ended.has(view.state) && Date.now() + lookEveryMs < untilMs) {
    await sleep(lookEveryMs);
    view = await control.state(timeoutMs);
  }
  return view;
}

export function changeLineOf({ adNumber, state, why, differences }: AdChangeView): string {
  const changes = differences.map(({ term, listed, wanted }) => `${term} ${listed} → ${wanted}`);
  return [`ad ${adNumber}: ${coded(why, state)}`, ...changes].join('; ');
}
