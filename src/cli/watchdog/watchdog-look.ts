import type { Client } from '@temporalio/client';
import { readDeskSight } from '../../client/watchdog/desk-sight.ts';
import type { AccountConfig, EgressConfig } from '../../config/egress-config.ts';
import { watchdogText } from '../../words/account-words.ts';
import { print, type CommandContext, type Environment } from '../kit/command-context.ts';
import { connectForCommand } from '../session/command-connection.ts';
import { durationText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { timeText } from '../text/time-zone.ts';
import { runningWatchdogs } from '../door/watchdog-note.ts';

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
  /** Those that run on this machine. */
  watchdogs: { process: string; state: string; says: string }[];
}

/** Looks at each desk once, prints it, and acts on nothing. Exit code 1: a desk looks at no market. */
export async function lookOnce(context: CommandContext, { config, temporal, json }: Looking): Promise<ExitCode> {
  const peerdesk = await connectForCommand(temporal.address, { ...context, env: temporal.env });
  const { client } = peerdesk;
  try {
    const looks = await Promise.all(config.accounts.map((account) => lookAt(client, account, { config, context })));
    print(context, { json, data: looks, text: () => looks.map(lookText).join('\n') });
    return looks.some(({ isStale }) => isStale) ? ExitCode.ERROR : ExitCode.OK;
  } finally {
    await peerdesk.close();
  }
}

interface LookedFrom {
  config: EgressConfig;
  context: CommandContext;
}

async function lookAt(
  client: Client,
  { account, settings }: AccountConfig,
  { config: { group }, context: { env } }: LookedFrom,
): Promise<AccountLook> {
  const { ads, ...desk } = await readDeskSight(client, { account, group });
  const ageMs = Date.now() - (desk.lookedAtMs ?? Date.now());
  const isStale = ads.length > 0 && !desk.isHeld && ageMs > settings.watchdogMs;
  const watchdogs = runningWatchdogs(env, account).map(({ pid, host, memory: { state } }) => ({
    process: `${pid}@${host}`,
    state: state.kind,
    says: watchdogText(state),
  }));
  return { account, ...desk, ads: ads.length, isStale, watchdogs };
}

function lookText({ account, lookedAtMs, isStale, isHeld, ads, watchdogs, banUntilMs }: AccountLook): string {
  const looked =
    lookedAtMs === null
      ? 'no market was looked at yet'
      : `last look ${durationText(Math.max(0, Date.now() - lookedAtMs))} ago`;
  return [
    `${account}: ${isStale ? 'NO ONE LOOKS: ' : ''}${looked}`,
    `${ads} ads to price`,
    ...(isHeld ? ['prices are held by a kill switch'] : []),
    ...(banUntilMs === null ? [] : [`its address is banned until ${timeText(banUntilMs)}`]),
    ...watchdogs.map((one) => `watchdog ${one.process}: ${one.says}`),
    ...(watchdogs.length === 0 ? ['no watchdog runs on this machine'] : []),
  ].join('; ');
}
