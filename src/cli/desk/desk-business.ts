import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { deskControl, type DeskControl, type DeskView } from '../../client/index.ts';
import type { BusinessAct } from '../../domain/ads/business-act.ts';
import { refusal } from '../kit/cli-failure.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandCall, CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ask, inFreshTime, withTemporal } from '../session/temporal-session.ts';
import { coded } from '../../words/coded.ts';
import { actWords, businessFailureText, businessText } from '../../words/business-words.ts';
import { timeText } from '../text/time-zone.ts';
import { readArgument, readOptions } from '../kit/option-values.ts';
import { deskBusinessOptions } from '../options/desk-options.ts';

const lookEveryMs = 200;

const breakActs = { start: 'start-break', end: 'end-break' } as const;
const breakValue = z.enum(['start', 'end'], 'must be start or end').transform((word): BusinessAct => breakActs[word]);
const businessValue = z.enum(['open', 'close'], 'must be open or close');

/** `peerdesk desk break start|end`: EP-28 and EP-23. */
export const deskBreak: CommandRun = (call, context) =>
  setBusiness(call, context, readArgument(breakValue, call, { index: 0, name: 'what' }));
/** `peerdesk desk business open|close`: EP-27 and EP-22. */
export const deskBusiness: CommandRun = (call, context) =>
  setBusiness(call, context, readArgument(businessValue, call, { index: 0, name: 'what' }));

const effects: Readonly<Record<BusinessAct, string>> = {
  open: 'every ad of the account that is online can be traded again',
  close: 'no ad of the account can be traded until the business is opened',
  'start-break': 'no ad of the account can be traded until the break is over',
  'end-break': 'every ad of the account that is online can be traded again',
};

async function setBusiness(call: CommandCall, context: CommandContext, act: BusinessAct): Promise<undefined> {
  const options = readOptions(deskBusinessOptions, call);
  const operator = operatorOf(options, context.env);
  await withTemporal(context, options, async (session) => {
    const control = deskControl(session.client, session.account).within(session.timeoutMs);
    const { mode } = await ask(session, control.workflowId, () => control.state());
    if (mode === 'live') await requireConsent(context, { agreed: options.yes, what: effects[act] });
    const view = await inFreshTime(session, async () => {
      const told = await ask(session, control.workflowId, () => control.business(act, operator));
      return ended(control, told, Date.now() + session.timeoutMs);
    });
    const { business, account } = view;
    if (business?.outcome?.kind === 'refused')
      throw refusal(coded(`${actWords[act]} was refused: ${businessFailureText(business.outcome.because)}`, act));
    const text = () => `account ${account}: ${business === null ? actWords[act] : businessText(business, timeText)}`;
    print(context, { json: options.json, data: { account, mode, business }, text });
  });
  return undefined;
}

/** Waits for what came of it; after the time it is still under way, and `desk show` has the outcome. */
async function ended(control: DeskControl, told: DeskView, endMs: number): Promise<DeskView> {
  let view = told;
  while (view.business?.outcome === null && Date.now() < endMs) {
    await delay(lookEveryMs);
    view = await control.state();
  }
  return view;
}
