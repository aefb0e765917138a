import { auditTrail, retentionMs, type AuditFilter } from '../../client/index.ts';
import {
  adChangeWorkflowId,
  adWorkflowId,
  deskWorkflowId,
  guardWorkflowId,
  orderWorkflowId,
  placementWorkflowId,
  publicationWorkflowId,
} from '../../workflows/contract/workflow-ids.ts';
import { workflowTypes } from '../../workflows/contract/registered-workflows.ts';
import { CliFailure, misuse } from '../kit/cli-failure.ts';
import { note, print } from '../kit/command-context.ts';
import type { CommandRun } from '../kit/command-spec.ts';
import { durationText } from '../kit/duration.ts';
import { ExitCode } from '../kit/exit-code.ts';
import { withTemporal } from '../session/temporal-session.ts';
import { registerActs, type ShownAct } from './register-acts.ts';
import { textTable, type Column } from '../text/text-table.ts';
import { timeText } from '../text/time-zone.ts';
import { numberIdValue, readArgument, readOptions, type OptionsOf } from '../kit/option-values.ts';
import { auditOptions } from '../options/process-options.ts';

/** `peerdesk audit`: who did what when, from the histories that Temporal keeps and the journal of the register; needs no worker. */
export const audit: CommandRun = async (call, context) => {
  const options = readOptions(auditOptions, call);
  const number = readArgument(numberIdValue.optional(), call, { index: 0, name: 'the order or the ad' });
  refuseBoth(options, number);
  const { allAccounts } = options;
  await withTemporal(context, options, async (session) => {
    const { client, account } = session;
    const sinceMs = Date.now() - options.since;
    const wish = { account: allAccounts ? null : account, number, sinceMs };
    const filter: AuditFilter = { query: auditQuery(wish), sinceMs, maxRuns: options.limit };
    const { entries: sent, runs, isCut } = await auditTrail(client, filter);
    const { acts, hidden } = await registerActs(context, session, wish);
    if (runs + acts.length === 0 && number !== undefined) throw unknownNumber(account, number);
    const entries: ShownAct[] = [...sent, ...acts].toSorted((left, right) => left.atMs - right.atMs);
    const none = `no one did anything in the last ${durationText(options.since)}`;
    const text = (width: number): string =>
      entries.length === 0 ? none : textTable(auditColumns({ allAccounts }), entries, width);
    print(context, { json: options.json, data: entries, text });
    if (entries.some(({ via, refused }) => via === 'signal' && refused === null)) note(context, unansweredSignals);
    for (const why of hidden) note(context, `the register's own acts are not shown: ${why}`);
    if (isCut) note(context, `only the newest ${runs} histories were read: --limit reads more`);
    const keptMs = await retentionMs(client);
    if (keptMs !== null && options.since > keptMs) {
      note(context, `the server keeps what has ended for ${durationText(keptMs)}: what was before is not shown`);
    }
  });
  return undefined;
};

/** A signal has no answer in the history: a valid one that came at the wrong time stands like one that was obeyed. */
const unansweredSignals =
  'a signal is not answered: one that its workflow refused for its state is listed here like one that it obeyed, and its page says so';

function refuseBoth({ allAccounts, account }: OptionsOf<typeof auditOptions>, number: string | undefined): void {
  const other = account === undefined ? number : '--account';
  if (!allAccounts || other === undefined) return;
  throw misuse(
    `--all-accounts and ${account === undefined ? 'a number, which is one account’s,' : '--account'} exclude each other: leave one out`,
  );
}

function unknownNumber(account: string, number: string): CliFailure {
  const line = `account ${account} has no order, ad, placement or publication ${number} in that time: --since looks further back`;
  return new CliFailure(ExitCode.NOT_FOUND, line);
}

interface AuditWish {
  /** Null: all accounts, and the outgoing addresses, which no account owns. */
  account: string | null;
  number: string | undefined;
  sinceMs: number;
}

/** Returns the query of the runs that may have been commanded since then. */
export function auditQuery({ account, number, sinceMs }: AuditWish): string {
  const lately = `(ExecutionStatus = 'Running' OR CloseTime > '${new Date(sinceMs).toISOString()}')`;
  if (account === null) return `WorkflowType IN (${workflowTypes.map((type) => `'${type}'`).join(', ')}) AND ${lately}`;
  if (number === undefined) {
    const own = [deskWorkflowId(account), guardWorkflowId(account)].map((id) => `'${id}'`);
    return `(PeerdeskAccount = '${account}' OR WorkflowId IN (${own.join(', ')})) AND ${lately}`;
  }
  const ids = [orderWorkflowId, adWorkflowId, placementWorkflowId, publicationWorkflowId, adChangeWorkflowId].map(
    (idOf) => `'${idOf(account, number)}'`,
  );
  return `WorkflowId IN (${ids.join(', ')}) AND ${lately}`;
}

const auditColumns = ({ allAccounts }: { allAccounts: boolean }): Column<ShownAct>[] => [
  { title: 'WHEN', cell: ({ atMs }) => timeText(atMs) },
  ...(allAccounts ? [{ title: 'ACCOUNT', cell: ({ account }: ShownAct) => account }] : []),
  { title: 'WHAT', cell: ({ what }) => what },
  { title: 'BY', cell: ({ by }) => by },
  {
    title: 'ON',
    cell: ({ kind, subject, account }) => `${kind} ${subject === '' ? account : subject}`.trimEnd(),
    below: true,
  },
  { title: 'VIA', cell: ({ via }) => via, leaves: 1 },
  { title: 'SENT BY', cell: ({ identity }) => identity },
  { title: 'DETAIL', cell: detailText, below: true },
];

/** What was refused stands in the same list, and must not read as done. */
function detailText({ refused, detail }: ShownAct): string {
  return [refused === null ? '' : `REFUSED: ${refused}`, detail].filter((text) => text !== '').join('; ');
}
