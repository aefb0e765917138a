import { adControl, type AdControl, type AdView, type Operator } from '../../client/index.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { nextApply, statedOf, type AdPart } from '../apply/next-apply.ts';
import { ask, type SessionWish, withTemporal } from '../session/temporal-session.ts';
import { adLine, overrideLine } from './ad-text.ts';
import { numberIdValue, readArgument, readOptions } from '../kit/option-values.ts';
import { adOverrideOptions, adPauseOptions } from '../options/ad-options.ts';
import { actingOptions } from '../options/common-options.ts';

type AdCommand = (control: AdControl, operator: Operator) => Promise<AdView>;

/** `peerdesk ad pause`: at its price, or off the market. */
export const adPause: CommandRun = async (call, context) => {
  const { offline, ...options } = readOptions(adPauseOptions, call);
  const operator = operatorOf(options, context.env);
  const pause = { ...operator, ...(offline ? { offline } : {}) };
  await commandAd({ call, context, options }, (control) => control.pause(pause));
  return undefined;
};
/** `peerdesk ad resume` */
export const adResume: CommandRun = operate((control, operator) => control.resume(operator), ['market']);
/** `peerdesk ad reprice` */
export const adReprice: CommandRun = operate((control, operator) => control.repriceNow(operator));
/** `peerdesk ad stop` */
export const adStop: CommandRun = operate((control, operator) => control.stop(operator), ['market', 'rules', 'mode']);

function operate(command: AdCommand, states: readonly AdPart[] = []): CommandRun {
  return async (call, context) => {
    const options = readOptions(actingOptions, call);
    const operator = operatorOf(options, context.env);
    await commandAd({ call, context, options, states }, (control) => command(control, operator));
    return undefined;
  };
}

/** `peerdesk ad override`: a price by hand, for a while. */
export const adOverride: CommandRun = async (call, context) => {
  const options = readOptions(adOverrideOptions, call);
  const operator = operatorOf(options, context.env);
  await commandAd({ call, context, options, line: overrideLine }, (control) =>
    control.overridePrice(options.price, options.for, operator),
  );
  return undefined;
};

interface AdCall {
  call: CommandCall;
  context: CommandContext;
  options: SessionWish & { json: boolean };
  line?: (view: AdView) => string;
  /** What of the ad the command changes; absent: nothing that a file states. */
  states?: readonly AdPart[];
}

/** Sends a command to one ad and prints its state, in `line`'s words where given. */
export async function commandAd(
  { call, context, options, line = adLine, states = [] }: AdCall,
  command: (control: AdControl) => Promise<AdView>,
): Promise<void> {
  const adNumber = readArgument(numberIdValue, call, { index: 0, name: 'the ad' });
  await withTemporal(context, options, async (session) => {
    const control = adControl(session.client, session.account, adNumber).within(session.timeoutMs);
    const view = await ask(session, control.workflowId, () => command(control));
    const next = await nextApply(context, session, ...(states.length === 0 ? [] : [statedOf(view, ...states)]));
    const data = { ...view, ...next.data };
    print(context, { json: options.json, data, text: () => `${line(view)}${next.end}` });
  });
}
