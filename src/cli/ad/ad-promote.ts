import { adControl, type AdControl, type Mode, type Operator } from '../../client/index.ts';
import { readShadowAds } from '../../config/environment/worker-environment.ts';
import { nextApply, statedOf } from '../apply/next-apply.ts';
import { refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { servicePlace } from '../session/mode-choice.ts';
import { ask, inFreshTime, type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { diffOf } from './ad-diff.ts';
import { diffsText, type AdDiff, verdictText } from './ad-diff-text.ts';
import { adLine } from './ad-text.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { adPromoteOptions } from '../options/ad-options.ts';

const dayMs = 86_400_000;

type Options = OptionsOf<typeof adPromoteOptions>;

interface Moved {
  context: CommandContext;
  options: Options;
  session: TemporalSession;
  control: AdControl;
  adNumber: string;
}

/** `peerdesk ad promote`: lets a single ad write that was held in shadow, after showing what it would have done. */
export const adPromote: CommandRun = (call, context) =>
  moved(call, context, async (ad) => {
    const { session, control, options } = ad;
    const mode: Mode = (await servicePlace(session, context.env).isSimulator()) ? 'sim' : 'live';
    const diff = await ask(session, control.workflowId, () => diffOf(control, dayMs));
    refuseUnready(diff);
    refuseHeld(ad, mode);
    if (mode === 'live') await confirmed(ad, diff);
    const { by, note: words } = operatorOf(options, context.env);
    const why = { by, note: words ?? verdictText(diff) };
    // A person may have read the figures for longer than a command may take.
    await inFreshTime(session, () => changeMode(ad, mode, why));
  });

/** `peerdesk ad demote`: holds a single ad in shadow; nothing of it is written from then on. */
export const adDemote: CommandRun = (call, context) =>
  moved(call, context, async (ad) => {
    await changeMode(ad, 'shadow', operatorOf(ad.options, context.env));
    note(
      context,
      'it stays at the service as it is: neither a kill switch nor the watchdog takes an ad in shadow off the market',
    );
  });

async function moved(
  call: CommandCall,
  context: CommandContext,
  move: (ad: Moved) => Promise<void>,
): Promise<undefined> {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  const options = readOptions(adPromoteOptions, call);
  await withTemporal(context, options, async (session) => {
    const control = adControl(session.client, session.account, adNumber).within(session.timeoutMs);
    await move({ context, options, session, control, adNumber });
  });
  return undefined;
}

/** Prices decided by a look of days ago, or by none, are no ground for a promotion. */
function refuseUnready({ adNumber, mode, checks }: AdDiff): void {
  if (mode !== 'shadow') throw refusal(`ad ${adNumber} is in mode ${mode} already`);
  const isFresh = checks.some(({ name, passed }) => name === 'lookAgeMs' && passed);
  if (isFresh) return;
  throw refusal(
    `ad ${adNumber} has not been looked at in the last 5 min, so nothing is known of what it would do: see \`peerdesk ad explain ${adNumber}\``,
  );
}

/** What the worker holds in shadow is not written, whatever the ad's workflow asks for: as far as it is known here. */
function refuseHeld({ adNumber, context: { env } }: Moved, mode: Mode): void {
  if (readShadowAds(env).includes(adNumber)) {
    throw refusal(
      `ad ${adNumber} is held in shadow by its table in the file (or PEERDESK_SHADOW_ADS), and the worker goes by it: take mode out of the table, then \`peerdesk config apply\``,
    );
  }
  if (mode === 'live' && env['PEERDESK_ALLOW_LIVE'] === 'no') {
    throw refusal(`the account of ad ${adNumber} is not in mode live, and no ad writes more than its account`);
  }
}

async function confirmed({ context, options, adNumber }: Moved, diff: AdDiff): Promise<void> {
  for (const line of diffsText([diff], 80).split('\n')) note(context, line);
  const what = `ad ${adNumber} writes its prices to a real service from now on (${verdictText(diff)})`;
  await requireConsent(context, { agreed: options.confirmLive, what, option: '--confirm-live' });
}

async function changeMode(
  { context, options, session, control }: Moved,
  mode: Mode,
  operator: Operator,
): Promise<void> {
  const view = await ask(session, control.workflowId, () => control.changeMode(mode, operator));
  const next = await nextApply(context, session, statedOf(view, 'mode'));
  const data = { ...view, ...next.data };
  print(context, { json: options.json, data, text: () => `${adLine(view)} (mode ${view.mode})${next.end}` });
}
