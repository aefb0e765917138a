import { misuse, refusal } from '../kit/cli-failure.ts';
import { note, print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { requireConsent } from '../session/consent.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { chosenRegister } from './register-choice.ts';
import type { UnknownRelease } from '../../register/operations/unknown-releases.ts';
import { olderCopyText } from './register-text.ts';
import { type OpenRegister, withRegister } from './with-register.ts';
import { aliasValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { registerExplainOptions } from '../options/register-options.ts';

type ExplainOptions = OptionsOf<typeof registerExplainOptions>;

/** `peerdesk register explain`: what a person says of releases that the register does not know. */
export const registerExplain: CommandRun = async (call, context) => {
  const options = readOptions(registerExplainOptions, call);
  const account = readArgument(aliasValue, call, { index: 0, name: 'the account' });
  const meant = [options.releasedInApp, options.olderCopy].filter(Boolean);
  if (meant.length !== 1) throw misuse('say what it is: --released-in-app or --older-copy');
  const { place } = chosenRegister({ account, config: options.config }, context);
  return await withRegister(place, async (open) => {
    const unknown = await open.register.unexplainedReleases({ account });
    const orders = unknown.map(({ orderNumber }) => orderNumber);
    const { older, isUncompared } = await standOf(open, account);
    if (older !== null) note(context, older);
    for (const release of unknown) note(context, unknownText(release));
    if (orders.length === 0 && older === null && !isUncompared) return sayNothing(context, account, options);
    if (options.olderCopy) return sayRecovery(context, { account, orders }, options);
    if (older !== null) throw refusal('an older copy is not explained away: --older-copy says what to do');
    await explain(open, { account, orders }, { context, options });
    return undefined;
  });
};

const unknownText = ({ orderNumber, stops }: UnknownRelease): string =>
  `the service shows the release of order ${orderNumber}${stops ? ', which no row of the register knows' : ''}`;

/** What beside unknown releases says that the register is a copy. */
interface Stand {
  older: string | null;
  isUncompared: boolean;
}

async function standOf({ register }: OpenRegister, account: string): Promise<Stand> {
  const { accounts } = await register.summary({ nowMs: Date.now() });
  const known = accounts.find((one) => one.account === account);
  if (known === undefined) return { older: null, isUncompared: false };
  return { older: olderCopyText(known), isUncompared: known.isUncompared };
}

interface Unknown {
  account: string;
  orders: readonly string[];
}

async function explain(
  { register }: OpenRegister,
  { account, orders }: Unknown,
  { context, options }: { context: CommandContext; options: ExplainOptions },
): Promise<void> {
  const { count, yes, json } = options;
  if (yes && count !== orders.length)
    throw refusal(`${orders.length} releases are unknown: add --count ${orders.length} to mean exactly these`);
  const what = `you say that ${releasedText(orders)}, and that no payment of theirs backs another order`;
  await requireConsent(context, { agreed: yes, what, option: `--yes --count ${orders.length}` });
  const { by } = operatorOf(options, context.env);
  const explained = await register.explainReleases({ account, orderNumbers: orders, by, nowMs: Date.now() });
  const left = (await register.unexplainedReleases({ account })).map(({ orderNumber }) => orderNumber);
  const text = () =>
    `account ${account}: ${explained} explained by ${by}${left.length === 0 ? ': money moves again' : `; ${left.length} more have come since: look again`}`;
  print(context, { json, data: { account, explained: orders, left }, text });
}

const releasedText = (orders: readonly string[]): string =>
  orders.length === 0
    ? 'no worker serves the account any more, and you have looked at its releases since the backup in the app'
    : `a person released ${ordersText(orders)} in the app`;

const ordersText = (orders: readonly string[]): string =>
  orders.length === 1 ? `order ${orders[0] ?? ''}` : `these ${orders.length} orders`;

function sayNothing(context: CommandContext, account: string, { json }: ExplainOptions): undefined {
  const text = () => `account ${account}: the register knows every release that the service has shown`;
  print(context, { json, data: { account, explained: [], left: [] }, text });
}

/** An older copy is not explained away: what it has forgotten may be used a second time. */
function sayRecovery(context: CommandContext, { account, orders }: Unknown, { json }: ExplainOptions): undefined {
  print(context, {
    json,
    data: { account, explained: [], left: orders, steps: recoverySteps },
    text: () => [`account ${account}: no money moves, and nothing was changed. Then:`, ...recoverySteps].join('\n'),
  });
}

const recoverySteps = [
  '  1. stop every worker of this register on other machines, for good',
  '  2. if a newer one is there, a backup or the file of another machine: stop the worker here, `peerdesk register restore` with it, and start it',
  '  3. else move the register away and run `peerdesk register recover` beside the worker, which moves no money without one: releases off, open orders held, known releases booked',
  '  4. compare the payments of the gap with the orders of the service by hand: no program knows them any more',
];
