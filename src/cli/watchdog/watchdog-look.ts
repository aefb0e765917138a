import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { readDeskSight } from '../../client/watchdog/desk-sight.ts';
import { watchdogControl } from '../../client/watchdog/watchdog-client.ts';
import type { AccountConfig, EgressConfig } from '../../config/egress-config.ts';
import { print, type CommandContext, type Environment } from '../kit/command-context.ts';
import { connectForCommand } from '../session/command-connection.ts';
import { durationText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { timeText } from '../text/time-zone.ts';

interface Looking {
  config: EgressConfig;
  temporal: { address: string; env: Environment };
  json: boolean;
}

/** What one look of `peerdesk watchdog --once` shows of an account. */
interface AccountLook {
  account: string;
  lookedAtMs: number | null;
  /** No look for the limit, although there are ads to price, by this machine's clock. */
  isStale: boolean;
  isHeld: boolean;
  ads: number;
  banUntilMs: number | null;
  /** The state of the watchdog's workflow; none: it was never started. */
  watchdog: string;
  servedBy: string[];
}

/** Looks at each desk once, prints it, and acts on nothing. Exit code 1: a desk looks at no market. */
export async function lookOnce(context: CommandContext, { config, temporal, json }: Looking): Promise<ExitCode> {
  const peerdesk = await connectForCommand(temporal.address, { ...context, env: temporal.env });
  const { client } = peerdesk;
  try {
    const looks = await Promise.all(config.accounts.map((account) => lookAt(client, account, config.group)));
    print(context, { json, data: looks, text: () => looks.map(lookText).join('\n') });
    return looks.some(({ isStale }) => isStale) ? ExitCode.ERROR : ExitCode.OK;
  } finally {
    await peerdesk.close();
  }
}

async function lookAt(client: Client, { account, settings }: AccountConfig, group: string): Promise<AccountLook> {
  const control = watchdogControl(client, { account, group });
  const [{ ads, ...desk }, servedBy] = await Promise.all([
    readDeskSight(client, { account, group }),
    control.processes(),
  ]);
  const ageMs = Date.now() - (desk.lookedAtMs ?? Date.now());
  const isStale = ads.length > 0 && !desk.isHeld && ageMs > settings.watchdogMs;
  const watchdog = servedBy.length === 0 ? 'not served' : await stateOf(control);
  return { account, ...desk, ads: ads.length, isStale, watchdog, servedBy };
}

async function stateOf(control: ReturnType<typeof watchdogControl>): Promise<string> {
  try {
    return (await control.state()).state.kind;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'none';
    throw error;
  }
}

function lookText({ account, lookedAtMs, isStale, isHeld, ads, watchdog, servedBy, banUntilMs }: AccountLook): string {
  const looked =
    lookedAtMs === null
      ? 'no market was looked at yet'
      : `last look ${durationText(Math.max(0, Date.now() - lookedAtMs))} ago`;
  return [
    `${account}: ${isStale ? 'NO ONE LOOKS: ' : ''}${looked}`,
    `${ads} ads to price`,
    ...(isHeld ? ['prices are held by a kill switch'] : []),
    ...(banUntilMs === null ? [] : [`its address is banned until ${timeText(banUntilMs)}`]),
    `watchdog ${watchdog}${servedBy.length === 0 ? '' : `, served by ${servedBy.join(', ')}`}`,
  ].join('; ');
}
