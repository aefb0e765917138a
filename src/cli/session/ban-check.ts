import { setTimeout as delay } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { commandTimeoutMs } from '../../client/kit/command-answer.ts';
import { egressControl } from '../../client/index.ts';
import { unreadBan } from '../../client/kit/unread-ban.ts';
import { peerdeskState } from '../../workflows/contract/search-attributes.ts';
import { CliFailure } from '../kit/cli-failure.ts';
import { note, type CommandContext } from '../kit/command-context.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { connectForCommand } from './command-connection.ts';
import { namesTemporal, refuseClosedPort, temporalAddress } from './temporal-address.ts';
import { timeText } from '../text/time-zone.ts';

/** What is known of the ban of this address: none, one with its end, one with an unknown end, or nothing. */
type BanKnown = { kind: 'none' } | { kind: 'banned'; untilMs: number | null; reason: string } | { kind: 'unknown' };

/** The whole question, from the connection to the answer: a call to a banned address makes the ban longer. */
const answerBoundMs = Math.max(6_000, commandTimeoutMs);
/** How long a worker may take to say until when: without one the ban is known all the same. */
const workerBoundMs = 3_000;

/**
 * Rejects with a refusal while the address is banned: a call would make the ban longer, for every account behind it.
 * When a configured Temporal server does not answer, the user hears of it; without one there is no desk to ask.
 */
export async function refuseDuringBan(context: CommandContext): Promise<void> {
  const known = await knownBan(context);
  if (known.kind === 'unknown') {
    const address = temporalAddress(context.env);
    return note(context, `warning: whether an IP ban holds is not known: Temporal at ${address} does not answer`);
  }
  if (known.kind === 'banned') throw bannedFailure(known, egressOf(context));
}

/** Returns what the desk knows of a ban of this address. Never rejects. */
export async function knownBan(context: CommandContext): Promise<BanKnown> {
  const address = temporalAddress(context.env);
  const isNamed = namesTemporal(context.env);
  if (!isNamed && (await isClosed(address))) return { kind: 'none' };
  return Promise.race([banOf(context, address, egressOf(context)), tooLate()]);
}

const egressOf = ({ env }: CommandContext): string => env['PEERDESK_EGRESS'] ?? 'default';

/**
 * Reports to the desk a ban that a call has met: every account behind the address obeys it. Never rejects; the user hears
 * when a configured Temporal server could not be reached.
 */
export async function reportBan(context: CommandContext, untilMs: number): Promise<void> {
  const address = temporalAddress(context.env);
  const egress = egressOf(context);
  if (!namesTemporal(context.env) && (await isClosed(address))) return;
  const ban = { untilMs: Math.round(untilMs), reason: 'a ban by the service, met by the command line' };
  const telling = withEgress(context, address, (client) => egressControl(client, egress).reportBan(ban)).then(
    () => true,
    () => false,
  );
  const isTold = await Promise.race([telling, delay(answerBoundMs, false, { ref: false })]);
  const advice = `the ban until ${timeText(untilMs)} could not be reported to the desk: Temporal at ${address} does not answer`;
  if (!isTold) note(context, `warning: ${advice}`);
}

function bannedFailure({ untilMs, reason }: Extract<BanKnown, { kind: 'banned' }>, egress: string): CliFailure {
  const end = untilMs === null ? 'when a worker last ran, and none knows until when' : `until ${timeText(untilMs)}`;
  const advice =
    untilMs === null ? 'start `peerdesk worker`' : 'wait: it ends by itself, and a call before its end makes it longer';
  const line = `refused: the address ${egress} is banned ${end} (${reason}); nothing was sent: ${advice}`;
  return new CliFailure(ExitCode.REFUSED, line, { category: 'IP_BAN', sent: 'no', untilMs });
}

async function isClosed(address: string): Promise<boolean> {
  return refuseClosedPort(address).then(
    () => false,
    () => true,
  );
}

function tooLate(): Promise<BanKnown> {
  return delay(answerBoundMs, { kind: 'unknown' } as const, { ref: false });
}

/**
 * Asks the egress workflow; where no worker answers for it, reads its search attribute and the reports that wait for one.
 * Never rejects.
 */
async function banOf(context: CommandContext, address: string, egress: string): Promise<BanKnown> {
  try {
    return await withEgress(context, address, (client) => askEgress(client, egress));
  } catch (error) {
    // An address that never met trouble has no workflow.
    return error instanceof WorkflowNotFoundError ? { kind: 'none' } : { kind: 'unknown' };
  }
}

type TemporalClient = Parameters<typeof egressControl>[0];

async function withEgress<T>(
  context: CommandContext,
  address: string,
  use: (client: TemporalClient) => Promise<T>,
): Promise<T> {
  const peerdesk = await connectForCommand(address, context);
  const { client } = peerdesk;
  try {
    return await client.withDeadline(Date.now() + answerBoundMs, () => use(client));
  } finally {
    await peerdesk.close();
  }
}

async function askEgress(client: TemporalClient, egress: string): Promise<BanKnown> {
  const control = egressControl(client, egress).within(workerBoundMs);
  const { status, typedSearchAttributes } = await client.workflow.getHandle(control.workflowId).describe();
  if (status.name !== 'RUNNING') return { kind: 'none' };
  const unread = await unreadBan(client, control.workflowId);
  if (unread !== null && unread.untilMs > Date.now()) return { kind: 'banned', ...unread };
  if (typedSearchAttributes.get(peerdeskState) !== 'banned') return { kind: 'none' };
  const view = await control.state().catch(() => null);
  if (view === null) return { kind: 'banned', untilMs: null, reason: 'HTTP 418' };
  if (view.ban === null || view.state !== 'banned') return { kind: 'none' };
  return { kind: 'banned', untilMs: view.ban.untilMs, reason: view.ban.reason };
}
