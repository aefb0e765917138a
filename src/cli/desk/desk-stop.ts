import { WorkflowNotFoundError } from '@temporalio/client';
import { adControl, deskControl, listWorkflows, type Operator } from '../../client/index.ts';
import { nextApply } from '../apply/next-apply.ts';
import { print, type CommandContext } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { operatorOf } from '../session/effective-environment.ts';
import { ask, type TemporalSession, withTemporal } from '../session/temporal-session.ts';
import { deskLine } from './desk-text.ts';
import { readOptions } from '../kit/option-values.ts';
import { deskStopOptions } from '../options/desk-options.ts';

/** `peerdesk desk stop`: ends the intake and lists what continues, with --with-ads the orders alone. */
export const deskStop: CommandRun = async (call, context) => {
  const options = readOptions(deskStopOptions, call);
  const operator = operatorOf(options, context.env);
  await withTemporal(context, options, async (session) => {
    const control = deskControl(session.client, session.account).within(session.timeoutMs);
    const view = await ask(session, control.workflowId, () => control.stop(operator));
    const stoppedAds = options.withAds ? await stopAds(session, operator) : [];
    const goesOn = await stillRunning(session, stoppedAds);
    const ads = options.withAds ? `; ads stopped: ${stoppedAds.length === 0 ? 'none' : stoppedAds.join(', ')}` : '';
    const stopped = stoppedAds.map((adNumber) => ({ kind: 'ad', adNumber, ad: null, states: [] }) as const);
    const next = await nextApply(context, session, { kind: 'desk', mode: null }, ...stopped);
    const text = () => `${deskLine(view)}${ads}; ${goesOnText(goesOn)}\n${backText(context)}${next.end}`;
    print(context, { json: options.json, data: { ...view, stoppedAds, goesOn, ...next.data }, text });
  });
  return undefined;
};

interface GoesOn {
  orders: number;
  ads: number;
}

/** What a stopped desk leaves running; visibility may still list an ad that was stopped a moment ago. */
async function stillRunning({ client, account }: TemporalSession, stopped: readonly string[]): Promise<GoesOn> {
  const filter = { account, running: true } as const;
  const orders = await listWorkflows(client, { ...filter, type: 'orderLifecycle' });
  const ads = await listWorkflows(client, { ...filter, type: 'adMaintenance' });
  return { orders: orders.length, ads: ads.filter(({ subject }) => !stopped.includes(subject)).length };
}

/** What was off the market stays off it: only a person puts it back. */
function backText({ fileOption }: CommandContext): string {
  const start = fileOption === undefined ? 'desk start' : `config apply${fileOption}`;
  return `it comes back by \`peerdesk ${start}\`, and ads that were taken offline by \`ad online\` then (\`peerdesk ad online --help\`)`;
}

function goesOnText({ orders, ads }: GoesOn): string {
  if (orders === 0 && ads === 0) return 'nothing is left running';
  return `go on: ${orders} orders, ${ads} ads (\`peerdesk desk kill\` stops their releases and prices)`;
}

/** Stops every running ad of the account; returns their numbers, without those that ended meanwhile. */
async function stopAds({ client, account, timeoutMs }: TemporalSession, operator: Operator): Promise<string[]> {
  const stopped: string[] = [];
  for (const { subject } of await listWorkflows(client, { type: 'adMaintenance', account, running: true })) {
    try {
      await adControl(client, account, subject).within(timeoutMs).stop(operator);
      stopped.push(subject);
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  }
  return stopped;
}
