import { isTakenOff } from '../../domain/ads/state/ad-state.ts';
import type { AdControl } from '../../client/index.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { statedOf } from '../apply/next-apply.ts';
import { adLine } from './ad-text.ts';
import { commandAds, type AdAnswer } from './command-ads.ts';
import { readOptions, type OptionsOf } from '../kit/option-values.ts';
import { marketOptions } from '../options/ad-options.ts';

/** `peerdesk ad offline`: takes ads off the market; without a worker the command is kept. */
export const adOffline: CommandRun = async (call, context) => {
  const options = readOptions(marketOptions, call);
  const wish = wishOf(options, context.env);
  return commandAds({
    call,
    context,
    options,
    command: async (control) => said(await control.offline(wish)),
    kept: (control) => control.sendOffline(wish),
    keptText: `taken offline by ${wish.by}`,
  });
};

/** `peerdesk ad online`: puts ads back on the market; with --all only those that this desk took off it. */
export const adOnline: CommandRun = async (call, context) => {
  const options = readOptions(marketOptions, call);
  const wish = wishOf(options, context.env);
  return commandAds({
    call,
    context,
    options,
    command: async (control) => {
      const left = options.all ? await leftAlone(control) : null;
      return left ?? said(await control.online(wish));
    },
  });
};

type Wish = { by: string; note?: string };

function wishOf({ by, reason }: OptionsOf<typeof marketOptions>, env: Parameters<typeof operatorOf>[1]): Wish {
  const operator = operatorOf({ by }, env);
  return { by: operator.by, ...(reason === undefined ? {} : { note: reason }) };
}

const said = (view: AdAnswer['view']): AdAnswer => ({ view, line: adLine(view), stated: statedOf(view, 'market') });

/** What the merchant did in the app stays, unless he names the ad. What a desk took off that was stopped since is its own. */
async function leftAlone(control: AdControl): Promise<AdAnswer | null> {
  const view = await control.state();
  if (isTakenOff(view.state)) return null;
  if (view.state.kind === 'offline' && view.state.cause === 'ad' && (await control.wasLeftOff())) return null;
  const why = view.state.kind === 'offline' ? 'left as it is: this desk did not take it offline' : 'left as it is';
  return { view, line: `${adLine(view)} (${why})` };
}
